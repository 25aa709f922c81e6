import * as z from 'zod';
import { EPISODES_KEPT } from './map-graph.ts';
import { canonicalAction } from '../../domain/command.ts';

const count = z.int().min(0);
const id = z.int().min(0);
const episode = z.string().regex(/^(?:0|[1-9]\d{0,8})$/);

const destinationSchema = z.strictObject({
  to: id,
  walks: count,
  probed: z.boolean(),
  at: z.int().min(1),
  command: z.string().min(1).exactOptional(),
  opener: z.string().min(1).exactOptional(),
  locked: z.literal(true).exactOptional(),
});

const evidenceSchema = z
  .strictObject({
    revision: z.int().min(1),
    failures: count,
    deaths: count,
    deadly: z.boolean(),
    destinations: z.array(destinationSchema),
  })
  .refine(({ revision, destinations }) => destinations.every(({ at }) => at <= revision), {
    error: 'a destination is newer than its evidence',
  })
  .refine(
    ({ destinations }) => new Set(destinations.map(({ to }) => to)).size === destinations.length,
    {
      error: 'a destination is listed twice',
    },
  );

const roomSchema = z.strictObject({
  id,
  name: z.string(),
  namedIn: count,
  visits: byEpisode(z.int().min(1)),
});

const edgeSchema = z.strictObject({
  from: id,
  action: z.string().refine((action) => action !== '' && canonicalAction(action) === action, {
    error: 'an action is not normalised',
  }),
  /** Written for people and dashboards; on reading it is checked and worked out anew. */
  summary: z.strictObject({
    to: id.nullable(),
    source: z.enum(['walked', 'probed']),
    confidence: z.number().min(0).max(1),
    failures: count,
    pruned: z.boolean(),
  }),
  episodes: byEpisode(evidenceSchema),
});

/** Shape and ranges of `map_state.json`; references between its parts are checked by the decoder. */
export const mapFileSchema = z.strictObject({
  schemaVersion: z.literal(1),
  /** IFID of the story whose rooms these are. */
  story: z.string(),
  rooms: z.array(roomSchema),
  edges: z.array(edgeSchema),
});

export type MapFile = z.infer<typeof mapFileSchema>;

function byEpisode<T extends z.ZodType>(entry: T) {
  return z
    .record(episode, entry)
    .refine((entries) => Object.keys(entries).length <= EPISODES_KEPT, {
      error: `more than ${EPISODES_KEPT} episodes`,
    });
}
