import { NotFoundError } from '../../domain/errors.ts';
import { PLAYERS } from '../../model/players.ts';
import { getBlobs } from '../blobs.ts';
import type { Fleet } from '../fleet.ts';
import type { Transaction } from '../postgres/database.ts';
import type { JobSetting } from '../submit.ts';

/** The state of a fleet; the JSON of `fleet status`. */
export type FleetStatus = Awaited<ReturnType<typeof readFleetStatus>>;

/** `done` are stored, `failed` set aside. */
type States = Readonly<Record<'waiting' | 'playing' | 'done' | 'failed', number>>;

/** A worker, and the time since its last sign of life. */
interface WorkerStatus {
  readonly name: string;
  readonly host: string;
  readonly version: string;
  readonly parallel: number;
  readonly playing: number;
  readonly draining: boolean;
  readonly silentSeconds: number;
}

export function readFleetStatus({ database }: Fleet) {
  return database.transaction(async (tx) => {
    const [episodes] = await tx.query<States>(
      `select ${counted('waiting')}, ${counted('playing')}, ${counted('done')}, ${counted('failed')}
       from zorkgpt.episode`,
    );
    const workers = await tx.query<WorkerStatus>(
      `select name, host, version, parallel, draining,
              (select count(*)::int from zorkgpt.episode
                where state = 'playing' and episode.worker = worker.name) as playing,
              round(extract(epoch from clock_timestamp() - seen))::int as "silentSeconds"
       from zorkgpt.worker order by name`,
    );
    const failed = await tx.query<{ run: number; place: string; episode: number; reason: string }>(
      `select run, place, number as episode, reason from zorkgpt.episode
       where state = 'failed' order by id desc limit 20`,
    );
    return {
      episodes: episodes ?? { waiting: 0, playing: 0, done: 0, failed: 0 },
      workers,
      runs: await readRuns(tx),
      failed,
    };
  });
}

function counted(state: keyof States): string {
  return `count(*) filter (where state = '${state}')::int as ${state}`;
}

const MOST_RUNS = 20;

/** The requests, the newest first. Finished ones only if there are few others. */
async function readRuns(tx: Transaction) {
  const rows = await tx.query<{
    run: number;
    kind: 'run' | 'eval';
    by: string;
    started: Date;
    seconds: number;
    story: string;
    setting: string;
    episodes: number;
    playing: number;
    over: number;
  }>(
    `select run.id as run, kind, origin as by, submitted as started,
            round(extract(epoch from clock_timestamp() - submitted))::int as seconds,
            min(place.ifid) as story, min(episode.setting) as setting, count(*)::int as episodes,
            ${counted('playing')},
            count(*) filter (where state in ('done', 'failed', 'cancelled'))::int as over
     from zorkgpt.run join zorkgpt.episode on episode.run = run.id
     join zorkgpt.place on place.name = episode.place
     group by run.id
     order by bool_or(state in ('waiting', 'playing')) desc, run.id desc limit $1`,
    [MOST_RUNS],
  );
  const hashes = rows.map(({ setting }) => setting);
  const contentOf = await getBlobs(tx, hashes);
  return rows.map(({ setting, started, ...row }) => ({
    ...row,
    started: started.toISOString(),
    // The player of its first episode.
    player: playerIn(contentOf(setting)),
  }));
}

function playerIn(setting: Uint8Array): string {
  const { config } = JSON.parse(Buffer.from(setting).toString()) as JobSetting;
  const { player } = config;
  if (player === null) return 'nobody';
  const model = PLAYERS[player].modelName(config.models);
  return model === '' || model === player ? player : `${player}, ${model}`;
}

/** Lets every worker end when its episode is stored. Returns how many were told. */
export async function drainWorkers({ database }: Fleet): Promise<number> {
  const told = await database.query(
    'update zorkgpt.worker set draining = true where not draining returning name',
  );
  return told.length;
}

/** Removes the waiting episodes of one run, or of all, and those in play unless `onlyWaiting`: nothing of them is stored. */
export async function cancelEpisodes(
  { database }: Fleet,
  asked: { readonly run?: number | null; readonly onlyWaiting?: boolean },
) {
  const { run = null, onlyWaiting = false } = asked;
  const states = onlyWaiting ? ['waiting'] : ['waiting', 'playing'];
  const rows = await database.transaction(async (tx) => {
    const known = await tx.query('select from zorkgpt.run where $1::int is null or id = $1', [run]);
    if (run !== null && known.length === 0)
      throw new NotFoundError(
        `There is no run ${run}; zorkgpt fleet status tells which there are.`,
      );
    return tx.query<{ was: string }>(
      `update zorkgpt.episode set state = 'cancelled', reason = 'It was cancelled.'
       from (select id, state as was from zorkgpt.episode
             where state = any($1) and ($2::int is null or run = $2) for update) before
       where episode.id = before.id returning before.was`,
      [states, run],
    );
  });
  const count = (state: string) => rows.filter(({ was }) => was === state).length;
  return { waiting: count('waiting'), playing: count('playing') };
}
