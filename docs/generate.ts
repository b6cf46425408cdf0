import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CHECKOUT_MOVES } from '../src/domain/checkout.ts';
import { MAGIC_VALUES } from '../src/domain/magic-values.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { ROUTES } from '../src/http/routes/index.ts';
import { BANK_SCRIPTS } from '../simulators/bank-script.ts';
import { magicValuesPage } from './magic-values-page.ts';
import { simulatedBankPage } from './simulated-bank-page.ts';
import { statesPage } from './states-page.ts';

/** The files of this folder that are made from the code, and their text. A test fails when one is out of date. */
export const GENERATED: Readonly<Record<string, () => Promise<string>>> = {
  'openapi.json': async () => `${JSON.stringify(openApiDocument(ROUTES), null, 2)}\n`,
  'magic-values.md': async () => magicValuesPage(Object.values(MAGIC_VALUES)),
  'simulated-bank.md': async () => simulatedBankPage(BANK_SCRIPTS),
  'states.md': async () => statesPage({ Checkout: CHECKOUT_MOVES }),
};

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  for (const [name, make] of Object.entries(GENERATED)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await writeFile(fileURLToPath(new URL(name, import.meta.url)), await make());
    console.log(`wrote docs/${name}`);
  }
}
