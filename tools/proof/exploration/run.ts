import { createProgress } from '../../../stack/progress.ts';
import { exploration } from './exploration.ts';

// A separate process for the tests: inside Jest's contexts the walk takes several times as long.
const result = await exploration.run({ isQuick: false, seed: 0, progress: createProgress(console.error) });
console.log(JSON.stringify(result));
