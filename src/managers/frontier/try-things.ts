import {
  isFreeSpeech,
  canonicalAction,
  namedNouns,
  normaliseAction,
  takenNouns,
  walkingDirection,
} from '../../domain/command.ts';
import { hadNoEffect, kindledIn, moved, takenAway } from '../../domain/effect.ts';
import { thingsNamedByCommand, thingsNamed } from '../../domain/naming.ts';
import { heldThings, type Observation } from '../../domain/observation.ts';
import { type TurnRecord } from '../../domain/turn-record.ts';
import {
  commandsOf,
  fullKnownThing,
  isUsing,
  seeKnownThings,
  newKnownThing,
  type InView,
  type KnownThing,
  type KnownThings,
} from './known-things.ts';

/** What is known after a turn. Pure. */
export function tryThings(known: KnownThings, turn: TurnRecord): KnownThings {
  const { before, decision, after } = turn;
  const command = normaliseAction(decision.action);
  const held = new Set(heldThings(before).map(({ id }) => id));
  const heldAfter = new Set(heldThings(after).map(({ id }) => id));
  const inView = thingsInView(before);
  const meant = isUnderstood(turn) ? thingsNamedByCommand(command, inView) : [];
  const named = new Set(meant.map(({ id }) => id));
  const changed = changedThings(before, after);
  const seen = seeKnownThings(known, before);
  const kindled = new Set<number>(moved(turn) ? [] : kindledIn(turn).map(({ id }) => id));
  const lighting = canonicalAction(command);
  const next = new Map(seen.things);
  for (const object of inView.filter(({ id }) => named.has(id) || changed.has(id))) {
    const one =
      next.get(object.id) ?? newKnownThing(held.has(object.id) ? null : before.location.id, object);
    const isGained = !held.has(object.id) && heldAfter.has(object.id);
    const deed = { isNamed: named.has(object.id), isHeld: held.has(object.id), isGained };
    const tried = triedOnce(one, turn, deed);
    next.set(object.id, {
      ...tried,
      ...commandsOf('taken', tried.taken, takingOf(tried, turn)),
      ...commandsOf('lights', tried.lights, kindled.has(object.id) ? [lighting] : undefined),
    });
  }
  for (const { id } of takenAway(turn)) {
    const one = next.get(id);
    if (one !== undefined) next.set(id, { ...one, lost: true });
  }
  return seeKnownThings({ ...seen, things: withHeld(next, after) }, after);
}

interface Deed {
  readonly isNamed: boolean;
  readonly isHeld: boolean;
  /** Whether it came into the hands by it. */
  readonly isGained: boolean;
}

/** A thing after a turn that named it, or in which it changed. */
function triedOnce(one: KnownThing, turn: TurnRecord, deed: Deed): KnownThing {
  const { isNamed, isHeld } = deed;
  const command = normaliseAction(turn.decision.action);
  const [verb = ''] = command.split(' ');
  const isFull = turn.needsHands === true && isNamed && !isHeld;
  // What closes by itself is never seen open.
  const isOpened = isNamed && verb === 'open' && !hadNoEffect(turn);
  return {
    ...one,
    tried: true,
    used: one.used || isUsed(command, one, { ...deed, isVain: hadNoEffect(turn) }),
    verbs: isNamed ? [...new Set([...one.verbs, verb])] : one.verbs,
    shut: one.shut && !isOpened,
    ...fullKnownThing(one.full, isFull || undefined),
  };
}

/**
 * Whether a command did more with a thing in hand than to hold it, look at it or speak of it; also where it only changed by
 * it. A tool that did nothing, a key that fits another lock, is not used yet.
 */
function isUsed(
  command: string,
  one: KnownThing,
  { isNamed, isHeld, isVain }: Deed & { readonly isVain: boolean },
): boolean {
  if (!isHeld || isFreeSpeech(command)) return false;
  // Whatever the verb, a tool is used: `take ring with pole`.
  const [, tool = ''] = / (?:with|using) (.+)$/.exec(command) ?? [];
  if (thingsNamed(tool, [one]).length > 0) return !isVain;
  const [verb = ''] = command.split(' ');
  return isUsing(verb) && (isNamed || walkingDirection(command) === null);
}

/** The commands that take a thing where it was seen first, after a turn that did; none where it did not. */
function takingOf({ thing, room }: KnownThing, turn: TurnRecord): readonly string[] | undefined {
  const { before, decision, after } = turn;
  const holds = (one: Observation) => heldThings(one).some(({ id }) => id === thing);
  if (before.location.id !== room || holds(before) || !holds(after)) return undefined;
  const asked = takenNouns(decision.action);
  const nouns = asked.length > 0 ? asked : namedNouns(decision.action);
  const others = asked.length > 0 ? [] : [canonicalAction(decision.action)];
  const deeds = [...nouns.map((noun) => canonicalAction(`take ${noun}`)), ...others];
  const taking = deeds.filter((deed) =>
    thingsNamedByCommand(deed, thingsInView(before)).some(({ id }) => id === thing),
  );
  return taking.length === 0 ? undefined : taking;
}

/** What is held now needs no free hand any more, and is not lost. */
function withHeld(
  things: ReadonlyMap<number, KnownThing>,
  { inventory }: TurnRecord['after'],
): ReadonlyMap<number, KnownThing> {
  const held = new Set<number>(inventory.map(({ id }) => id));
  return new Map(
    [...things].map(([id, { lost, ...one }]) => {
      if (!held.has(id)) return [id, lost === true ? { ...one, lost } : one];
      return [id, one.full ? { ...one, full: false } : one];
    }),
  );
}

/** Whether the game counted a move, or something that can be seen happened all the same: the parser turned no word away. */
function isUnderstood(turn: TurnRecord): boolean {
  const { before, after } = turn;
  if (after.moves === null) return true;
  const isSeen = moved(turn) || takenAway(turn).length > 0 || changedThings(before, after).size > 0;
  return after.moves !== before.moves || isSeen;
}

function thingsInView({ objects, inventory }: Observation): readonly InView[] {
  const listed = new Set(objects.map(({ id }) => id));
  return [...objects, ...inventory.filter(({ id }) => !listed.has(id))];
}

function changedThings(before: Observation, after: Observation): ReadonlySet<number> {
  const stateOf = ({ objects }: Observation) =>
    new Map(objects.map(({ id, held, traits }) => [Number(id), `${held} ${traits.join()}`]));
  const later = stateOf(after);
  return new Set(
    [...stateOf(before)].flatMap(([id, state]) => {
      const now = later.get(id);
      return now === undefined || now === state ? [] : [id];
    }),
  );
}
