import { canonicalAction, walkingDirection } from '../domain/command.ts';
import { nounFor } from '../domain/named-things.ts';
import type { LocationId } from '../domain/ids.ts';
import { DIRECTIONS, type Trait, type VisibleObject } from '../domain/observation.ts';
import { wordsIn } from '../domain/text.ts';
import { takesForm } from '../domain/vocabulary.ts';
import type { Dictionary } from '../interpreter/interpreter.ts';
import type { TurnContext } from './turn-context.ts';

export const MOST_CHOICES = 40;

/** One use of a thing. In its form, X is the thing and Y a thing that is held. A deed of lower cost is offered sooner. */
type Deed = readonly [
  verb: string,
  form: string,
  cost: number,
  suits: (it: VisibleObject) => boolean,
];

const DEEDS: readonly Deed[] = [
  ['take', 'X', 0, (it) => isLoose(it) && !it.held],
  ['open', 'X', 1, isShut],
  ['unlock', 'X with Y', 1, (it) => has(it, 'locked')],
  ['light', 'X', 3, (it) => has(it, 'light') && !has(it, 'on')],
  ['turn', 'on X', 3, (it) => has(it, 'switchable') && !has(it, 'on')],
  ['read', 'X', 4, isLoose],
  ['examine', 'X', 5, () => true],
  ['talk', 'to X', 5, isAlive],
  ['enter', 'X', 6, isFixed],
  ['put', 'Y in X', 7, (it) => has(it, 'container') && has(it, 'open')],
  ['put', 'Y on X', 7, (it) => has(it, 'supporter')],
  ['give', 'Y to X', 8, isAlive],
  ['show', 'Y to X', 8, isAlive],
  ['ask', 'X about Y', 8, isAlive],
  ['attack', 'X with Y', 9, isAlive],
  ['search', 'X', 9, isFixed],
  ['look', 'under X', 10, isFixed],
  ['move', 'X', 10, isFixed],
  ['push', 'X', 11, isFixed],
  ['pull', 'X', 11, isFixed],
  ['turn', 'X', 11, isFixed],
  ['climb', 'X', 11, isFixed],
  ['eat', 'X', 12, (it) => has(it, 'edible')],
  ['drop', 'X', 14, ({ held }) => held],
];

const WALK = 2;
/** The added cost of the way back, and of a command that was played here before. */
const BACK = 3;
const AGAIN = 3.5;
/** So many arrivals in two rooms alone are a walk to and fro, and the way back is offered only if it is the only one. */
const TO_AND_FRO = 6;
/** What was laid down so often in a room is not laid down there again: weak models take and drop it for ever. */
const LAID_DOWN = 3;
/** The cost of a way out that no text names, and of a command that fits everywhere. */
const UNTOLD = 4;
const ALWAYS = ['look', 'inventory'].map((command) => ({ command, cost: 6 }));

type Told = Pick<
  TurnContext,
  'observation' | 'attempts' | 'triedElsewhere' | 'advised' | 'onRoute' | 'arrivals'
>;

/** The commands that suit this place and that the parser takes, the most useful first, without known failures. Pure. */
export function choicesFor(told: Told, dictionary: Dictionary): readonly string[] {
  if (told.observation.waitsFor === 'key') return [];
  const { attempts, triedElsewhere, observation, advised, onRoute } = told;
  const offered = [
    ...[...advised, ...onRoute].map((command) => ({ command, cost: -1 })),
    ...waysOut(told, dictionary),
    ...thingsToDo(told, dictionary),
    ...ALWAYS,
  ].flatMap(({ command, cost }) => {
    const tried = attempts.find(({ action }) => action === canonicalAction(command));
    if (tried?.failedInScene === observation.scene) return [];
    if (command.startsWith('drop ') && (tried?.times ?? 0) >= LAID_DOWN) return [];
    // A thing that is carried along, or seen everywhere, is not looked at again in each room.
    const isWalk = walkingDirection(command) !== null;
    const elsewhere = triedElsewhere.has(canonicalAction(command)) && !isWalk ? 1 : 0;
    return [{ command, cost: cost + AGAIN * ((tried?.times ?? 0) + elsewhere) }];
  });
  const ordered = offered.toSorted((one, other) => one.cost - other.cost);
  return [...new Set(ordered.map(({ command }) => command))].slice(0, MOST_CHOICES);
}

function waysOut({ observation, arrivals }: Told, dictionary: Dictionary) {
  const { exits, exitsTold, location } = observation;
  const newest = arrivals.slice(-TO_AND_FRO);
  const isToAndFro = (there: LocationId) =>
    newest.length === TO_AND_FRO && newest.every((id) => id === there || id === location.id);
  const safe = exits.filter(({ deadly }) => !deadly);
  const others = safe.filter(({ to }) => !isToAndFro(to.id));
  const known = (others.length > 0 ? others : safe).map(({ command, to }) => ({
    command,
    cost: WALK + (arrivals.includes(to.id) ? BACK : 0),
  }));
  const untold =
    exitsTold === undefined ? [] : DIRECTIONS.filter((direction) => dictionary.knows(direction));
  return [...known, ...untold.map((command) => ({ command, cost: UNTOLD }))];
}

/** The parts of the room come first: they are looked at before anything else is tried with them. */
function thingsToDo({ observation: { objects }, attempts }: Told, dictionary: Dictionary) {
  const isKnown = (name: string) => attempts.some(({ action }) => action === `examine ${name}`);
  const things = objects.flatMap((thing) => {
    const name = nounFor(thing, dictionary);
    // The parser would ask which of two things is meant.
    const isShared = (one: string) =>
      objects.some((other) => other !== thing && answersTo(one, other, dictionary));
    return name === null || isShared(name) ? [] : [{ thing, name }];
  });
  const held = things.filter(({ thing }) => thing.held);
  return DEEDS.flatMap(([verb, form, cost, suits]) => {
    if (!takesForm(verb, form, dictionary)) return [];
    return things
      .filter(({ thing, name }) => suits(thing) && (suits !== isFixed || isKnown(name)))
      .flatMap(({ thing, name }) => {
        const command = `${verb} ${form}`.replace('X', name);
        if (!form.includes('Y')) return [{ command, cost }];
        return held
          .filter((tool) => tool.thing.id !== thing.id && tool.thing.inside !== thing.id)
          .map((tool) => ({ command: command.replace('Y', tool.name), cost }));
      });
  });
}

function answersTo(
  phrase: string,
  { id, name }: VisibleObject,
  { objectsNamed }: Pick<Dictionary, 'objectsNamed'>,
): boolean {
  const own = wordsIn(name);
  return phrase.split(' ').every((word) => own.includes(word) || objectsNamed(word).includes(id));
}

function has({ traits }: VisibleObject, trait: Trait): boolean {
  return traits.includes(trait);
}

/** Whether a thing may be opened. In many stories it is unknown which attribute tells. */
function isShut(thing: VisibleObject): boolean {
  const mayOpen = (['openable', 'container', 'door'] as const).some((one) => has(thing, one));
  return mayOpen && !has(thing, 'open');
}

function isAlive(thing: VisibleObject): boolean {
  return has(thing, 'animate');
}

/** Whether a thing is part of the room, as far as the engine knows. */
function isFixed(thing: VisibleObject): boolean {
  return !thing.held && !isAlive(thing) && (thing.isScenery === true || has(thing, 'door'));
}

function isLoose(thing: VisibleObject): boolean {
  return !isAlive(thing) && !has(thing, 'door') && thing.isScenery !== true;
}
