import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { accountCommands } from '../../sdk/cli/account.ts';
import { call } from '../../sdk/cli/call.ts';
import type { Command } from '../../sdk/cli/command.ts';
import { completion } from '../../sdk/cli/completion.ts';
import { listen } from '../../sdk/cli/listen.ts';
import { logs } from '../../sdk/cli/logs.ts';
import { payoutCommands } from '../../sdk/cli/payouts.ts';
import { commandFirst, programOf } from '../../sdk/cli/program.ts';
import { sandboxCommands } from '../../sdk/cli/sandbox.ts';
import { webhookCommands } from '../../sdk/cli/webhooks.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = [
  'README.md',
  'sdk/README.md',
  ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
];
const COMMANDS: Readonly<Record<string, Command>> = {
  ...accountCommands,
  ...webhookCommands,
  ...sandboxCommands,
  ...payoutCommands,
  listen,
  logs,
  call,
  completion,
};

/** The command lines in a page's shell blocks, without `payments` in front. */
function shownIn(page: string): string[] {
  if (!page.endsWith('.md')) return [];
  const blocks = readFileSync(join(ROOT, page), 'utf8').matchAll(/^```(?:sh|bash)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, block = '']) =>
    [...block.matchAll(/^(?:npm run --silent payments --|payments) (.+?)(?: +#.*)?$/gm)].map(
      ([, words = '']) => words,
    ),
  );
}

const shown = PAGES.flatMap((page) => shownIn(page).map((line) => [page, line] as const));

test('pages show commands', () => expect(shown.length).toBeGreaterThan(5));

test.each(shown)('%s: payments %s is a command with these options', async (_, line) => {
  const parsed: Command[] = [];
  const program = programOf(COMMANDS, async (command) => void parsed.push(command));
  const words = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  await program.parseAsync(commandFirst(program, words), { from: 'user' });
  expect(parsed).toHaveLength(1);
});
