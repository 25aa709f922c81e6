import { chooseAction } from '../../src/player/offline-player.ts';
import {
  writeSituationNote,
  readSituation,
  situationTaste,
  type Note,
  type Situation,
  type Taste,
} from '../../src/player/situation.ts';
import type { Message } from '../../src/domain/message.ts';

/** A turn as an episode's conversation holds it. */
export interface Told {
  readonly action: string;
  readonly text?: string;
  readonly note?: Partial<Note>;
}

/** Asked in a room of this number unless the prompt says another. */
export const HERE = 4;

const NOTE: Note = {
  place: HERE,
  score: 0,
  left: null,
  goal: null,
  absent: [],
  refused: [],
};
const NOW = `## Now\nTurn 9 | Location: Yard (${HERE}) | Score: 0/100 | Moves: 8`;

/** What the player is asked with, after turns that it noted down itself. */
export function messagesOf(
  prompt: string,
  turns: readonly Told[] = [],
  system = '',
): readonly Message[] {
  const sections = prompt.includes('## Now') ? prompt : `${NOW}\n\n${prompt}`;
  const texts = turns.map(({ text }) => gameText(text ?? 'Done.'));
  const opening: Message = { role: 'user', content: gameText('Welcome.') };
  const told = turns.flatMap(({ action, note }, index): readonly Message[] => {
    const thinking = `So I think. ${writeSituationNote({ ...NOTE, ...note })}`;
    return [
      { role: 'assistant', content: JSON.stringify({ thinking, action }) },
      { role: 'user', content: texts[index] ?? '' },
    ];
  });
  const messages = [opening, ...told];
  const newest = messages.at(-1)?.content ?? '';
  const own = prompt.includes('## Game text') ? '' : `${newest}\n\n`;
  return [
    { role: 'system', content: system },
    ...messages.slice(0, -1),
    { role: 'user', content: own + sections },
  ];
}

export function situationOf(
  prompt: string,
  turns: readonly Told[] = [],
  {
    taste = situationTaste(null),
    system = '',
  }: { readonly taste?: Taste; readonly system?: string } = {},
): Situation {
  return readSituation(messagesOf(prompt, turns, system), taste);
}

/** The command that is chosen. */
export function choose(...asked: Parameters<typeof situationOf>): string {
  return chooseAction(situationOf(...asked)).action;
}

function gameText(text: string): string {
  return `## Game text\n${text.replaceAll(/^/gm, '| ')}`;
}
