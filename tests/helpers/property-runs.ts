import * as fc from 'fast-check';
import { repeats } from './repeats.ts';

const isSoak = repeats(0, 1) === 1;

// Before each test file: how often its properties are tried that do not say so themselves. The same cases each time, so
// that a test says the same of the same code; the soak draws others.
fc.configureGlobal({ numRuns: repeats(60, 10_000), ...(isSoak ? {} : { seed: 1 }) });
