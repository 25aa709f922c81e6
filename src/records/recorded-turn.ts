import * as z from 'zod';
import { locationId } from '../domain/ids.ts';
import { DIRECTIONS } from '../domain/observation.ts';
import { CAUSES } from '../domain/turn-record.ts';

const sight = z.object({
  location: z.object({ id: z.int().min(0), name: z.string() }),
  inventory: z.array(z.object({ name: z.string() })),
  score: z.number().nullable(),
  maxScore: z.number().nullable(),
  moves: z.number().nullable(),
  ended: z.enum(['victory', 'death', 'quit']).nullable(),
  died: z.boolean(),
  text: z.string(),
  scene: z.string().optional(),
});

const verdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accepted'), score: z.number(), reason: z.string() }),
  z.object({ kind: z.literal('rejected'), by: z.string(), score: z.number(), reason: z.string() }),
]);

const decision = z.object({
  action: z.string(),
  reasoning: z.string(),
  newObjective: z.string().nullable(),
  target: z.number().nullable().default(null),
  judged: z.array(z.object({ proposal: z.object({ action: z.string() }), verdict })),
  overridden: z.boolean(),
  by: z.string().optional(),
  memories: z.array(z.string()).optional(),
});

/** A line of `trajectory.jsonl`, with what is read of it again: parts of a `TurnRecord`. */
export const turnSchema = z.object({
  turn: z.int().min(1),
  before: sight,
  decision,
  after: sight,
  /** What a loss or gain came of, as waiting instead showed; absent where that was not tried. */
  cause: z.enum(CAUSES).optional(),
});

export type RecordedTurn = Readonly<z.infer<typeof turnSchema>>;

const place = z.object({ id: z.int().min(0).transform(locationId), name: z.string() });

const placedSight = sight.extend({
  location: place,
  objects: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      held: z.boolean(),
      traits: z.array(z.string()),
      isScenery: z.literal(true).optional(),
    }),
  ),
  exits: z.array(z.object({ direction: z.enum(DIRECTIONS), to: place, deadly: z.boolean() })),
});

/** A recorded turn with the things in reach and the ways out. */
export const placedTurnSchema = turnSchema.extend({ before: placedSight, after: placedSight });

export type PlacedTurn = Readonly<z.infer<typeof placedTurnSchema>>;

/** Whether the player died in a turn, also where the story went on after it. */
export function isDeath({ after }: Pick<RecordedTurn, 'after'>): boolean {
  return after.ended === 'death' || after.died;
}

/** The world before or after a recorded turn. */
export type Sight = Readonly<z.infer<typeof sight>>;
