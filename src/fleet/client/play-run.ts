import { setTimeout as sleep } from 'node:timers/promises';
import { configSchema, type GameConfiguration } from '../../config/schema.ts';
import { ConfigError } from '../../domain/errors.ts';
import { manifestConfig } from '../../records/manifest.ts';
import { type EpisodeSummary, summarySchema } from '../../records/summary.ts';
import { checkPlayer } from '../../run/player.ts';
import { openPlayableStory } from '../../run/playable-story.ts';
import { releaseOverdueClaims } from '../episode-claims.ts';
import type { Fleet } from '../fleet.ts';
import { MAIN_STORE, type Submission } from '../submit.ts';

interface RunInputs extends Pick<Submission, 'prompts' | 'origin' | 'lastNumber'> {
  readonly config: GameConfiguration;
  readonly redact: (text: string) => string;
  readonly seeds: readonly number[];
  /** How many are played at the same time. Null for all. */
  readonly atATime: number | null;
}

/** Episodes, one for each seed, that share one memory. Throws ConfigError and StoryError if nobody could play them. */
export function planRunToPlay(inputs: RunInputs): Submission {
  const { config, redact, seeds, atATime, ...submission } = inputs;
  checkPlayer(config);
  const { bytes, identity } = openPlayableStory(config.story);
  const sent = storableSettings(config, redact);
  return {
    ...submission,
    kind: 'run',
    begun: new Date().toISOString(),
    story: { bytes, ifid: identity.ifid },
    episodes: seeds.map((seed, index) => ({
      store: MAIN_STORE,
      seed,
      config: sent,
      needs: atATime === null || index < atATime ? null : index - atATime,
      rank: index,
    })),
  };
}

/** A configuration for storage in a database: as in a manifest, and without the address of the database itself. */
export function storableSettings(config: GameConfiguration, redact: (text: string) => string) {
  const { fleet: _, ...rest } = config;
  if (config.story === null) throw new ConfigError('No story is named; pass --story FILE.');
  return configSchema.parse(manifestConfig(rest, redact));
}

export interface EndedEpisode {
  readonly id: number;
  readonly place: string;
  readonly number: number;
  readonly state: 'done' | 'failed' | 'cancelled';
  /** Why it was set aside. Empty for one that was played. */
  readonly reason: string;
  readonly summary: EpisodeSummary | null;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** The pause as a share of the time since the last episode ended, so that polling delays little. */
const PAUSE_SHARE = 0.1;
/** After so long without a worker, a person is told. */
const LONELY_MS = 3_000;

export interface FollowOptions {
  readonly tell: (message: string) => void;
  /** Ends the waiting. Finished episodes still come. */
  readonly stop: AbortSignal;
}

/** The episodes of a run as they end, until none is left. Rejects as `Database.transaction`. */
export async function* followRun(
  fleet: Fleet,
  run: number,
  { tell, stop }: FollowOptions,
): AsyncGenerator<EndedEpisode> {
  const seen = new Set<number>();
  const since = performance.now();
  let lastEnd = since;
  let isTold = false;
  for (;;) {
    const { ended, open, workers } = await look(fleet, run, [...seen]);
    for (const one of ended) {
      seen.add(one.id);
      yield one;
    }
    if (open === 0 || stop.aborted) return;
    if (workers === 0 && !isTold && performance.now() - since > LONELY_MS) {
      isTold = true;
      tell(
        `No worker of zorkgpt ${fleet.version} listens; start one with zorkgpt worker on any machine that reaches the database.`,
      );
    }
    // Usually workers do this.
    if (workers === 0) await releaseOverdueClaims(fleet);
    const now = performance.now();
    if (ended.length > 0) lastEnd = now;
    const pause = Math.max(FIRST_PAUSE_MS, (now - lastEnd) * PAUSE_SHARE);
    await sleep(Math.min(pause, LONGEST_PAUSE_MS), undefined, { signal: stop }).catch(
      () => undefined,
    );
  }
}

/** In one statement: an episode that ends meanwhile is open or ended, never neither. */
async function look({ database, version }: Fleet, run: number, seen: readonly number[]) {
  const [row] = await database.query<{
    ended: readonly (Omit<EndedEpisode, 'summary'> & { readonly summary: unknown })[];
    open: number;
    workers: number;
  }>(
    `select coalesce((select json_agg(one order by stored, id) from
         (select id, place, number, state, reason, summary, stored from zorkgpt.episode
          where run = $1 and state in ('done', 'failed', 'cancelled') and id <> all($2::int[])) one),
       '[]') as ended,
       (select count(*)::int from zorkgpt.episode
         where run = $1 and state in ('waiting', 'playing')) as open,
       (select count(*)::int from zorkgpt.worker
         where version = $3 and seen > clock_timestamp() - lease_ms * interval '1 millisecond')
         as workers`,
    [run, seen, version],
  );
  const { ended, open, workers } = row ?? { ended: [], open: 0, workers: 0 };
  return {
    ended: ended.map(({ id, place, number, state, reason, summary }) => {
      const played = summarySchema.safeParse(summary).data ?? null;
      return { id, place, number, state, reason, summary: played };
    }),
    open,
    workers,
  };
}
