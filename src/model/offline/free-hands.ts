import { entries, type PromptSections } from './read-prompt.ts';
import { has, noun } from './thing-names.ts';

/** A command, and the thought that goes with it. */
export interface Choice {
  readonly action: string;
  readonly why: string;
}

/** Refused because too much is held. */
const TOO_MUCH =
  /\b(?:load|hands? (?:are|is) full|carry(?:ing)? (?:any ?more|too)|too many things)\b/i;

/** Things put down for one that is wanted: with one, most are still too much. */
const ENOUGH = 2;
const MOST_TRIES = 3;
const TURN = /^Action: (.*)\nResponse: (.*)$/gm;

/** Drops something when the last take failed for lack of room, then takes again; null when no take failed so. */
export function freeHands(sections: PromptSections): Choice | null {
  const turns = [...(sections.get('Recent turns') ?? '').matchAll(TURN)].map(
    ([, action = '', response = '']) => ({ action: action.toLowerCase(), response }),
  );
  const refused = turns.findLast(({ action }) => !action.startsWith('drop '));
  if (refused === undefined || !TOO_MUCH.test(refused.response)) return null;
  const dropped = turns.length - 1 - turns.lastIndexOf(refused);
  const drop = dropped < ENOUGH ? whatToDrop(sections) : null;
  if (drop !== null) return { action: `drop ${drop}`, why: `The ${drop} was of no use yet.` };
  if (dropped === 0 || timesTried(sections, refused.action) >= MOST_TRIES) return null;
  return { action: refused.action, why: 'My hands are freer now.' };
}

/** Nothing that gives light, and nothing that is spoken of elsewhere, as what scores is. */
function whatToDrop(sections: PromptSections): string | null {
  const held = entries(sections, 'Held');
  const told = [...sections]
    .filter(([heading]) => heading !== 'Held' && heading !== 'Recent turns')
    .map(([, text]) => text.toLowerCase())
    .join('\n');
  const useless = held
    .filter(({ name, rest }) => !name.includes('(in ') && !has(rest, 'light'))
    .map(({ name }) => noun(name, held));
  return useless.find((word) => !told.includes(word)) ?? null;
}

function timesTried(sections: PromptSections, action: string): number {
  const tried = entries(sections, 'Tried here').find(({ name }) =>
    name.toLowerCase().startsWith(action),
  );
  return Number(/ \((\d+)x\)$/.exec(tried?.name ?? '')?.[1] ?? 1);
}
