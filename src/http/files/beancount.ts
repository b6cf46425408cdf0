import { majorUnits } from '../../domain/currency.ts';
import { ACCOUNTS, postingsOf } from './postings.ts';
import type { Posting } from './postings.ts';
import { closingOf, oneLine, referencesOf } from './statement-file.ts';
import type { StatementFile } from './statement-file.ts';

/**
 * Writes a statement for Beancount, one transaction for each entry. The balance is brought forward at the
 * beginning and carried forward after the end, both flagged `S`, so that each month's file is whole alone and
 * the files of several months are whole together. `auto_accounts` opens the accounts: a file that is included
 * beside another one must not open them again.
 */
export async function* beancountOf(file: StatementFile): AsyncGenerator<string, void, undefined> {
  const { org, env, month, currency, totals, entries } = file;
  const [first, next] = [dateOf(month.from), dateOf(month.to)];
  const closing = closingOf(file);
  const lines = (postings: readonly Posting[]) =>
    postings
      .map(({ account, amount }) => `  ${account}  ${majorUnits(amount, currency)} ${currency}\n`)
      .join('');
  const carry = (date: string, title: string, amount: bigint) =>
    amount === 0n
      ? ''
      : `\n${date} S "${title}"\n${lines([
          { account: ACCOUNTS.available, amount },
          { account: ACCOUNTS.carried, amount: -amount },
        ])}`;
  yield `; Statement ${month.name} of ${oneLine(org.name)}, ${org.id}, ${env}, ${currency}
option "operating_currency" "${currency}"
plugin "beancount.plugins.auto_accounts"
${carry(first, 'Balance brought forward', totals.opening)}`;
  for await (const rows of entries)
    yield rows
      .map((entry) => {
        const meta = [['id', entry.id] as const, ...referencesOf(entry)]
          .map(([name, id]) => `  ${name}: "${id}"\n`)
          .join('');
        const time = `  created_at: "${entry.at.toISOString()}"\n`;
        return `\n${dateOf(entry.at)} * "${entry.kind}"\n${meta}${time}${lines(postingsOf(entry))}`;
      })
      .join('');
  yield `\n${next} balance ${ACCOUNTS.available}  ${majorUnits(closing, currency)} ${currency}\n`;
  yield carry(next, 'Balance carried forward', -closing);
}

const dateOf = (at: Date): string => at.toISOString().slice(0, 10);
