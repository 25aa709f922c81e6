import { canonicalAction } from '../domain/command.ts';
import { DIRECTIONS, type Trait, type VisibleObject } from '../domain/observation.ts';
import { nounFor } from '../domain/naming.ts';
import { wordsIn } from '../domain/text.ts';
import { takesForm } from '../domain/story-command.ts';
import type { Dictionary } from '../interpreter/interpreter.ts';
import type { TurnContext } from './turn-context.ts';

export const MOST_CHOICES = 40;

/** What people do with a thing, and how much better things there are to do. */
interface Deed {
  readonly verb: string;
  /** What follows the verb: X is the thing, Y one that is held. */
  readonly form: string;
  readonly cost: number;
  readonly suits: (thing: VisibleObject) => boolean;
}

const DEEDS: readonly Deed[] = [
  { verb: 'take', form: 'X', cost: 0, suits: (thing) => isLoose(thing) && !thing.held },
  { verb: 'open', form: 'X', cost: 1, suits: (thing) => has(thing, 'openable') && !isOpen(thing) },
  { verb: 'unlock', form: 'X with Y', cost: 1, suits: (thing) => has(thing, 'locked') },
  { verb: 'light', form: 'X', cost: 3, suits: (thing) => has(thing, 'light') && isOff(thing) },
  {
    verb: 'turn',
    form: 'on X',
    cost: 3,
    suits: (thing) => has(thing, 'switchable') && isOff(thing),
  },
  { verb: 'read', form: 'X', cost: 4, suits: isLoose },
  { verb: 'examine', form: 'X', cost: 5, suits: () => true },
  { verb: 'talk', form: 'to X', cost: 5, suits: isAlive },
  { verb: 'enter', form: 'X', cost: 6, suits: isFixed },
  {
    verb: 'put',
    form: 'Y in X',
    cost: 7,
    suits: (thing) => has(thing, 'container') && isOpen(thing),
  },
  { verb: 'put', form: 'Y on X', cost: 7, suits: (thing) => has(thing, 'supporter') },
  { verb: 'give', form: 'Y to X', cost: 8, suits: isAlive },
  { verb: 'show', form: 'Y to X', cost: 8, suits: isAlive },
  { verb: 'ask', form: 'X about Y', cost: 8, suits: isAlive },
  { verb: 'attack', form: 'X with Y', cost: 9, suits: isAlive },
  { verb: 'search', form: 'X', cost: 9, suits: isFixed },
  { verb: 'look', form: 'under X', cost: 10, suits: isFixed },
  { verb: 'move', form: 'X', cost: 10, suits: isFixed },
  { verb: 'push', form: 'X', cost: 11, suits: isFixed },
  { verb: 'pull', form: 'X', cost: 11, suits: isFixed },
  { verb: 'turn', form: 'X', cost: 11, suits: isFixed },
  { verb: 'climb', form: 'X', cost: 11, suits: isFixed },
  { verb: 'eat', form: 'X', cost: 12, suits: (thing) => has(thing, 'edible') },
  { verb: 'drop', form: 'X', cost: 14, suits: ({ held }) => held },
];

const WALK = 2;
/** How much later comes what leads where the player just was, and what was done here before. */
const BACK = 3;
const AGAIN = 3.5;
/** Ways that nobody tells of, and what can be done everywhere. */
const UNTOLD = 4;
const ALWAYS = [
  ['look', 6],
  ['inventory', 6],
] as const;

type Told = Pick<TurnContext, 'observation' | 'attempts' | 'advised' | 'onRoute' | 'arrivals'>;

/**
 * Commands that this story's parser takes and that suit what is there: ways out, things in reach and held, looking. The
 * most useful first, without what failed before and would fail again; none while a key is waited for. Pure.
 */
export function choicesFor(told: Told, dictionary: Dictionary): readonly string[] {
  if (told.observation.waitsFor === 'key') return [];
  const { attempts, observation, advised, onRoute } = told;
  const offered = [
    ...[...advised, ...onRoute].map((command) => ({ command, cost: -1 })),
    ...waysOut(told, dictionary),
    ...thingsToDo(told, dictionary),
    ...ALWAYS.map(([command, cost]) => ({ command, cost })),
  ].flatMap(({ command, cost }) => {
    const tried = attempts.find(({ action }) => action === canonicalAction(command));
    if (tried?.failedInScene === observation.scene) return [];
    return [{ command, cost: cost + AGAIN * (tried?.times ?? 0) }];
  });
  const ordered = offered.toSorted((one, other) => one.cost - other.cost);
  return [...new Set(ordered.map(({ command }) => command))].slice(0, MOST_CHOICES);
}

function waysOut({ observation, arrivals }: Told, dictionary: Dictionary) {
  const { exits, exitsTold } = observation;
  const known = exits
    .filter(({ deadly }) => !deadly)
    .map(({ command, to }) => ({ command, cost: WALK + (arrivals.includes(to.id) ? BACK : 0) }));
  const untold =
    exitsTold === undefined ? [] : DIRECTIONS.filter((direction) => dictionary.knows(direction));
  return [...known, ...untold.map((command) => ({ command, cost: UNTOLD }))];
}

/** What is part of the room is looked at before anything else is tried with it. */
function thingsToDo({ observation: { objects }, attempts }: Told, dictionary: Dictionary) {
  const isKnown = (name: string) => attempts.some(({ action }) => action === `examine ${name}`);
  const things = objects.flatMap((thing) => {
    const name = nounFor(thing, dictionary);
    if (
      name === null ||
      objects.some((other) => other !== thing && answersTo(name, other, dictionary))
    )
      return [];
    return [{ thing, name }];
  });
  const held = things.filter(({ thing }) => thing.held);
  return DEEDS.flatMap(({ verb, form, cost, suits }) => {
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

/** Whether a thing answers to a name, too: the parser would ask which is meant. */
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

function isOpen(thing: VisibleObject): boolean {
  return has(thing, 'open');
}

function isOff(thing: VisibleObject): boolean {
  return !has(thing, 'on');
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
