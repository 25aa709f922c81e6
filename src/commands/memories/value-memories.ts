import { plural } from '../../domain/text.ts';
import {
  planValue,
  valueMemories,
  type Valued,
  type FoundValues,
} from '../../eval/value-memories.ts';
import { countLine, liveLines } from '../../events/progress.ts';
import { doesHarm, evidenceKey, type EvidenceBook } from '../../managers/memory/evidence.ts';
import { FEWEST_PAIRS } from '../../managers/memory/worth.ts';
import { PLAYERS } from '../../model/players.ts';
import { addSpent, NOTHING_SPENT, recordedSpending } from '../../model/budget.ts';
import { listEpisodes } from '../../records/episodes.ts';
import { spentIn } from '../../records/summary.ts';
import { cost, duration } from '../../report/wording.ts';
import { openBudgets } from '../../run/budgets.ts';
import { ForkPlays } from '../../run/fork-plays.ts';
import { checkPlayer } from '../../run/player.ts';
import { openDurableFile } from '../../storage/durable-file.ts';
import { readRecordings, type Recording } from '../../verify/recording.ts';
import type { Call } from '../command.ts';
import { claimedPlace, readLearntEvidence, readLearntRooms } from '../learnt-place.ts';
import { renderRows, type Columns } from '../layout.ts';
import { displayOfRun } from '../run/around-run.ts';
import { note, type World } from '../world.ts';

interface Asked {
  readonly pairs: number;
  readonly each: number;
  readonly turns: number;
}

/** `zorkgpt memories value`: what memories are worth, by playing recorded moments with each and without it. */
export async function tellMemoryValues(call: Call<Asked>): Promise<void> {
  const { pairs, each, turns } = call.options;
  const { config, story, folder, memories, evidence } = await claimedPlace(call);
  const player = PLAYERS[checkPlayer(config)];
  const recordings = readRecordings(config.workdir, story).filter(
    ({ problem }) => problem === null,
  );
  const plan = { turns, each, player: player.modelName(config.models) };
  const valued = planValue(readLearntRooms(memories), recordings, readLearntEvidence(folder), plan);
  const open = valued.reduce((sum, { moments }) => sum + moments.length, 0);
  const planned = Math.min(open, pairs);
  const price = estimate(config.workdir, recordings, 2 * turns * planned);
  const limit = player.isFree ? null : config.budget.run.costUsd;
  call.tell(budgetWords({ valued, planned, turns }, price, limit));
  const budgets = openBudgets(config);
  const { world, options, tell } = call;
  const flags = { ...call.flags, ...(config.story !== null && { story: config.story }) };
  const today = { flags, config: options.config, workdir: config.workdir };
  const file = openDurableFile(evidence, { backup: false });
  const { count: onPair, stop } = liveCount(world, planned);
  const found = await call
    .untilSignal((signal) => {
      const plays = new ForkPlays({ world, today, budgets, turns, signal, tell });
      const play = plays.play.bind(plays);
      return valueMemories(valued, { play, evidence: file, plan, pairs, tell, onPair });
    })
    .finally(stop);
  await budgets.settle();
  answer(call, found, readLearntEvidence(folder));
}

const MINUTE_MS = 60_000;

/** Which pair is played, for how long, and how long the rest takes: all the time at a terminal, else each minute. */
export function liveCount(world: World, of: number) {
  const began = performance.now();
  let done = 0;
  const says = () => countLine('pair', { done, of }, performance.now() - began);
  const isLive = displayOfRun(world, 'auto') === 'live';
  const lines = isLive ? liveLines(world.stderr, says) : null;
  const ticking = isLive ? undefined : setInterval(() => note(world, says()), MINUTE_MS).unref();
  if (of > 0) lines?.show();
  return {
    count(pairs: number) {
      done = pairs;
      lines?.show();
    },
    stop() {
      clearInterval(ticking);
      lines?.stop();
    },
  };
}

/** What so many turns cost and how long they take, by what the recorded ones did; null where no time is recorded. */
function estimate(workdir: string, recordings: readonly Recording[], turns: number) {
  const numbers = new Set(recordings.map(({ episode }) => episode));
  const episodes = listEpisodes(workdir).filter(({ number }) => numbers.has(number));
  const timed = spentIn(episodes.flatMap(({ summary }) => summary ?? []));
  const spent = episodes
    .map(({ files }) => recordedSpending(files.cassette(), 0))
    .reduce(addSpent, NOTHING_SPENT);
  const share = spent.turns === 0 ? 0 : turns / spent.turns;
  const durationMs = timed.turns === 0 ? null : (timed.minutes * MINUTE_MS * turns) / timed.turns;
  return { calls: Math.round(spent.calls * share), costUsd: spent.costUsd * share, durationMs };
}

function budgetWords(
  { valued, planned, turns }: { valued: readonly Valued[]; planned: number; turns: number },
  { calls, costUsd, durationMs }: ReturnType<typeof estimate>,
  /** Null where play is free; absent or 0 where there is no limit. */
  limit: number | null | undefined,
): string {
  const price = cost(costUsd, '');
  const about = price === 'free' ? price : `about ${price}`;
  const bound = limit ? `${about}, at most ${cost(limit, '')}` : about;
  const money = limit === null ? 'free' : bound;
  const time = durationMs === null ? '' : `, about ${duration(durationMs)}`;
  return `${plural(valued.length, 'memory', 'memories')} shown in recorded turns; ${plural(planned, 'pair')} of plays of ${turns} turns, about ${calls} model calls, ${money}${time}.`;
}

const COLUMNS: Columns<Valued & { readonly isShown: boolean }> = {
  id: ({ id }) => id,
  location: ({ location }) => location.id,
  worth: ({ worth }) => (worth === undefined ? '' : worth.mean.toFixed(2)),
  interval: ({ worth }) =>
    worth?.interval ? `${worth.interval.low.toFixed(2)} to ${worth.interval.high.toFixed(2)}` : '',
  pairs: ({ worth }) => worth?.pairs.length ?? 0,
  fate: ({ isShown }) => (isShown ? '' : 'not shown'),
  memory: ({ memory }) => `${memory.category}: ${memory.title}`,
};

function answer(call: Call<Asked>, { memories, pairs, stopped }: FoundValues, book: EvidenceBook) {
  const isShown = ({ location, memory }: Valued) =>
    !doesHarm(book.get(evidenceKey(location.id, memory)));
  const known = memories
    .filter(({ worth }) => worth !== undefined)
    .map((one) => ({ ...one, isShown: isShown(one) }))
    .toSorted((a, b) => (b.worth?.mean ?? 0) - (a.worth?.mean ?? 0));
  const told = known.map(({ id, location, memory: { category, title }, isShown, worth }) => {
    return { id, location, category, title, isShown, worth };
  });
  const end = ` It ended early: ${stopped?.replace(/\.$/, '')}. The same command goes on.`;
  const why = stopped === null ? '' : end;
  const result = { schemaVersion: 1, by: 'simulated', pairs, stopped, memories: told };
  call.answer(result, (width) =>
    known.length === 0
      ? { nothing: `Nothing was valued.${why}` }
      : `${renderRows(COLUMNS, known, width)}\n${plural(pairs, 'pair')} played (simulated); fewer than ${FEWEST_PAIRS} decide nothing.${why}`,
  );
}
