// Runs the histories by hand:
// node tools/proof/histories/run.ts [--quick] [--seed N] [--faults N] [--clients N] [--cells N] [--rush N]
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createProgress } from '../../../stack/progress.ts';
import { FULL, QUICK, runHistories } from './histories.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string' },
    faults: { type: 'string' },
    clients: { type: 'string' },
    cells: { type: 'string' },
    rush: { type: 'string' },
  },
});
const usual = flags.quick ? QUICK : FULL;
const size = {
  ...usual,
  faults: Number(flags.faults ?? usual.faults),
  clientsPerCell: Number(flags.clients ?? usual.clientsPerCell),
  cellsAtOnce: Number(flags.cells ?? usual.cellsAtOnce),
  rush: Number(flags.rush ?? usual.rush),
};
const options = {
  isQuick: flags.quick,
  seed: Number(flags.seed ?? randomInt(2 ** 31)),
  progress: createProgress(),
};
const { status, figures, faults, remedy } = await runHistories(options, size);
for (const { name, value, bar } of figures)
  console.log(`${name}: ${value}${bar === undefined ? '' : ` (required: ${bar})`}`);
for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(`${status}${remedy === undefined ? '' : `: ${remedy}`}`);
process.exitCode = status === 'failed' ? 1 : 0;
