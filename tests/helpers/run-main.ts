import { main } from '../../src/cli.ts';

// What the streams reported meanwhile must not be forgotten.
process.exitCode = (await main(process.argv.slice(2))) || process.exitCode;
