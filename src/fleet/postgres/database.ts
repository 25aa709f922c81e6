import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import {
  codeOf,
  ConfigError,
  messageOf,
  UnreachableError,
  ZorkGptError,
} from '../../domain/errors.ts';

type Row = Readonly<Record<string, unknown>>;

export interface Transaction {
  query<R extends object = Row>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
}

export interface DatabaseOptions {
  /** How long to wait for it when it goes away, in milliseconds. */
  readonly patienceMs: number;
  readonly connections?: number;
  /** Called with a sentence when it goes away, and when it is back. */
  readonly tell: (message: string) => void;
  /** Ends the waiting; its reason is then thrown. */
  readonly signal?: AbortSignal;
}

/** At first contact an address is more likely wrong than away. */
const FIRST_PATIENCE_MS = 5_000;
const CONNECT_MS = 10_000;
/** A database that was suspended, not ended, keeps its connections and never answers. */
const ANSWER_MS = 30_000;
/** A process that is suspended in the middle of a transaction loses it, because others wait for its locks. */
const IDLE_IN_TRANSACTION_MS = 120_000;
const CONFLICTS = new Set<string | null>(['40001', '40P01']);
const MOST_CONFLICTS = 50;
const LONGEST_PAUSE_MS = 2_000;
/** How long a farewell to the server may take. One that hangs is ignored. */
const CLOSE_MS = 2_000;

/** A PostgreSQL database that may go away for a while. Transactions are repeated until it answers. */
export class Database {
  /** `host:port/name`, without user and password. */
  readonly name: string;
  readonly #pool: Pool;
  readonly #clients = new Set<PoolClient>();
  readonly #options: DatabaseOptions;
  #patienceMs: number;
  /** When it stopped answering, on a monotonic clock. Null while it answers. */
  #awaySince: number | null = null;
  #answersSince: number | null = null;
  /** How often it went away so far. */
  outages = 0;

  private constructor(pool: Pool, name: string, options: DatabaseOptions) {
    this.#pool = pool;
    this.name = name;
    this.#options = options;
    this.#patienceMs = Math.min(FIRST_PATIENCE_MS, options.patienceMs);
    // An idle connection broke. The next one is made when needed.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => this.#clients.add(client));
    pool.on('remove', (client) => this.#clients.delete(client));
  }

  /** Rejects with ConfigError for a bad address and if it refuses us; with UnreachableError if nobody answers. */
  static async open(url: string, options: DatabaseOptions): Promise<Database> {
    const name = nameOf(url);
    const { default: pg } = await import('pg');
    const answerMs = Math.max(1_000, Math.min(ANSWER_MS, options.patienceMs));
    const pool = new pg.Pool({
      connectionString: url,
      application_name: 'zorkgpt',
      max: options.connections ?? 4,
      connectionTimeoutMillis: Math.min(CONNECT_MS, answerMs),
      query_timeout: answerMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
      allowExitOnIdle: true,
    });
    const database = new Database(pool, name, options);
    try {
      await database.transaction((tx) => tx.query('select 1'));
    } catch (error) {
      await database.close();
      throw error;
    }
    database.#patienceMs = options.patienceMs;
    return database;
  }

  /** Runs `work` in one transaction, and again if the database went away. Rejects with UnreachableError if it stays away. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#untilAnswered(async (client) => {
      await client.query('begin');
      const result = await work(transactionOn(client));
      await client.query('commit');
      return result;
    });
  }

  /** Runs one statement, or a script that begins and ends its own transactions. Rejects in the same way. */
  query<R extends object = Row>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<readonly R[]> {
    return this.#untilAnswered((client) => transactionOn(client).query<R>(text, values));
  }

  async #untilAnswered<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    for (let conflicts = 0; ;) {
      try {
        const result = await this.#once(work);
        this.#answered();
        return result;
      } catch (error) {
        if (CONFLICTS.has(codeOf(error)) && conflicts < MOST_CONFLICTS) {
          conflicts += 1;
          await sleep(10 * conflicts * Math.random());
        } else if (isAway(error)) await this.#waitAfter(error);
        else throw explained(error, this.name);
      }
    }
  }

  /** How long it has answered without a gap, in milliseconds; 0 while it is away. */
  steadyMs(): number {
    return this.#answersSince === null ? 0 : performance.now() - this.#answersSince;
  }

  /** Ends in a bounded time, even if the server does not answer. */
  async close(): Promise<void> {
    const late = setTimeout(() => {
      for (const { connection } of this.#clients) connection.stream.destroy();
    }, CLOSE_MS);
    await this.#pool.end().catch(() => undefined);
    clearTimeout(late);
  }

  async #once<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    // The error that ends the query in progress also reports it.
    const deaf = () => undefined;
    client.on('error', deaf);
    try {
      const result = await work(client);
      client.off('error', deaf);
      client.release();
      return result;
    } catch (error) {
      // Of two errors the earlier one is reported.
      const isClean = !isAway(error) && (await client.query('rollback').then(Boolean, () => false));
      client.release(!isClean);
      throw error;
    }
  }

  #answered(): void {
    if (this.#awaySince !== null) this.#options.tell(`The database ${this.name} answers again.`);
    if (this.#awaySince !== null || this.#answersSince === null) {
      this.#answersSince = performance.now();
    }
    this.#awaySince = null;
  }

  async #waitAfter(error: unknown): Promise<void> {
    const { tell, signal } = this.#options;
    const now = performance.now();
    const isFirst = this.#awaySince === null;
    this.#awaySince ??= now;
    if (isFirst) this.outages += 1;
    this.#answersSince = null;
    // Without an address.
    const reason = codeOf(error) ?? messageOf(error);
    const left = this.#awaySince + this.#patienceMs - now;
    if (left <= 0) {
      const says = `The database ${this.name} does not answer (${reason}); check --fleet or start it, and try again.`;
      throw new UnreachableError(says, { cause: error });
    }
    if (isFirst) {
      const seconds = Math.round(this.#patienceMs / 1000);
      tell(`The database ${this.name} does not answer (${reason}); it is asked for ${seconds} s.`);
    }
    const pause = Math.min(LONGEST_PAUSE_MS, 100 + (now - this.#awaySince) / 4, left);
    await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal });
  }
}

