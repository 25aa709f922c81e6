import type { Replay } from '../run/replay-episode.ts';
import type { Call } from './call.ts';
import type { Command } from './command.ts';
import { EXIT, CommandExit } from './exit-codes.ts';

/** `zorkgpt replay EPISODE`: play a recording back without a model and compare. */
export const REPLAY_COMMANDS: readonly Command[] = [
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
    run: replay,
  },
];

async function replay(call: Call): Promise<void> {
  const { findStarted } = await import('../records/standing.ts');
  const { replayEpisode } = await import('../run/replay-episode.ts');
  const { config } = await call.settings();
  const recorded = findStarted(config.workdir, call.word);
  const replayed = await replayEpisode(recorded, call.options.story ?? null);
  call.answer(jsonOf(replayed), () => describe(replayed));
  if (replayed.difference !== null) throw new CommandExit(EXIT.failed);
}

function jsonOf({ episode, turns, modelCalls, difference }: Replay): object {
  const identical = difference === null;
  return { schemaVersion: 1, episode, identical, turns, modelCalls, difference };
}

function describe({ episode, turns, modelCalls, difference }: Replay): string {
  const played = `${turns} turns, ${modelCalls} model calls`;
  if (difference === null) return `Episode ${episode} comes out identical: ${played}.`;
  return `Episode ${episode} differs in turn ${difference.turn}, after ${played}.\n${difference.message}`;
}
