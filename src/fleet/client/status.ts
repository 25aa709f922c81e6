import { NotFoundError } from '../../domain/errors.ts';
import { PLAYERS } from '../../model/players.ts';
import { getBlobs } from '../blobs.ts';
import type { Fleet } from '../fleet.ts';
import type { Transaction } from '../postgres/database.ts';
import type { JobSetting } from '../submit.ts';

/** What a fleet is doing; the JSON of `fleet status`. */
export interface FleetStatus {
  /** `done` are stored, `failed` set aside. */
  readonly episodes: Readonly<Record<'waiting' | 'playing' | 'done' | 'failed', number>>;
  readonly workers: readonly {
    readonly name: string;
    readonly host: string;
    readonly version: string;
    readonly parallel: number;
    readonly playing: number;
    readonly draining: boolean;
    /** Since it was last heard of. */
    readonly silentSeconds: number;
  }[];
  /** What was asked for, newest first, at most 20; those that are over only where fewer are not. */
  readonly runs: readonly RunStatus[];
  /** What was set aside, newest first, at most 20. */
  readonly failed: readonly {
    readonly run: number;
    readonly place: string;
    readonly episode: number;
    readonly reason: string;
  }[];
}

interface RunStatus {
  readonly run: number;
  readonly kind: 'run' | 'eval';
  readonly story: string;
  /** Who plays in its first episode: a player, with its model where it is one. */
  readonly player: string;
  /** Episodes that are stored, set aside or cancelled, of all. */
  readonly over: number;
  readonly episodes: number;
  readonly playing: number;
  /** When it was asked for, ISO 8601, and how long ago that is, by the database's clock. */
  readonly started: string;
  readonly seconds: number;
  /** Who asked: host and folder. */
  readonly by: string;
}

export function readStatus({ database }: Fleet): Promise<FleetStatus> {
  return database.transaction(async (tx) => {
    const [episodes] = await tx.query<FleetStatus['episodes']>(
      `select ${counted('waiting')}, ${counted('playing')}, ${counted('done')}, ${counted('failed')}
       from zorkgpt.episode`,
    );
    const workers = await tx.query<FleetStatus['workers'][number]>(
      `select name, host, version, parallel, draining,
              (select count(*)::int from zorkgpt.episode
                where state = 'playing' and episode.worker = worker.name) as playing,
              round(extract(epoch from clock_timestamp() - seen))::int as "silentSeconds"
       from zorkgpt.worker order by name`,
    );
    const failed = await tx.query<FleetStatus['failed'][number]>(
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

function counted(state: keyof FleetStatus['episodes']): string {
  return `count(*) filter (where state = '${state}')::int as ${state}`;
}

const MOST_RUNS = 20;

async function readRuns(tx: Transaction): Promise<readonly RunStatus[]> {
  const rows = await tx.query<
    Omit<RunStatus, 'player' | 'started'> & { started: Date; setting: string }
  >(
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
  const settings = await getBlobs(
    tx,
    rows.map(({ setting }) => setting),
  );
  return rows.map(({ setting, started, ...row }) => ({
    ...row,
    started: started.toISOString(),
    player: playerIn(settings.get(setting)),
  }));
}

function playerIn(bytes: Uint8Array | undefined): string {
  const { config } = JSON.parse(Buffer.from(bytes ?? '{}').toString()) as JobSetting;
  const { player } = config;
  if (player === null) return 'nobody';
  const model = PLAYERS[player].modelName(config.models);
  return model === '' || model === player ? player : `${player}, ${model}`;
}

/** Lets every worker end when what it plays is stored. Returns how many were told. */
export async function drain({ database }: Fleet): Promise<number> {
  const told = await database.query(
    'update zorkgpt.worker set draining = true where not draining returning name',
  );
  return told.length;
}

/** Takes away what waits of one run, or of all, and what is played unless `onlyWaiting`: nothing of it is stored. */
export async function cancel(
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
