import { Argument, Command as Program, Option as ProgramOption } from 'commander';
import type { Help } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { Command, Option } from './command.ts';
import type { Flags } from './context.ts';
import { stylerOf } from './output.ts';

const COMMON: Readonly<Record<string, Option>> = {
  api: { takes: 'url', about: 'the API; default: the stack of this checkout, else the one used last' },
  org: { takes: 'id', about: 'the organization to act for; default: the one made or chosen last' },
  config: { takes: 'file', about: 'the file that stores sign-in, keys and positions' },
  json: { about: 'each result is one line of JSON, and so is an error' },
};
const FIRST_STEPS = `
The first steps, against the stack of \`npm start\`:
  payments login --email you@example.com --inbox http://127.0.0.1:1080
  payments orgs create --name "Corner Coffee" --country US
  payments keys create --name till
  payments listen --forward-to http://127.0.0.1:4000/webhooks
  payments trigger charge.captured

The environment comes before the profile: PAYMENTS_API_URL, PAYMENTS_API_KEY, PAYMENTS_SESSION, PAYMENTS_ORG,
PAYMENTS_WEBHOOK_SECRET. NO_COLOR turns colours off.
Exit codes: 0 done, 1 refused by the API, 2 wrong command line, 3 no answer from the API, 4 something is missing first.`;

/** Runs a command with its parsed options and words. */
type Run = (
  command: Command,
  given: { readonly flags: Flags; readonly words: readonly string[] },
) => Promise<void>;

/** Makes the program from its commands, whose names may have two words: `orgs list`. */
export function programOf(commands: Readonly<Record<string, Command>>, run: Run): Program {
  const program = new Program('payments')
    .description('The command line of the merchant payments API.')
    .version(manifest.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print the help of a command')
    .configureHelp({ ...HELP, showGlobalOptions: true })
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .addHelpText('after', FIRST_STEPS);
  for (const [name, option] of Object.entries(COMMON)) program.addOption(optionOf(name, option));
  const groups = new Map<string, Program>();
  for (const [name, command] of Object.entries(commands)) {
    const [first = '', second] = name.split(' ');
    if (second === undefined) define(program.command(first), command, run);
    else {
      const group = groups.get(first) ?? program.command(first).description(`commands about ${first}`);
      groups.set(first, group);
      define(group.command(second), command, run);
    }
  }
  return program;
}

function define(program: Program, command: Command, run: Run): void {
  const { about, args = [], options = {}, examples = [], more = [] } = command;
  program.description(about).allowExcessArguments(false);
  for (const { name, about: meaning, choices, isOpen } of args) {
    const argument = new Argument(name, meaning);
    program.addArgument(choices === undefined || isOpen ? argument : argument.choices(choices));
  }
  for (const [name, option] of Object.entries(options)) program.addOption(optionOf(name, option));
  const lines = examples.map((words) => `  payments ${nameOf(program)} ${words}`);
  const text = ({ command: shown }: { command: Program }) => {
    const help = shown.createHelp();
    const width = process.stdout.isTTY ? process.stdout.columns : 80;
    const paragraphs = more.flatMap((paragraph) => ['', help.boxWrap(paragraph, width)]);
    return [...paragraphs, ...(lines.length > 0 ? ['', 'Examples:', ...lines] : [])].join('\n');
  };
  if (more.length + lines.length > 0) program.addHelpText('after', text);
  program.action(() => run(command, { flags: flagsOf(program), words: program.args }));
}

function optionOf(name: string, { takes, about, choices }: Option): ProgramOption {
  const option = new ProgramOption(`--${name}${takes === undefined ? '' : ` <${takes}>`}`, about);
  return choices === undefined ? option : option.choices(choices);
}

/** The options by their names on the command line: commander's own names are in camel case. */
function flagsOf(program: Program): Flags {
  const known = [...program.options, ...rootOf(program).options];
  const values: Readonly<Record<string, unknown>> = program.optsWithGlobals();
  return Object.fromEntries(
    known.map((option) => [option.name(), values[option.attributeName()] as string | boolean | undefined]),
  );
}

const rootOf = (program: Program): Program => (program.parent === null ? program : rootOf(program.parent));

/** The name of a command with those of its groups: `orgs list`. */
function nameOf(program: Program): string {
  const names: string[] = [];
  for (let one: Program | null = program; one?.parent; one = one.parent) names.unshift(one.name());
  return names.join(' ');
}

const HELP: Partial<Help> = {
  /** The list of commands names each with its group: a group alone does nothing. */
  visibleCommands: (program) =>
    program.commands.flatMap((one) =>
      one.commands.length > 0 && program.parent === null ? one.commands : [one],
    ),
  subcommandTerm: (program) =>
    [
      nameOf(program),
      ...program.registeredArguments.map(
        (one) =>
          `${one.required ? '<' : '['}${one.name()}${one.variadic ? '...' : ''}${one.required ? '>' : ']'}`,
      ),
    ].join(' '),
  styleTitle: (text) => stylerOf(process.stdout)('bold', text),
};

/**
 * Moves the words of the command to the front, so that its options may stand before them too. A word after an
 * option that takes a value is that value.
 */
export function commandFirst(program: Program, argv: readonly string[]): string[] {
  const all = [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)];
  const valued = new Set(
    all.flatMap(({ options }) => options.filter((one) => one.required).map((one) => one.long)),
  );
  const isWord = (at: number) => !argv[at]?.startsWith('-') && !valued.has(argv[at - 1] ?? '');
  const first = argv.findIndex((word, at) => word === '--' || isWord(at));
  const group = program.commands.find((one) => one.name() === argv[first]);
  if (group === undefined) return [...argv];
  const second = argv.findIndex((_, at) => at > first && isWord(at));
  const isSecond = group.commands.some((one) => one.name() === argv[second]);
  const places = isSecond ? [first, second] : [first];
  return [...places.map((at) => argv[at] ?? ''), ...argv.filter((_, at) => !places.includes(at))];
}
