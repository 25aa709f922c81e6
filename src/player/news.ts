import { walkingDirection } from '../domain/command.ts';
import { asksBack, refuses, saysAbsent, saysDark } from './answers.ts';
import type { JournalTurn } from './journal.ts';
import type { PromptSections } from './read-prompt.ts';
import { names } from './thing-names.ts';

/** What replies to what was done in a room tell of that its description may not, in lower case. */
export interface News {
  /** What came of opening, moving, searching and the like: mostly things that can be taken. */
  readonly found: string;
  /** The sentences of it that say so. */
  readonly revealed: string;
  /** What looking closely told. */
  readonly detail: string;
}

const REVEALING =
  /^(?:open|unlock|push|pull|move|turn|lift|raise|look (?:under|behind|in)|search|dig|cut|break|climb|untie|wind|ring|shake|touch|put|insert|give|show|pour|wave|pump|set|press) /;
const REVEALS =
  /\b(?:reveal\w*|uncover\w*|discover\w*|you (?:find|notice|spot)|underneath|inside|contains?|falls? (?:out|from)|drops? (?:out|from)|tucked|hidden|wedged|caught|lodged|left|leave)\b/i;

/** What was told here in this episode by replies that refused nothing. */
export function newsOf(journal: readonly JournalTurn[], place: number): News {
  const told = journal.filter(
    (turn) => turn.place === place && walkingDirection(turn.action) === null && tells(turn.text),
  );
  const textOf = (turns: readonly JournalTurn[]) =>
    turns.map(({ text }) => text.toLowerCase().replaceAll(/^\[.*\]$/gm, '')).join('\n');
  const looked = told.filter(({ action }) => action.startsWith('examine '));
  const revealed = looked.filter(({ text }) => REVEALS.test(text));
  const found = textOf([...told.filter(({ action }) => REVEALING.test(action)), ...revealed]);
  const sentences = found.split(/(?<=[.!?;])\s+|\n/);
  return {
    found,
    revealed: sentences.filter((sentence) => REVEALS.test(sentence)).join('\n'),
    detail: textOf(looked.filter((turn) => !revealed.includes(turn))),
  };
}

function tells(text: string): boolean {
  return !refuses(text) && !saysAbsent(text) && !asksBack(text) && !saysDark(text);
}

/** Whether what was refused here is worth another try, for a later reply to something else named what it was about. */
export function isReopened(here: readonly JournalTurn[], action: string): boolean {
  const at = here.findLastIndex((turn) => turn.action === action);
  const text = here[at]?.text ?? '';
  const noun = action.split(' ').at(-1) ?? '';
  if (at === -1 || !(refuses(text) || saysAbsent(text))) return false;
  return here
    .slice(at + 1)
    .some(
      (turn) =>
        REVEALING.test(turn.action) &&
        !names(turn.action, noun) &&
        tells(turn.text) &&
        names(turn.text.toLowerCase(), noun),
    );
}

/** The words for which proposals were refused in this turn. */
export function refusedWords(
  sections: PromptSections,
): Readonly<Record<'unknown' | 'absent', readonly string[]>> {
  const refused = sections.get('Refused this turn') ?? '';
  const wordsOf = (reason: RegExp) => [
    ...new Set([...refused.matchAll(reason)].map(([, word = '']) => word)),
  ];
  return {
    unknown: wordsOf(/: this story does not know the word "([\w'-]+)"/g),
    absent: wordsOf(/: no (?:[\w'-]+ )*?([\w'-]+) is within reach/g),
  };
}
