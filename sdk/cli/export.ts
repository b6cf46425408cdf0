import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { orgOf, word } from './command.ts';
import type { Command, Context, Option } from './command.ts';

const OUTPUT: Readonly<Record<string, Option>> = {
  output: { takes: 'file', about: 'writes into this file instead of the terminal' },
};
const FORMATS = ['csv', 'pdf', 'camt053', 'beancount', 'hledger', 'json'] as const;

/** Commands that write reports for bookkeepers, as large as they are, without holding them in memory. */
export const exportCommands: Readonly<Record<string, Command>> = {
  'export statement': {
    about: "a month's statement of the balance in a currency",
    args: [{ name: '<month>', about: 'a calendar month in UTC, such as 2026-10' }],
    options: {
      format: { takes: 'format', about: 'default: csv', choices: FORMATS },
      currency: { takes: 'code', about: 'three letters, ISO 4217; default: USD' },
      ...OUTPUT,
    },
    examples: ['2026-10 --format beancount --output 2026-10.beancount', '2026-10 --currency EUR'],
    async run(context) {
      const { api, flags } = context;
      const month = word(context, 0, 'the month');
      const format = FORMATS.find((known) => known === flags['format']) ?? 'csv';
      const currency = typeof flags['currency'] === 'string' ? { currency: flags['currency'] } : {};
      const params = { id: await orgOf(context), month, format, ...currency };
      await save(context, await api.download('getStatement', params));
    },
  },
  'export sales': {
    about: 'all sales of a filter as CSV, newest first',
    options: {
      from: { takes: 'time', about: 'created at or after this time, RFC 3339' },
      to: { takes: 'time', about: 'created before this time, RFC 3339' },
      status: { takes: 'statuses', about: 'separated by commas, such as CAPTURED,VOIDED' },
      order: { takes: 'order id', about: 'with exactly this order_id' },
      ...OUTPUT,
    },
    examples: ['--from 2026-10-01T00:00:00Z --to 2026-11-01T00:00:00Z --output october.csv'],
    async run(context) {
      const { from, to, status: statuses, order: order_id } = context.flags;
      const sent = Object.entries({ from, to, statuses, order_id }).filter(
        ([, value]) => value !== undefined,
      );
      const params = { id: await orgOf(context), format: 'csv', ...Object.fromEntries(sent) } as const;
      await save(context, await context.api.download('listSales', params));
    },
  },
};

/** Writes the file as it arrives: into `--output`, or to the terminal. A file that breaks off is an error. */
async function save({ flags, answer }: Context, response: Response): Promise<void> {
  const { output } = flags;
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  if (typeof output !== 'string') return pipeline(body, process.stdout, { end: false });
  await pipeline(body, createWriteStream(output));
  answer({ file: output }, [`written to ${output}`]);
}
