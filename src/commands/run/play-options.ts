import { InvalidArgumentError } from 'commander';
import { ASKED_PLAYERS } from '../../model/players.ts';
import { wholeNumber, type Options } from '../command.ts';

/** Options of every command that plays with a model. */
export interface PlayOptions {
  readonly display: 'auto' | 'live' | 'plain' | 'transcript' | 'none';
  readonly ifLocked: 'fail' | 'skip' | 'wait' | 'share';
}

/** The options that playing always has. */
export const PLAY_OPTIONS: Options = {
  '--model <name>': 'model for every role',
  '--player <kind>': { says: 'who plays', choices: ASKED_PLAYERS },
  '--base-url <url>': 'where its models are asked, up to the version: http://127.0.0.1:8080/v1',
  '--display <kind>': {
    says: 'progress on stderr',
    choices: ['auto', 'live', 'plain', 'transcript', 'none'],
    default: 'auto',
  },
  '--if-locked <what>': {
    says: 'when another run holds the workdir; share plays beside it',
    choices: ['fail', 'skip', 'wait', 'share'],
    default: 'fail',
  },
  '--max-cost <usd>': {
    says: 'stop, resumable, before US dollars spent exceed it',
    parse: amount,
  },
  '--max-tokens <n>': wholeNumber('the same for tokens'),
  '--max-time <minutes>': { says: 'the same for minutes', parse: amount },
  '--notify <url>': 'post one small JSON there when the run has ended',
  '--json': 'one JSON line per finished episode',
};

function amount(text: string): number {
  const value = Number(text);
  if (/^\d*\.?\d+$/.test(text) && value > 0) return value;
  throw new InvalidArgumentError('It is a number above 0.');
}
