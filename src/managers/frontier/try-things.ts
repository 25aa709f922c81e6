import {
  isFreeSpeech,
  canonicalAction,
  nounsInCommand,
  normaliseAction,
  takenNouns,
  walkingDirection,
} from '../../domain/command.ts';
import {
  hadNoEffect,
  newlyLit,
  moved,
  scoreChange,
  thingsTakenAway,
} from '../../domain/turn-effect.ts';
import { thingsNamedByCommand, thingsNamed } from '../../domain/named-things.ts';
import { heldThings, type Observation } from '../../domain/observation.ts';
import { type TurnRecord } from '../../domain/turn-record.ts';
import {
  commandsKnownFor,
  markTooMuch,
  usesKnownThing,
  addSeenThings,
  newThing,
  type InView,
  type KnownThing,
  type KnownThings,
} from './known-things.ts';

export function addTriedThings(known: KnownThings, turn: TurnRecord): KnownThings {
  const { before, decision, after } = turn;
  const command = normaliseAction(decision.action);
  const held = new Set(heldThings(before).map(({ id }) => id));
  const heldAfter = new Set(heldThings(after).map(({ id }) => id));
  const inView = thingsInView(before);
  const meant = isUnderstood(turn) ? thingsNamedByCommand(command, inView) : [];
  const named = new Set(meant.map(({ id }) => id));
  const changed = changedThings(before, after);
  const seen = addSeenThings(known, before);
  const kindled = new Set<number>(moved(turn) ? [] : newlyLit(turn).map(({ id }) => id));
  const lighting = canonicalAction(command);
  const next = new Map(seen.things);
  for (const object of inView.filter(({ id }) => named.has(id) || changed.has(id))) {
    const one =
      next.get(object.id) ?? newThing(held.has(object.id) ? null : before.location.id, object);
    const isGained = !held.has(object.id) && heldAfter.has(object.id);
    // What is put into a held thing is only carried there.
    const isStowed = isDirect(before, object.id) && !isDirect(after, object.id);
    const deed: Deed = {
      isNamed: named.has(object.id),
      isHeld: held.has(object.id),
      isGained,
      isStowed: isStowed && heldAfter.has(object.id),
    };
    const tried = triedOnce(one, turn, deed);
    next.set(object.id, {
      ...tried,
      ...commandsKnownFor('taken', tried.taken, takingOf(tried, turn)),
      ...commandsKnownFor('lights', tried.lights, kindled.has(object.id) ? [lighting] : undefined),
    });
  }
  for (const { id } of thingsTakenAway(turn)) {
    const one = next.get(id);
    if (one !== undefined) next.set(id, { ...one, lost: true });
  }
  const met = addSeenThings({ ...seen, things: withHeld(next, after) }, after);
  const passed = doorsPassed(turn).flatMap((id) => met.things.get(id) ?? []);
  if (passed.length === 0) return met;
  const things = new Map(met.things);
  for (const one of passed) things.set(one.thing, { ...one, tried: true, used: true, shut: false });
  return { ...met, things };
}

/** The open doors that a walk led through, on both sides: those with the same name before and after it. */
function doorsPassed(turn: TurnRecord): readonly number[] {
  if (!moved(turn)) return [];
  const doors = [turn.before, turn.after].map(({ objects }) =>
    objects.filter(({ traits }) => traits.includes('door') && traits.includes('open')),
  );
  const isOnBothSides = ({ name }: InView) =>
    doors.every((some) => some.some((one) => one.name === name));
  return doors
    .flat()
    .filter(isOnBothSides)
    .map(({ id }) => id);
}

interface Deed {
  readonly isNamed: boolean;
  readonly isHeld: boolean;
  /** Whether the turn brought it into the hands. */
  readonly isGained: boolean;
  /** Whether the turn put it into or onto something that is held. */
  readonly isStowed: boolean;
}

