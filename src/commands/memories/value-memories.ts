import { isPaintedStream } from '../../domain/painted.ts';
import { plural } from '../../domain/text.ts';
import {
  planValue,
  USED_UP,
  valueMemories,
  type Valued,
  type FoundValues,
} from '../../eval/value-memories.ts';
import { liveProgressLines } from '../../events/live-lines.ts';
import { countLine } from '../../events/progress.ts';
import {
  doesHarmByEvidence,
  evidenceKey,
  type EvidenceBook,
} from '../../managers/memory/evidence.ts';
import { FEWEST_PAIRS, WEIGHTS } from '../../managers/memory/worth.ts';
import { PLAYERS } from '../../model/players.ts';
import { addSpent, NOTHING_SPENT, recordedSpending } from '../../model/budget.ts';
import { listEpisodes } from '../../records/episodes.ts';
import { spentIn } from '../../records/summary.ts';
import { priceWords, countWords, durationWords } from '../../report/wording.ts';
import { openBudgets } from '../../run/budgets.ts';
import { ForkPlays } from '../../run/fork-plays.ts';
import { checkPlayer } from '../../run/player.ts';
import { openDurableFile } from '../../storage/durable-file.ts';
import { readRecordings, type Recording } from '../../verify/recording.ts';
import type { Call } from '../command.ts';
import { claimedPlace, evidenceAtPlace, roomsAtPlace } from '../learnt-place.ts';
import { renderRows, type Columns } from '../layout.ts';
import { printNote } from '../print.ts';
import { displayMode } from '../run/watched-run.ts';
import { type World } from '../world.ts';

interface Asked {
  readonly pairs: number;
  readonly each: number;
  readonly turns: number;
}

/** `zorkgpt memories value`: measures the worth of memories by playing recorded moments with each and without it. */
export async function valueMemoriesCommand(call: Call<Asked>): Promise<void> {
  const { pairs, each, turns } = call.options;
  const { config, story, folder, memories, evidence } = await claimedPlace(call);
  const player = PLAYERS[checkPlayer(config)];
  const recordings = readRecordings(config.workdir, story).filter(
    ({ problem }) => problem === null,
  );
  const plan = { turns, each, player: player.modelName(config.models) };
  const valued = planValue(roomsAtPlace(memories), recordings, evidenceAtPlace(folder), plan);
  const open = valued.reduce((sum, { moments }) => sum + moments.length, 0);
  const planned = Math.min(open, pairs);
  const moments = valued.flatMap((one) => one.moments).slice(0, planned);
  const repeated = moments.reduce((sum, { turn }) => sum + 2 * (turn - 1), 0);
  const play = { turns: 2 * turns * planned, repeated };
  const price = estimate(config.workdir, recordings, play);
  const limit = player.isFree ? null : config.budget.run.costUsd;
  call.tell(budgetWords({ valued, planned, turns }, price, limit));
  const budgets = openBudgets(config);
  const { world, options, tell } = call;
  const flags = { ...call.flags, ...(config.story !== null && { story: config.story }) };
  const today = { flags, config: options.config, workdir: config.workdir };
  const file = openDurableFile(evidence, { backup: false });
  const line = valueMemoriesLive(world, planned);
  const onPair = (played: number) => line.count(played);
  await call.untilSignal(async (signal) => {
    signal.addEventListener('abort', () => {
      line.stop();
      tell('Stopping; the pair in hand is not kept.');
    });
    const plays = new ForkPlays({ world, today, budgets, turns, signal, tell });
    const play = (fork: Parameters<typeof plays.play>[0]) => plays.play(fork);
    const ports = { play, evidence: file, plan, pairs, signal, tell, onPair };
    const found = await valueMemories(valued, ports).finally(() => line.stop());
    await budgets.settle();
    answer(call, found, evidenceAtPlace(folder));
  });
}

const MINUTE_MS = 60_000;

