import * as fc from 'fast-check';
import { repeats } from './repeats.ts';

// Before each test file: how often its properties are tried that do not say so themselves.
fc.configureGlobal({ numRuns: repeats(120, 10_000) });
