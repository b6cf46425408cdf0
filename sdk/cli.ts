#!/usr/bin/env node
import { CommanderError } from 'commander';
import { accountCommands } from './cli/account.ts';
import { call } from './cli/call.ts';
import type { Command } from './cli/command.ts';
import { candidates, completion } from './cli/completion.ts';
import { contextOf } from './cli/context.ts';
import { EXIT, explain } from './cli/explain.ts';
import { exportCommands } from './cli/export.ts';
import { listen } from './cli/listen.ts';
import { logs } from './cli/logs.ts';
import { payoutCommands } from './cli/payouts.ts';
import { commandFirst, programOf } from './cli/program.ts';
import { sandboxCommands } from './cli/sandbox.ts';
import { webhookCommands } from './cli/webhooks.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  ...accountCommands,
  ...webhookCommands,
  listen,
  ...sandboxCommands,
  ...payoutCommands,
  ...exportCommands,
  logs,
  call,
  completion,
};

async function main(argv: readonly string[]): Promise<number> {
  const json = argv.includes('--json');
  let apiUrl: string | null = null;
  const program = programOf(COMMANDS, async (command, given) => {
    const ending = new AbortController();
    const stays = command.stays === true;
    // Only for these: a signal ends any other command at once.
    if (stays)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
    const context = await contextOf({ ...given, signal: ending.signal, stays });
    apiUrl = context.memory.apiUrl;
    await command.run(context);
  });
  if (argv[0] === '__complete') {
    const found = candidates(program, COMMANDS, argv.slice(argv[1] === '--' ? 2 : 1));
    if (found.length > 0) console.log(found.join('\n'));
    return EXIT.done;
  }
  if (argv.length === 0) {
    program.outputHelp();
    return EXIT.usage;
  }
  try {
    await program.parseAsync(commandFirst(program, argv), { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    // A group without its command: commander has printed the group's help.
    if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage;
    return explain(error, { json, apiUrl });
  }
}

process.exitCode = await main(process.argv.slice(2));
