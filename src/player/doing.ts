import { AFFORDANCES, type Affordance, type Deed } from './affordances.ts';
import type { Choice } from './choice.ts';
import { fearOfThing } from './fears.ts';
import { allows } from './grammar.ts';
import { isA } from './lexicon.ts';
import type { Situation } from './situation.ts';
import { names, refuses } from './texts.ts';
import type { Thing } from './things.ts';
import { isStuck } from './told.ts';

/** Commands of one way to use a tool that are tried. */
const MOST_FORMS = 2;
/** What no text speaks of, and what is in no list. */
const UNTOLD = 2;
const TEXT_ONLY = 0.5;
const ELSEWHERE = 6;
/** What may end badly is done late. */
const RISKY = 6;
const RISKY_VERBS = /^(?:climb|enter|sit on|touch|eat|drink) /;
/** For each time that the thing did not give way. */
const STUBBORN = 3;
const HANDLED =
  /^(?:push|pull|turn|move|take|open|shake|touch|climb|enter|search|look under|look behind) /;
/** What is done with a thing that would not come. */
const FREEING = /^(?:pull|push|turn|move|shake) /;
const FREEING_COST = 2.2;

/** Everything that people do with what is here, by the kinds of the things. */
export function doingChoices(situation: Situation): readonly Choice[] {
  const all = [...situation.things, ...situation.held, ...situation.mentioned];
  return AFFORDANCES.flatMap((one) => {
    const tools = one.with === undefined ? [null] : situation.held.filter(isOf(one.with));
    if (tools.length === 0) return [];
    const isThere = ({ at }: Thing) => (one.at ?? ['here']).includes(at);
    const things = all.filter(isThere).filter(isOf(one.of));
    return things.flatMap((thing) =>
      tools
        .filter((tool) => tool?.word !== thing.word)
        .flatMap((tool) => commandsOf(one, { thing, tool, situation })),
    );
  });
}

/** Whether a text names what somebody who holds a thing uses it on. */
export function usesOn(tool: Thing, words: readonly string[]): boolean {
  return AFFORDANCES.some(
    ({ of, with: kind }) =>
      kind !== undefined &&
      kind !== 'thing' &&
      of !== 'thing' &&
      isOf(kind)(tool) &&
      words.some((word) => !names(tool.word, word) && isOf(of)({ name: word, traits: [] })),
  );
}

function isOf(kind: Affordance['of']): (thing: Pick<Thing, 'name' | 'traits'>) => boolean {
  return ({ name, traits }) => {
    const isSomebody = traits.includes('animate');
    if (kind === 'anything') return true;
    if (kind === 'animate') return isSomebody;
    return !isSomebody && (kind === 'thing' || isA(kind, name));
  };
}

function commandsOf(one: Affordance, deed: Deed): readonly Choice[] {
  const { thing, tool, situation } = deed;
  if (one.when?.(deed) === false) return [];
  const first = typeof one.cost === 'number' ? one.cost : one.cost(deed);
  const forms = one.does.split('; ').filter((form) => isRead(form, situation));
  return forms.slice(0, tool === null ? undefined : MOST_FORMS).map((form, rank) => {
    const action = form.replace('X', thing.word).replace('T', tool?.word ?? '');
    const elsewhere = situation.isTriedElsewhere(action) ? (one.again ?? ELSEWHERE) : 0;
    const cost = first + rank * (one.step ?? 1) + elsewhere + laterness(action, deed);
    const why =
      tool === null ? `I have not tried to ${action}.` : `The ${tool.word} may be for it.`;
    const isFreeing = FREEING.test(action) && tool === null && isStuck(thing, situation);
    return {
      action,
      cost: isFreeing ? FREEING_COST : cost,
      why,
      ...(one.repeats && { again: true }),
    };
  });
}

/** How much later than others something is done with a thing that is hard to see, stubborn, or not to be trusted. */
function laterness(action: string, { thing, tool, situation }: Deed): number {
  const { word, told, inside, at } = thing;
  const isPlain = /^(?:take|open|read) /.test(action);
  const untold = at === 'here' && told === 'nowhere' && inside === null && !isPlain ? UNTOLD : 0;
  const risk = RISKY_VERBS.test(action) ? RISKY + fearOfThing(word, situation) : 0;
  const inVain = situation.here.filter(
    (turn) => HANDLED.test(turn.action) && turn.action.endsWith(` ${word}`) && refuses(turn.text),
  );
  const isHandling = HANDLED.test(action) && !/^(?:take|open|search) /.test(action);
  return (
    untold +
    risk +
    (at === 'mentioned' && !isPlain ? TEXT_ONLY * (tool === null ? 1 : 2) : 0) +
    (isHandling ? inVain.length * STUBBORN : 0)
  );
}

/** Whether the story's grammar reads a command of this form. */
function isRead(form: string, { grammar }: Situation): boolean {
  const [verb = '', ...rest] = form.split(' ');
  const first = rest.find((word) => /^[XT]$/.test(word));
  const pattern = rest.map((word) => (word === first ? 'X' : /^[XT]$/.test(word) ? 'Y' : word));
  return allows(grammar, verb, pattern.join(' '));
}
