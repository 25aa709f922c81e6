import { InvalidArgumentError } from 'commander';
import { RECIPE_USES } from '../../domain/recipe.ts';
import { ASKED_PLAYERS } from '../../model/players.ts';
import { wholeNumber, type Command, type Options } from '../command.ts';

/** The player, if not the one of the configuration. */
export const PLAYER_OPTIONS: Options = {
  '--model <name>': 'model for every role',
  '--player <kind>': { says: 'who plays', choices: ASKED_PLAYERS },
  '--base-url <url>': 'where its models are asked, up to the version: http://127.0.0.1:8080/v1',
};

export const PLAY_OPTIONS: Options = {
  ...PLAYER_OPTIONS,
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

export const RUN_COMMANDS: readonly Command[] = [
  {
    path: 'run',
    says: 'play episodes and learn from them',
    options: {
      '--episodes <n>': wholeNumber('how many', { default: 1 }),
      '--parallel <n>': wholeNumber('how many at a time, over the same memories', { default: 1 }),
      '--turns <n>': wholeNumber('turns per episode'),
      '--seed <n>': wholeNumber('seed every episode starts with', { least: 0 }),
      '--recipes <use>': {
        says: 'checked ways: told to the player (advice), the best played first (play), one played to something untried (explore), or off',
        choices: RECIPE_USES,
      },
      '--from <room>': 'begin at this room, by a checked way: its number or exact name',
      ...PLAY_OPTIONS,
      '--no-resume': 'leave what an earlier run did not finish as it is',
      '--dry-run':
        'tell what a run will use, with --verbose also its settings and the first prompt; play nothing',
    },
    examples: [
      'zorkgpt run --episodes 5',
      'zorkgpt run --episodes 20 --parallel 4 --max-cost 2.50',
      'zorkgpt run --story zork1.z3 --player openai --model gpt-5-mini --turns 300',
      'zorkgpt run --seed 12 --json | jq .score',
      'zorkgpt run --fleet postgres://zork@db.example/fleet --episodes 200',
    ],
    fleet: 'own',
    run: async (call) => (await import('./start-run.ts')).startRun(call),
  },
  {
    path: 'resume',
    takes: '[episode]',
    says: 'play an episode on that was killed, interrupted or out of budget',
    options: PLAY_OPTIONS,
    more: `Without a number it is the newest unfinished episode. What was recorded is not asked again: the recorded replies are fed
to the same code, and play goes on where they end, as if it had never stopped. How the episode is played stays as it was
recorded; endpoint, key, prices and budgets are those of today. Only this episode is played: of a run of several, those that
had not begun are left to zorkgpt run.`,
    examples: ['zorkgpt resume', 'zorkgpt resume 7 --max-cost 5'],
    run: async (call) => (await import('./play-recorded.ts')).resumeRecorded(call),
  },
  {
    path: 'fork',
    takes: '<episode>',
    says: 'play a new episode from a recorded moment, with another model, word or setting',
    options: {
      '--turn <n>': wholeNumber('the last turn that both have in common', { isRequired: true }),
      '--turns <n>': wholeNumber('turns of the episode, counted from its start'),
      '--instruct <text>':
        'what the agent is told with every turn from there on; the offline player cannot read it',
      '--without <id>': {
        says: 'a memory that is not shown from there on, by its id; several with commas',
      },
      '--set <setting=value>': {
        says: 'a setting from there on, by its dotted name; can be repeated',
        parse: (value, before: readonly string[] | undefined) => [...(before ?? []), value],
      },
      ...PLAY_OPTIONS,
    },
    more: `The turns up to there are repeated from the parent's records, without a model; the parent stays as it is. The fork knows
what was learnt as the parent found it, and what it learns itself goes into the same files as that of any episode. After an
update of zorkgpt that changes what models are asked, only episodes that were recorded since can be forked.`,
    examples: [
      'zorkgpt fork 7 --turn 40 --model gpt-5',
      'zorkgpt fork latest --turn 12 --turns 60 --player openai --model gpt-5 --instruct "Go west first."',
      'zorkgpt fork 7 --turn 40 --without ab2cde',
      'zorkgpt fork 7 --turn 40 --set memory.enabled=false --json',
    ],
    run: async (call) => (await import('./play-recorded.ts')).forkRecorded(call),
  },
  {
    path: 'replay',
    reads: true,
    takes: '<episode>',
    says: 'play a recorded episode back without a model, and compare',
    options: {
      '--workdir <folder>': 'where it was played',
      '--story <file>': 'its story file, when that was moved',
    },
    more: `Nothing is written and nobody is asked: the recorded replies are fed to today's code. Ends with 1 when a request, a turn,
a learnt file or the transcript comes out differently, and says where.`,
    examples: ['zorkgpt replay latest', 'zorkgpt replay 7 --json'],
    fleet: 'named',
    run: async (call) => (await import('./play-recorded.ts')).replayRecorded(call),
  },
];