function isDirect({ inventory }: Observation, thing: number): boolean {
  return inventory.some(({ id }) => Number(id) === thing);
}

/** Verbs that stories refuse for a thing that is not held: it has to be taken first. */
const FOR_HELD = new Set('wear don give offer show throw wave insert put'.split(' '));

/** A thing after a turn that named it, or in which it changed. */
function triedOnce(one: KnownThing, turn: TurnRecord, deed: Deed): KnownThing {
  const { isNamed, isHeld } = deed;
  const command = normaliseAction(turn.decision.action);
  const [verb = ''] = command.split(' ');
  if (isNamed && !isHeld && hadNoEffect(turn) && FOR_HELD.has(verb)) return one;
  const isFull = turn.needsHands === true && isNamed && !isHeld;
  // A thing that closes by itself is never seen open.
  const isOpened = isNamed && verb === 'open' && !hadNoEffect(turn);
  return {
    ...one,
    tried: true,
    used: one.used || isUsed(command, one, { ...deed, isVain: hadNoEffect(turn) }),
    served: hasServed(one, turn, deed),
    verbs: isNamed ? [...new Set([...one.verbs, verb])] : one.verbs,
    shut: one.shut && !isOpened,
    ...markTooMuch(one.full, isFull || undefined),
  };
}

/** Whether a command used a held thing: more than looking or speaking, or it changed. A tool without effect is not used. */
function isUsed(
  command: string,
  one: KnownThing,
  { isNamed, isHeld, isStowed, isVain }: Deed & { readonly isVain: boolean },
): boolean {
  if (!isHeld || isStowed || isFreeSpeech(command)) return false;
  // A tool is used with any verb: `take ring with pole`.
  const [, tool = ''] = / (?:with|using) (.+)$/.exec(command) ?? [];
  if (thingsNamed(tool, [one]).length > 0) return !isVain;
  const [verb = ''] = command.split(' ');
  return usesKnownThing(verb) && (isNamed || walkingDirection(command) === null);
}

/**
 * Whether a turn with a thing, this or an earlier one, paid or changed something while it was held. Laying it down is no such
 * change.
 */
function hasServed(
  one: KnownThing,
  turn: TurnRecord,
  { isNamed, isHeld, isStowed }: Deed,
): boolean {
  const command = normaliseAction(turn.decision.action);
  if (one.served === true || !isNamed || isFreeSpeech(command)) return one.served === true;
  const [verb = ''] = command.split(' ');
  const isUse = isHeld && !isStowed && usesKnownThing(verb);
  return scoreChange(turn) > 0 || (isUse && !hadNoEffect(turn));
}

/** The commands that take a thing where it was first seen, with those of a turn that did. Undefined if there are none. */
function takingOf({ thing, room }: KnownThing, turn: TurnRecord): readonly string[] | undefined {
  const { before, decision, after } = turn;
  const holds = (one: Observation) => heldThings(one).some(({ id }) => id === thing);
  if (before.location.id !== room || holds(before) || !holds(after)) return undefined;
  const asked = takenNouns(decision.action);
  const nouns = asked.length > 0 ? asked : nounsInCommand(decision.action);
  const others = asked.length > 0 ? [] : [canonicalAction(decision.action)];
  const deeds = [...nouns.map((noun) => canonicalAction(`take ${noun}`)), ...others];
  const taking = deeds.filter((deed) =>
    thingsNamedByCommand(deed, thingsInView(before)).some(({ id }) => id === thing),
  );
  return taking.length === 0 ? undefined : taking;
}

/** A thing that is held now needs no free hands any more, and is not lost. */
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

/** Whether the parser understood all words: the game counted a move, or something visible happened. */
function isUnderstood(turn: TurnRecord): boolean {
  const { before, after } = turn;
  if (after.moves === null) return true;
  const isSeen =
    moved(turn) || thingsTakenAway(turn).length > 0 || changedThings(before, after).size > 0;
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
