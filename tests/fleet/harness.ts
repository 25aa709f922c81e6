import { configSchema } from '../../src/config/schema.ts';
import { openFleet, type Fleet } from '../../src/fleet/fleet.ts';
import type { EpisodeToStore } from '../../src/fleet/store-episode.ts';
import { submit, type PlannedEpisode } from '../../src/fleet/submit.ts';
import { sharedServer } from '../helpers/postgres.ts';

/** A new fleet in a database of its own. */
export async function newFleet(url?: string, version?: string): Promise<Fleet> {
  return openFleet(url ?? (await newDatabase()), {
    patienceMs: 10_000,
    tell: () => undefined,
    ...(version !== undefined && { version }),
  });
}

export async function newDatabase(): Promise<string> {
  return (await sharedServer()).database();
}

/** Asks for episodes that nobody will really play. `needs` are indices of the same list. */
export function ask(
  fleet: Fleet,
  needs: readonly (number | null)[],
  differs: Partial<PlannedEpisode> & { readonly lastNumber?: number } = {},
): ReturnType<typeof submit> {
  const { lastNumber = 0, ...more } = differs;
  return submit(fleet, {
    kind: 'run',
    origin: 'here',
    begun: null,
    story: { bytes: Buffer.from('a story'), ifid: 'ZCODE-1' },
    prompts: new Map([['agent', 'Play.']]),
    lastNumber,
    episodes: needs.map((need, index) => ({
      store: 'main',
      seed: 1,
      config: configSchema.parse({}),
      needs: need,
      rank: index,
      ...more,
    })),
  });
}

/** What an episode came to that taught one line. */
export function played(line: string, differs: Partial<EpisodeToStore> = {}): EpisodeToStore {
  const knowledge = Buffer.from(`# Knowledge Base\n\n## STRATEGIES\n\n- ${line}\n`);
  return {
    summary: { ...summaryOf(1, (field) => field), stopReason: 'max-turns' },
    manifest: {},
    records: new Map([['transcript.txt', Buffer.from(line)]]),
    learnt: [{ name: 'knowledgebase.md', base: null, mine: knowledge }],
    endsChain: false,
    ...differs,
  };
}

/** One column of one row. */
export async function valueOf(fleet: Fleet, text: string): Promise<unknown> {
  const [row] = await fleet.database.transaction((tx) => tx.query(text));
  return Object.values(row ?? {})[0];
}
import { summaryOf } from '../report/scene.ts';