function transactionOn(client: PoolClient): Transaction {
  return {
    async query<R extends object>(text: string, values: readonly unknown[] = []) {
      // A script without values may have several statements, whose results come as a list.
      const result = await (values.length === 0
        ? client.query(text)
        : client.query(text, [...values]));
      const results = [result].flat() as readonly { readonly rows: readonly R[] }[];
      return results.flatMap(({ rows }) => rows);
    },
  };
}

/** The name of a database in messages: host, port and name, never user or password. Throws ConfigError without either. */
function nameOf(url: string): string {
  if (!/^postgres(ql)?:\/\/./.test(url) || !URL.canParse(url))
    throw new ConfigError(
      'The address of the fleet is none of PostgreSQL; use one like postgres://user:password@host:5432/database (--fleet, ZORKGPT_FLEET or fleet.database).',
    );
  const { host, searchParams, pathname } = new URL(url);
  const where = host === '' ? (searchParams.get('host') ?? 'this machine') : host;
  return `${decodeURIComponent(where)}${pathname === '/' ? '' : pathname}`;
}

/** Transient codes of the system and of PostgreSQL; 25006 is a standby, or a database that is being moved. */
const AWAY =
  /^(ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENETDOWN|EAI_AGAIN|ENOENT|25P03|25006)$|^(08|53|57P|58)/;
/** Messages of the client library that have no code. */
const AWAY_WORDS =
  /connection terminated|connection timeout|timeout exceeded|read timeout|not queryable|connection error/i;

/** Whether the database could not be reached or is going away, so that asking again may help. */
export function isAway(error: unknown): boolean {
  if (error instanceof ZorkGptError) return false;
  const code = codeOf(error);
  if (code !== null) return AWAY.test(code);
  return error instanceof Error && AWAY_WORDS.test(error.message);
}

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/^28/, 'refuses this user or password; correct the address'],
  [/^3D000$/, 'does not exist; create it, or correct the address'],
  [
    /^42501$/,
    'gives this user no right to do that; let its owner grant CREATE, or set the fleet up',
  ],
  [/^ENOTFOUND$/, 'is on a host that nobody knows; correct the address'],
  [/^ERR_|^SELF_SIGNED|^DEPTH_ZERO/, 'cannot be reached safely; check sslmode in the address'],
];

/** An error that a person can mend becomes a ConfigError. Others stay unchanged. */
function explained(error: unknown, name: string): unknown {
  const code = codeOf(error) ?? '';
  const remedy = REMEDIES.find(([codes]) => codes.test(code))?.[1];
  if (remedy === undefined || error instanceof ZorkGptError) return error;
  const says = error instanceof Error ? error.message : code;
  return new ConfigError(`The database ${name} ${remedy} (${says}).`, { cause: error });
}
