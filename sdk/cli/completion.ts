import type { Command as Program } from 'commander';
import { word } from './command.ts';
import type { Command } from './command.ts';

/** The last word of the line is the one to complete; `__complete` prints a candidate a line. */
const SCRIPTS = {
  bash: `_payments() {
  local line IFS=$'\\n'
  COMPREPLY=()
  for line in $(payments __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done
}
complete -o default -F _payments payments`,
  zsh: `#compdef payments
_payments() {
  local line
  local -a values lines
  for line in "\${(@f)$(payments __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] || continue
    values+=("\${line%%$'\\t'*}")
    lines+=("\${line/$'\\t'/  }")
  done
  (( $#values )) && compadd -l -d lines -a values || _files
}
compdef _payments payments`,
  fish: `complete -c payments -f -a '(payments __complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
} as const;

type Shell = keyof typeof SCRIPTS;

/** Prints the script that completes commands, options and values in a shell. */
export const completion: Command = {
  about: 'print the script that completes commands in a shell',
  args: [{ name: '<shell>', about: 'yours', choices: Object.keys(SCRIPTS) }],
  more: [
    'bash, in ~/.bashrc: source <(payments completion bash)',
    'zsh, in ~/.zshrc after compinit: source <(payments completion zsh)',
    'fish, in ~/.config/fish/config.fish: payments completion fish | source',
  ],
  async run(context) {
    const shell = word(context, 0, 'the shell') as Shell;
    context.answer({ shell, script: SCRIPTS[shell] }, [SCRIPTS[shell]]);
  },
};

/** Returns the candidates for the last of these words, each with its description after a tab. */
export function candidates(
  program: Program,
  commands: Readonly<Record<string, Command>>,
  words: readonly string[],
): string[] {
  const partial = words.at(-1) ?? '';
  let place = program;
  const path: string[] = [];
  const rest: string[] = [];
  for (const one of words.slice(0, -1)) {
    const next = rest.length > 0 ? undefined : place.commands.find((command) => command.name() === one);
    if (next !== undefined) {
      place = next;
      path.push(one);
    } else rest.push(one);
  }
  const options = [...place.options, ...(place === program ? [] : program.options)];
  const before = options.find(({ long }) => long === words.at(-2));
  const found =
    before?.required === true
      ? (before.argChoices ?? []).map((value) => [value, ''])
      : partial.startsWith('-')
        ? options.map(({ long, description }) => [long ?? '', description])
        : place.commands.length > 0
          ? place.commands.map((command) => [command.name(), command.description()])
          : (
              commands[path.join(' ')]?.args?.[rest.filter((one) => !one.startsWith('-')).length]?.choices ??
              []
            ).map((value) => [value, '']);
  return found
    .filter(([value]) => value?.startsWith(partial))
    .map(([value, about]) => (about ? `${value}\t${about}` : (value ?? '')));
}
