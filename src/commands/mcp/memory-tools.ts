import { knownScoreChange } from '../../domain/turn-effect.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { evidenceAtPlace } from '../learnt-place.ts';
import * as z from 'zod';
import { isBelieved, type Memory } from '../../domain/memory.ts';
import type { Location } from '../../domain/observation.ts';
import { signed, wordsIn } from '../../domain/text.ts';
import { cleanText, cleanTitle, MOST_TEXT, MOST_TITLE } from '../../managers/memory/clean-text.ts';
import { evidenceWordsIn } from '../../managers/memory/evidence.ts';
import { quote } from '../../prompts/quote.ts';
import { showMemoryFacts } from '../memories/show-memories.ts';
import { namedPlace, placeNamed } from './place-tools.ts';
import {
  mcpNeededText,
  NotUsable,
  type Session,
  mcpMoment,
  mcpObservation,
  mcpTool,
  mcpToolArguments,
  mcpLastTurn,
} from './mcp-session.ts';

const MOST_FOUND = 30;

interface Found {
  readonly place: Location;
  readonly memory: Memory;
}

export const recall = mcpTool({
  name: 'recall',
  says: 'Tells what is remembered of a place, here when none is named, or what is remembered in certain words.',
  input: mcpToolArguments({
    location: namedPlace.optional(),
    words: z.string().optional().describe('Words that the memories say, from any place.'),
  }),
  isLook: true,
  async act(session, { location, words }) {
    const place = location === undefined ? null : placeNamed(session, location);
    const unknown = place === null && location !== undefined ? String(location) : null;
    const sought = words ?? unknown;
    if (sought !== null) {
      const found = foundByWords(session, sought, place);
      const answer = told(session, place, found);
      if (unknown === null) return answer;
      const warning = `No place "${cleanTitle(unknown)}" is known.`;
      return { ...answer, words: `${warning} ${answer.words}` };
    }
    const here = place ?? placeOfNow(session);
    return told(session, here, all(session, here));
  },
});

function placeOfNow({ game }: Session): Location {
  if (game === null) throw new NotUsable('No game is in progress; name a location or words.');
  return game.newest?.after.location ?? mcpMoment(game).state.observation.location;
}

function all(session: Session, place: Location | null): readonly Found[] {
  const rooms = [...session.rooms().values()].filter(({ id }) => id === (place?.id ?? id));
  return rooms.flatMap(({ id, name, memories }) =>
    memories.filter(isBelieved).map((memory) => ({ place: { id, name }, memory })),
  );
}

/** The memories with most of the words, of one place if it is named. */
function foundByWords(session: Session, sought: string, place: Location | null): readonly Found[] {
  const words = [...new Set(wordsIn(sought))];
  const said = ({ place: { name }, memory: { title, text, category } }: Found) => {
    const all = `${name} ${title} ${text} ${category}`.toLowerCase();
    return words.filter((word) => all.includes(word)).length;
  };
  const counted = all(session, place).map((one) => ({ one, count: said(one) }));
  const most = Math.max(1, ...counted.map(({ count }) => count));
  const best = counted.filter(({ count }) => count === most).map(({ one }) => one);
  return best.slice(0, MOST_FOUND);
}

function told(session: Session, location: Location | null, found: readonly Found[]) {
  const book = evidenceAtPlace(session.services.learnt);
  const lines = found.map(({ place, memory }) => {
    const proof = evidenceWordsIn(book, place.id)(memory);
    const at = location === null ? `${roomWords(place)}: ` : '';
    return `${at}${memory.category}: ${memory.title}: ${memory.text} (${origin(memory)})${proof === '' ? '' : ` ${proof}`}`;
  });
  const of = location === null ? '' : ` of ${roomWords(location)}`;
  const nothing = `Nothing is remembered${of}${of === '' ? ' in these words' : ''}.`;
  const remembered = quote(lines.map((line) => line.replaceAll('\n', ' ')).join('\n'));
  const words = found.length === 0 ? nothing : `Remembered${of}:\n${remembered}`;
  const memories = found.map(({ place, memory }) => ({
    location: place,
    ...showMemoryFacts(place.id, memory, book),
  }));
  return { words, data: { location, memories } };
}

function origin({ persistence, status, episode, turns, scoreChange }: Memory): string {
  const points = scoreChange === null || scoreChange === 0 ? [] : [`${signed(scoreChange)} points`];
  const doubt = status === 'TENTATIVE' ? ['unconfirmed'] : [];
  return [...doubt, persistence, `episode ${episode}`, `turn ${turns}`, ...points].join(', ');
}

export const remember = mcpTool({
  name: 'remember',
  says: 'Files a lesson under the place where the last command was given, or under another one, for this game and all later ones.',
  input: mcpToolArguments({
    title: mcpNeededText('What it is about, such as the command.'),
    text: mcpNeededText('What came of it and why, in a sentence or two.'),
    location: namedPlace.optional(),
  }),
  isLook: false,
  async act(session, input) {
    const [title, text] = [cleanTitle(input.title), cleanText(input.text)];
    if (title === '' || text === '') throw new NotUsable('A memory has a title and a text.');
    const game = await session.played();
    const own = placeOfAction(session) ?? placeOfNow(session);
    const named = input.location === undefined ? own : placeNamed(session, input.location);
    const place = named ?? own;
    const doubt = session.doubt(title, text);
    const { episode } = mcpMoment(game).state;
    const memory = memoryOf({ title, text, doubt, episode }, session, place);
    const { outcome, waiting } = await session.file(place, memory);
    const warnings = [
      ...cut('title', cleanTitle(input.title, Infinity), MOST_TITLE),
      ...cut('text', cleanText(input.text, Infinity), MOST_TEXT),
      ...(named === null ? [`No place "${cleanTitle(String(input.location))}" is known.`] : []),
      ...(doubt === null ? [] : [`It ${doubt}; it is filed as unconfirmed.`]),
      ...(outcome === 'applied' ? [] : ['The same is remembered there already.']),
      ...(waiting === null ? [] : [`It is not in the file yet: ${waiting}`]),
    ];
    const filed = outcome === 'applied';
    const turn = mcpLastTurn(game);
    const words = [
      `${filed ? 'Remembered' : 'Not filed again'} under ${roomWords(place)}, turn ${turn}:`,
      quote(title),
      ...warnings.map((warning) => `Warning: ${warning}`),
    ].join('\n');
    return { words, data: { filed, location: place, title, episode, turn, warnings } };
  },
});

function cut(what: string, whole: string, most: number): readonly string[] {
  return whole.length > most ? [`Only the first ${most} characters of the ${what} are kept.`] : [];
}

function memoryOf(
  lesson: Pick<Memory, 'title' | 'text' | 'episode'> & { readonly doubt: string | null },
  { game }: Session,
  place: Location,
): Memory {
  const newest = game?.newest ?? null;
  const isOfTurn = newest?.before.location.id === place.id;
  const { title, text, episode, doubt } = lesson;
  return {
    category: 'NOTE',
    title,
    text,
    persistence: 'permanent',
    status: doubt === null ? 'ACTIVE' : 'TENTATIVE',
    ...(doubt !== null && { doubt }),
    episode,
    turns: String(newest?.turn ?? 0),
    scoreChange: isOfTurn ? knownScoreChange(newest) : 0,
    supersededBy: null,
    supersededAtTurn: null,
    invalidationReason: null,
  };
}

/** The place of the last command; before the first, the player's place. Null if nothing was played yet. */
function placeOfAction({ game }: Session): Location | null {
  if (game === null) return null;
  return game.newest?.before.location ?? mcpObservation(game).location;
}
