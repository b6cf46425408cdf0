import { majorUnits } from '../../domain/currency.ts';
import type { EntryKind } from '../../domain/books.ts';
import type { BookedEntryRow } from '../../store/books.ts';
import { closingOf, oneLine, referencesOf } from './statement-file.ts';
import type { StatementFile } from './statement-file.ts';

/** The ISO bank transaction code of each kind: family, and sub-family of the domain PMNT. */
const CODES: Readonly<Record<EntryKind, readonly [family: string, subFamily: string]>> = {
  capture: ['RCDT', 'OTHR'],
  return: ['ICDT', 'OTHR'],
  payout: ['ICDT', 'OTHR'],
  payout_reversal: ['RCDT', 'RRTN'],
  adjustment: ['OTHR', 'OTHR'],
};

/**
 * Writes a statement as ISO 20022 camt.053.001.08, one `Ntry` for each entry, with the opening and the
 * closing balance booked. Its fields for ids hold 35 characters: ids stand there without hyphens, and in full
 * in `AddtlNtryInf`.
 */
export async function* camt053Of(file: StatementFile): AsyncGenerator<string, void, undefined> {
  const { currency, month, totals, entries } = file;
  const lastDay = dateOf(new Date(month.to.getTime() - 1));
  const sum = (amount: number | bigint) => {
    const isDebit = amount < 0;
    const absolute = majorUnits(isDebit ? -amount : amount, currency);
    return `<Amt Ccy="${currency}">${absolute}</Amt><CdtDbtInd>${isDebit ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  };
  const balance = (code: string, amount: bigint, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${sum(amount)}<Dt><Dt>${day}</Dt></Dt></Bal>\n`;
  yield headOf(file);
  yield balance('OPBD', totals.opening, dateOf(month.from)) + balance('CLBD', closingOf(file), lastDay);
  for await (const rows of entries)
    yield rows.map((entry) => `<Ntry>${partsOf(entry, sum(entry.amount)).join('')}</Ntry>\n`).join('');
  yield '</Stmt></BkToCstmrStmt></Document>\n';
}

function headOf({ id, org, env, currency, month, madeAt }: StatementFile): string {
  const made = `<CreDtTm>${madeAt.toISOString()}</CreDtTm>`;
  const [from, to] = [month.from, new Date(month.to.getTime() - 1)].map((at) => at.toISOString());
  // A statement of the same month has the same id, whenever it is made.
  const statementId = `${month.name}-${currency}-${plain(org.id).slice(-20)}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>${plain(id)}</MsgId>${made}</GrpHdr>
<Stmt><Id>${statementId}</Id>${made}
<FrToDt><FrDtTm>${from}</FrDtTm><ToDtTm>${to}</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>${plain(org.id)}</Id></Othr></Id><Ccy>${currency}</Ccy><Nm>Available balance, ${env}</Nm><Ownr><Nm>${escaped(nameOf(org))}</Nm></Ownr></Acct>
`;
}

/** The parts of a `Ntry` in the order of the schema. */
function partsOf(entry: BookedEntryRow, amount: string): string[] {
  const at = `<DtTm>${entry.at.toISOString()}</DtTm>`;
  const [family, subFamily] = CODES[entry.kind];
  const references = referencesOf(entry);
  const [, last] = references.at(-1) ?? [undefined, entry.id];
  return [
    `<NtryRef>${plain(entry.id)}</NtryRef>`,
    amount,
    entry.kind === 'payout_reversal' ? '<RvslInd>true</RvslInd>' : '',
    `<Sts><Cd>BOOK</Cd></Sts><BookgDt>${at}</BookgDt><ValDt>${at}</ValDt>`,
    `<AcctSvcrRef>${plain(entry.id)}</AcctSvcrRef>`,
    `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn>`,
    `<Prtry><Cd>${entry.kind}</Cd></Prtry></BkTxCd>`,
    `<NtryDtls><TxDtls><Refs><EndToEndId>${plain(last)}</EndToEndId></Refs>${amount}</TxDtls></NtryDtls>`,
    `<AddtlNtryInf>${[`id ${entry.id}`, ...references.map((pair) => pair.join(' '))].join(', ')}</AddtlNtryInf>`,
  ];
}

/** An id of 36 characters without its hyphens. */
const plain = (id: string): string => id.replaceAll('-', '');

/** The name for `Nm`, which holds 140 characters and none that XML forbids. */
const nameOf = ({ id, name }: StatementFile['org']): string =>
  [...oneLine(name).replaceAll(/[\p{Cn}\p{Cs}\uFFFE\uFFFF]/gu, '')].slice(0, 140).join('') || id;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);

const dateOf = (at: Date): string => at.toISOString().slice(0, 10);
