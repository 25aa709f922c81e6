import { allows } from '../prompts/verb-wording.ts';
import { ONCE, type Affordance } from './affordances.ts';
import type { Choice } from './choice.ts';
import type { Company, Deed } from './company.ts';
import { isA } from './lexicon.ts';
import { topicsOf } from './people.ts';
import type { Situation } from './situation.ts';
import { refuses } from './texts.ts';
import { isSomebody, type Thing } from './things.ts';

/** What no text speaks of, what is in no list, and what was done in another room. */
const UNTOLD = 2;
const TEXT_ONLY = 0.5;
const ELSEWHERE = 6;
/** What may end badly is done late. */
const RISKY = 6;
const RISKY_VERBS = /^(?:climb|enter|sit on|touch|eat|drink) /;
/** For each time that the thing did not give way. */
const STUBBORN = 3;
const HANDLING = /^(?:push|pull|turn|move|shake|touch|climb|enter|look under|look behind) /;
const PLAIN = /^(?:take|open|read) /;

/** What people do with what is here, by the kinds of the things: the one generator of commands about things. */
export function doingChoices(
  affordances: readonly Affordance[],
  situation: Situation,
  company: Company,
): readonly Choice[] {
  const { things, held, mentioned } = situation;
  const all = [...things, ...held, ...mentioned];
  return affordances.flatMap((one) => {
    const { with: kind, at: places = ['here'] } = one;
    const tools = kind === 'topic' ? topicsOf(situation) : kind && held.filter(isOf(kind));
    const of = all.filter((thing) => places.includes(thing.at) && isOf(one.of)(thing));
    return of.flatMap((thing) =>
      (tools ?? [null])
        .filter((tool) => tool?.word !== thing.word)
        .flatMap((tool) => commandsOf(one, { thing, tool, situation, company })),
    );
  });
}

function isOf(kind: Affordance['of']): (thing: Pick<Thing, 'name' | 'traits'>) => boolean {
  return (thing) => {
    if (kind === 'anything') return true;
    if (isSomebody(thing) || kind === 'animate') return isSomebody(thing) && kind === 'animate';
    return kind === 'thing' || isA(kind, thing.name);
  };
}

function commandsOf(one: Affordance, deed: Deed): readonly Choice[] {
  const { thing, tool, situation } = deed;
  if (one.when?.(deed) === false) return [];
  const first = typeof one.cost === 'number' ? one.cost : one.cost(deed);
  const forms = one.does.split('; ').filter((form) => isRead(form, situation));
  return forms.slice(0, one.most).map((form, rank): Choice => {
    const action = form.replace('X', thing.word).replace('T', tool?.word ?? '');
    const again = thing.at === 'held' && tool !== null ? ONCE : (one.again ?? ELSEWHERE);
    const elsewhere = situation.isTriedElsewhere(action) ? again : 0;
    const late = isSomebody(thing) ? 0 : laterness(action, deed);
    return {
      action,
      cost: first + rank * (one.step ?? 1) + elsewhere + late,
      why: tool === null ? `I have not tried to ${action}.` : `The ${tool.word} may be for it.`,
      ...(one.repeats && { again: true }),
    };
  });
}

/** How much later than others something is done with a thing that is hard to see, stubborn, or not to be trusted. */
function laterness(action: string, { thing, tool, situation }: Deed): number {
  const { word, told, inside, at } = thing;
  const isUnseen = at === 'here' && told === 'nowhere' && inside === null;
  const inVain = situation.here.filter(
    (turn) =>
      (HANDLING.test(turn.action) || /^(?:take|open|search) /.test(turn.action)) &&
      turn.action.endsWith(` ${word}`) &&
      refuses(turn.text),
  );
  const doubt = isUnseen ? UNTOLD : at === 'mentioned' ? TEXT_ONLY * (tool === null ? 1 : 2) : 0;
  return (
    (PLAIN.test(action) ? 0 : doubt) +
    (RISKY_VERBS.test(action) ? RISKY : 0) +
    (HANDLING.test(action) ? inVain.length * STUBBORN : 0)
  );
}

/** Whether the story's grammar reads a command of this form. */
function isRead(form: string, { grammar }: Situation): boolean {
  const [verb = '', ...rest] = form.split(' ');
  const first = rest.find((word) => /^[XT]$/.test(word)) ?? '';
  const words = rest.map((word) => (word === first ? 'X' : /^[XT]$/.test(word) ? 'Y' : word));
  const pattern = words.join(' ');
  return allows(grammar, verb, pattern) || allows(grammar, verb, pattern.replace(/Y$/, 'TEXT'));
}
