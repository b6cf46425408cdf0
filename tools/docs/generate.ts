import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { CHECKOUT_MOVES } from '../../src/domain/checkout.ts';
import { MAGIC_VALUES } from '../../src/domain/magic-values.ts';
import { PAYOUT_MOVES } from '../../src/domain/payout.ts';
import { CASE_VERDICTS } from '../../src/domain/verification.ts';
import { STATUS } from '../../src/http/answers.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { ROUTES } from '../../src/http/routes/index.ts';
import { BANK_SCRIPTS } from '../../simulators/bank-script.ts';
import { ROOT } from '../../stack/places.ts';
import { readRecord } from '../proof/record.ts';
import { magicValuesPage } from './magic-values-page.ts';
import { reasonsPage } from './reasons-page.ts';
import { consoleFacts, consoleReasons } from './console-facts.ts';
import { sdkOperations, sdkTypes } from './sdk-files.ts';
import { proofPage } from './proof-page.ts';
import { simulatedBankPage } from './simulated-bank-page.ts';
import { statesPage } from './states-page.ts';
import type { Moves } from './states-page.ts';

/** The text of each generated file, by its path from the root. A test fails when a file is stale. */
export const GENERATED: Readonly<Record<string, () => Promise<string>>> = {
  'docs/openapi.json': openApiText,
  'docs/magic-values.md': async () => magicValuesPage(Object.values(MAGIC_VALUES)),
  // docs/proof.json has the last full run of each part.
  'docs/proof.md': async () => proofPage(await readRecord()),
  'docs/reasons.md': async () => reasonsPage(STATUS),
  'docs/simulated-bank.md': async () => simulatedBankPage(BANK_SCRIPTS),
  'docs/states.md': async () =>
    statesPage({ Checkout: CHECKOUT_MOVES, Payout: PAYOUT_MOVES, 'Verification case': caseMoves() }),
  // After openapi.json: these files are generated from it.
  'sdk/types.ts': sdkTypes,
  'sdk/operations.ts': sdkOperations,
  'web/console/facts.ts': async () => consoleFacts(),
  'web/console/reasons.ts': async () => consoleReasons(),
};

function openApiText(): Promise<string> {
  // JSON.stringify puts every reference on three lines: the file would exceed its limit of 350 KB.
  return format(JSON.stringify(openApiDocument(ROUTES)), { parser: 'json', printWidth: 110 });
}

/** Returns the moves of a verification case: each legal verdict leads to the state of its name. */
function caseMoves(): Moves {
  const moves = Object.entries(CASE_VERDICTS).map(([from, verdicts]) => [
    from,
    Object.fromEntries(verdicts.map((to) => [`verdict ${to.toLowerCase()}`, to])),
  ]);
  return Object.fromEntries(moves) as Moves;
}

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  for (const [name, make] of Object.entries(GENERATED)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await writeFile(join(ROOT, name), await make());
    console.log(`wrote ${name}`);
  }
}
