import { decimalsOf, majorUnits } from '../../domain/currency.ts';
import { ACCOUNTS, postingsOf } from './postings.ts';
import { oneLine, referencesOf } from './statement-file.ts';
import type { StatementFile } from './statement-file.ts';

/**
 * Writes a statement as an hledger journal, one transaction for each entry, each with the balance after it as
 * an assertion. The opening balance is assigned, not added: a file after that of the month before changes
 * nothing by it, and alone it brings the balance forward.
 */
export async function* hledgerOf(file: StatementFile): AsyncGenerator<string, void, undefined> {
  const { org, env, month, currency, totals, entries } = file;
  const money = (amount: number | bigint) => `${majorUnits(amount, currency)} ${currency}`;
  let balance = totals.opening;
  yield `; Statement ${month.name} of ${oneLine(org.name)}, ${org.id}, ${env}, ${currency}
commodity ${decimalsOf(currency) === 0 ? '1000.' : majorUnits(10 ** (decimalsOf(currency) + 3), currency)} ${currency}
${Object.values(ACCOUNTS)
  .map((account) => `account ${account.toLowerCase()}\n`)
  .join('')}`;
  if (balance !== 0n)
    yield `\n${dateOf(month.from)} balance brought forward
  ${accountOf(ACCOUNTS.available)}  = ${money(balance)}
  ${accountOf(ACCOUNTS.carried)}\n`;
  for await (const rows of entries)
    yield rows
      .map((entry) => {
        const tags = [['id', entry.id] as const, ...referencesOf(entry)].map(
          ([name, id]) => `  ; ${name}:${id}\n`,
        );
        balance += BigInt(entry.amount);
        const postings = postingsOf(entry).map(
          ({ account, amount }) =>
            `  ${accountOf(account)}  ${money(amount)}${account === ACCOUNTS.available ? ` = ${money(balance)}` : ''}\n`,
        );
        return `\n${dateOf(entry.at)} * ${entry.kind}\n${tags.join('')}${postings.join('')}`;
      })
      .join('');
}

const accountOf = (account: string): string => account.toLowerCase();
const dateOf = (at: Date): string => at.toISOString().slice(0, 10);
