#!/usr/bin/env node
import { main } from '../dist/cli.js';

// What the streams reported meanwhile must not be forgotten.
process.exitCode = (await main(process.argv.slice(2))) || process.exitCode;