export function valueMemoriesLive(world: World, of: number) {
  const began = performance.now();
  let done = 0;
  const says = () => countLine('pair', { done, of }, performance.now() - began);
  const isLive = displayMode(world, 'auto') === 'live';
  const isPainted = isPaintedStream(world.stderr, world.environment);
  const lines = isLive ? liveProgressLines(world.stderr, says, isPainted) : null;
  const ticking = isLive
    ? undefined
    : setInterval(() => printNote(world, says()), MINUTE_MS).unref();
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

/** The cost and time of so many turns, by the recorded ones. Turns repeated before a moment ask nothing. */
function estimate(
  workdir: string,
  recordings: readonly Recording[],
  { turns, repeated }: { readonly turns: number; readonly repeated: number },
) {
  const numbers = new Set(recordings.map(({ episode }) => episode));
  const episodes = listEpisodes(workdir).filter(({ number }) => numbers.has(number));
  const timed = spentIn(episodes.flatMap(({ summary }) => summary ?? []));
  const cassettes = episodes.map(({ files }) => files.cassette());
  const spent = cassettes
    .map((cassette) => recordedSpending(cassette, 0))
    .reduce(addSpent, NOTHING_SPENT);
  const share = spent.turns === 0 ? 0 : turns / spent.turns;
  const tookMs = timed.minutes * MINUTE_MS;
  const calls = cassettes.flatMap((cassette) => cassette.calls);
  const engineMs = Math.max(0, tookMs - calls.reduce((sum, { latencyMs }) => sum + latencyMs, 0));
  const durationMs =
    timed.turns === 0 ? null : (tookMs * turns + engineMs * repeated) / timed.turns;
  return { calls: Math.round(spent.calls * share), costUsd: spent.costUsd * share, durationMs };
}

function budgetWords(
  { valued, planned, turns }: { valued: readonly Valued[]; planned: number; turns: number },
  { calls, costUsd, durationMs }: ReturnType<typeof estimate>,
  /** Null for a free player. Absent or 0 for no limit. */
  limit: number | null | undefined,
): string {
  const price = priceWords(costUsd, '');
  const about = price === 'free' ? price : `about ${price}`;
  const bound = limit ? `${about}, at most ${priceWords(limit, '')}` : about;
  const money = limit === null ? 'free' : bound;
  const time = durationMs === null ? '' : `, about ${durationWords(durationMs)}`;
  const each =
    durationMs === null
      ? ''
      : `takes about ${durationWords(durationMs / Math.max(1, planned))} and `;
  return [
    `The player was shown ${plural(valued.length, 'memory', 'memories')} in recorded turns; ${plural(planned, 'pair')} of plays of ${turns} turns, about ${countWords(calls)} questions, ${money}${time}.`,
    `A pair ${each}is kept: --pairs plays fewer, and after Ctrl-C the same command goes on.`,
  ].join('\n');
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

const LEGEND = `Worth: what a play with the memory brings more than one without it, on average, in points; a room counts ${WEIGHTS.rooms}, a useless command ${WEIGHTS.wasted}, a death ${WEIGHTS.deaths}. Fewer than ${FEWEST_PAIRS} pairs decide nothing.`;

/** Why not every pair was played. */
function endWords(stopped: string | null): readonly string[] {
  if (stopped === null) return [];
  if (stopped === USED_UP) return ['That is what --pairs allows; the same command plays more.'];
  return [`It ended early: ${stopped.replace(/\.$/, '')}. The same command goes on.`];
}

function answer(call: Call<Asked>, { memories, pairs, stopped }: FoundValues, book: EvidenceBook) {
  const isShown = ({ location, memory }: Valued) =>
    !doesHarmByEvidence(book.get(evidenceKey(location.id, memory)));
  const known = memories
    .filter(({ worth }) => worth !== undefined)
    .map((one) => ({ ...one, isShown: isShown(one) }))
    .toSorted((a, b) => (b.worth?.mean ?? 0) - (a.worth?.mean ?? 0));
  const told = known.map(({ id, location, memory: { category, title }, isShown, worth }) => {
    return { id, location, category, title, isShown, worth };
  });
  const result = { schemaVersion: 1, by: 'simulated', pairs, stopped, memories: told };
  call.answer(result, (width) =>
    known.length === 0
      ? { nothing: ['Nothing was valued.', ...endWords(stopped)].join(' ') }
      : [
          renderRows(COLUMNS, known, width),
          '',
          LEGEND,
          [
            `Now ${plural(pairs, 'pair')} played in copies of the game (simulated).`,
            ...endWords(stopped),
          ].join(' '),
        ].join('\n'),
  );
}
