import { canonicalAction, walkingDirection } from '../domain/command.ts';
import { isMisread } from '../domain/failure.ts';
import { hadNoEffect, tookNoMove } from '../domain/turn-effect.ts';
import { NAMES_UNSHOWN } from '../domain/memory.ts';
import type { Observation } from '../domain/observation.ts';
import { rememberText } from '../domain/text.ts';
import { type TurnRecord } from '../domain/turn-record.ts';
import { isVerbOf, readsCommand, unknownWordIn } from '../domain/vocabulary.ts';
import { isOrdinaryWord, madeOf, wordForms } from '../domain/word-forms.ts';
import type { Dictionary } from '../interpreter/interpreter.ts';
import { glossesIn, nounsIn } from './english-nouns.ts';

const QUOTED = /"([^"]+)"|“([^”]+)”|(`)([^`]+)`/g;
const COMMAND_ENDS = /[.,;\n]+|\bthen\b/;
/** Speech, and no command. */
const SENTENCE = /^\p{Lu}.* .*[.!?]$/u;
const COMPASS = /\b(?:north|south|east|west)/i;
/** Words about play itself, and about the writer. */
const OF_PLAY = new Set(
  (
    'here there answer question turn turns order matter matters lot way ways thing things time game action room player ' +
    'memory lesson title text reason note engine parser program menu page screen'
  ).split(' '),
);
/** Fewer letters begin too many words. */
const SHORTEST_BEGINNING = 4;
const WORD = /[\p{L}][\p{L}'’-]*/gu;

/**
 * What this game has shown: the words that it printed, the objects that were seen, the commands that were played. A lesson
 * that names anything else, or a command that the parser does not take, is in doubt until the game shows it.
 */
export class KnownWords {
  readonly #dictionary: Dictionary;
  readonly #isVerb: (word: string) => boolean;
  readonly #texts = new Set<string>();
  readonly #heard = new Set<string>();
  readonly #seen = new Map<number, string>();
  readonly #played = new Set<string>();

  constructor(dictionary: Dictionary) {
    this.#dictionary = dictionary;
    this.#isVerb = isVerbOf(dictionary.verbs);
  }

  /** Whether a turn says nothing of the world; see {@link isMisread}. */
  isMisread(turn: TurnRecord): boolean {
    return isMisread(turn, this.#dictionary);
  }

  add(text: string): void {
    this.#hearWords(wordsOf(text));
  }

  /** Takes in things or places that were seen. All names that the dictionary gives them are known, too. */
  see(seen: Iterable<{ readonly id: number; readonly name: string }>): void {
    for (const { id, name } of seen) {
      this.#seen.set(id, name);
      this.add(name);
    }
  }

  /** The name of a thing or place that was seen. */
  nameOf(id: number): string | undefined {
    return this.#seen.get(id);
  }

  /** The words of an answer for things of the story that nothing printed or showed before. Call it before `hear`. */
  newNames({ before, after }: Pick<TurnRecord, 'before' | 'after'>): readonly string[] {
    const known = new Set(
      [before.text, ...thingsOf(before).map(({ name }) => name)].flatMap(wordsOf),
    );
    const words = new Set(wordsOf(after.text));
    return [...words].filter(
      (word) =>
        word.length > 2 &&
        wordForms(word).some((form) => this.#dictionary.objectsNamed(form).length > 0) &&
        !wordForms(word).some((form) => this.#heard.has(form) || known.has(form)),
    );
  }

  /** Takes in what a turn printed and showed. Words that only a parser's complaint repeats stay unknown. */
  hear(turn: Pick<TurnRecord, 'before' | 'after'> & Partial<TurnRecord>): void {
    const { before, after, decision } = turn;
    for (const one of [before, after]) {
      this.see(thingsOf(one));
      // What trying an exit ahead printed was told to the player.
      for (const { loss = '' } of one.exits) this.add(loss);
    }
    // The text before a turn is the answer to the turn before, unless this is the first.
    if (!this.#texts.has(before.text)) this.#hearText(before.text, []);
    const action = decision?.action ?? '';
    const said = wordsOf(action).filter((word) => !this.#isShown(word));
    // The parser's own answer: the command did nothing, and it took no move or has an unknown word.
    const isUncounted = after.moves === null || tookNoMove(turn);
    const isComplaint =
      hadNoEffect(turn) && (isUncounted || unknownWordIn(action, this.#dictionary) !== undefined);
    this.#hearText(after.text, isComplaint ? said : []);
    if (decision === undefined) return;
    this.#played.add(canonicalAction(action));
    if (!hadNoEffect(turn)) this.add(action);
  }

  /**
   * The doubt about a lesson, in words that follow "it". Null if all that it names is known. In a command each noun names a
   * thing, in prose only those told of as things. A quoted command must be known to the game.
   */
  doubt(title: string, text = ''): string | null {
    const quoted = [...`${title}\n${text}`.matchAll(QUOTED)].map((found) => ({
      words: found[1] ?? found[2] ?? found[4] ?? '',
      isCommand: found[3] !== undefined,
    }));
    // In a title, the text after a command tells its result.
    const [told = '', ...rest] = this.#beginsWithVerb(title) ? title.split(': ') : [title];
    const unknown = [
      ...this.#unknown(told, this.#isTelling(told) ? 'prose' : 'command'),
      ...this.#unknown(rest.join(': '), 'prose'),
      ...quoted.flatMap(({ words }) => this.#unknown(words, 'command')),
      ...this.#unknown(text, 'prose'),
    ];
    if (unknown.length > 0)
      return `${NAMES_UNSHOWN}${listed(unknown)}, which the game has not printed`;
    const untaken = quoted.find((one) => this.#isUntaken(one));
    return untaken === undefined
      ? null
      : `${NAMES_UNSHOWN}"${untaken.words}", which is no command of this game`;
  }

  /** Whether a lesson tells of a game: its title begins with a command or direction, or was played, or it names something. */
  isOfGame(title: string, text: string): boolean {
    const parts = title.split(COMMAND_ENDS).map(canonicalAction);
    const isCommand = (part: string) =>
      this.#played.has(part) ||
      walkingDirection(part) !== null ||
      (part !== '' && this.#isVerb(part.split(' ')[0] ?? ''));
    if (parts.some(isCommand) || COMPASS.test(`${title} ${text}`)) return true;
    // An ordinary word names something if the game printed it.
    const names = (word: string) =>
      !isOrdinaryWord(word) || (!OF_PLAY.has(word) && this.#isShown(word));
    const nouns = nounsIn(`${title}\n${text}`);
    return nouns.some(({ word }) => !word.includes('_') && names(word));
  }

  #unknown(text: string, kind: 'command' | 'prose'): readonly string[] {
    return nounsIn(text)
      .filter(({ isNamed, isAside }) => kind === 'command' || (isNamed && !isAside))
      .map(({ word }) => word)
      .filter((word) => !this.#isKnown(word) && !(kind === 'prose' && this.#isGloss(word, text)));
  }

  /** Whether a word that names nothing of the story describes, in brackets or after a dash, a thing that was shown. */
  #isGloss(word: string, text: string): boolean {
    return (
      this.#dictionary.objectsNamed(word).length === 0 &&
      glossesIn(text).some(({ of, says }) => says.includes(word) && this.#isShown(of))
    );
  }

  #beginsWithVerb(title: string): boolean {
    return this.#isVerb(wordsOf(title)[0] ?? '');
  }

  #isTelling(title: string): boolean {
    if (this.#beginsWithVerb(title)) return false;
    return nounsIn(title).some(
      ({ word, isAside }) => !isAside && !isOrdinaryWord(word) && this.#isShown(word),
    );
  }

  #hearText(text: string, echoed: readonly string[]): void {
    this.#texts.add(text);
    this.#hearWords(wordsOf(text).filter((word) => !echoed.includes(word)));
  }

  #hearWords(words: readonly string[]): void {
    for (const form of words.flatMap(formsOf)) this.#heard.add(form);
  }

  /** Whether a quotation is meant as a command, was never played or printed, and the parser does not read it. */
  #isUntaken({ words, isCommand }: { readonly words: string; readonly isCommand: boolean }) {
    const lower = words.toLowerCase();
    if (!isCommand && SENTENCE.test(words)) return false;
    if (!isCommand && !this.#isVerb(lower.split(' ')[0] ?? '')) return false;
    if ([...this.#texts].some((text) => text.toLowerCase().includes(lower))) return false;
    return lower
      .split(COMMAND_ENDS)
      .map(canonicalAction)
      .some(
        (part) => part !== '' && !this.#played.has(part) && !readsCommand(part, this.#dictionary),
      );
  }

  #isKnown(word: string): boolean {
    // A word with a digit is a turn's or a room's: T44, L152.
    if (isOrdinaryWord(word) || OF_PLAY.has(word) || /\d/.test(word)) return true;
    const parts = word.split('-');
    if (parts.length > 1 && parts.every((part) => part === '' || this.#isKnown(part))) return true;
    if (this.#isShown(word)) return true;
    const dictionary = this.#dictionary;
    const namesUnseen = (form: string) =>
      dictionary.objectsNamed(form).length > 0 && !this.#isVerb(form);
    const forms = wordForms(word);
    return forms.some((form) => dictionary.knows(form)) && !forms.some(namesUnseen);
  }

  /**
   * Whether the game printed a word, its base, or its beginning where a text was cut, a word that begins with a form of it
   * (`staircase` shows `stairs`), or showed a thing of that name.
   */
  #isShown(word: string): boolean {
    const beginnings = [
      word,
      ...wordForms(word).filter((form) => form.length >= SHORTEST_BEGINNING),
    ];
    return (
      madeOf(word).some((base) => this.#heard.has(base)) ||
      wordForms(word).some(
        (form) =>
          this.#heard.has(form) ||
          this.#dictionary.objectsNamed(form).some((id) => this.#seen.has(id)),
      ) ||
      [...this.#heard].some((heard) => beginnings.some((one) => heard.startsWith(one)))
    );
  }
}

function thingsOf({ location, inventory, objects, exits }: Observation) {
  return [location, ...inventory, ...objects, ...exits.map(({ to }) => to)];
}

function wordsOf(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** The words that a printed word makes known: its forms, and the parts of one with a hyphen. */
const formsOf = rememberText((word) => [word, ...word.split('-')].flatMap(wordForms));

/** `the word troll`, or `the words dragon and sceptre`. */
function listed(words: readonly string[]): string {
  const all = [...new Set(words)];
  return `the word${all.length === 1 ? '' : 's'} ${all.join(' and ')}`;
}
