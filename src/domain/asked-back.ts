import { ARTICLES, normaliseAction } from './command.ts';
import { asksBack } from './game-answer.ts';
import { type Observation, thingsSeen } from './observation.ts';
import { wordsIn } from './text.ts';
import type { TurnRecord } from './turn-record.ts';

/** A command that the parser did not try because it asked what was meant. */
export interface AskedBack {
  readonly command: string;
  /** The things to choose from, as the parser names them. Empty if it names none. */
  readonly options: readonly string[];
  /** The options, or else the replies, that were answered with the same question. */
  readonly vain: readonly string[];
}

const CHOICE = /\bwhich (?:[\p{L}-]+ ){0,3}(?:do|did) you mean,?\s+(?:either )?([^?]+)\?/iu;
const BETWEEN = /,\s*(?:or\s+)?|\s+or\s+/i;
/** `What do you want to unlock the door with?` */
const WITH_WHAT = /\bwant to .*\b(at|about|from|in|into|on|onto|to|with)\?/i;

interface Played {
  readonly before: Pick<Observation, 'objects' | 'inventory'>;
  readonly decision: Pick<TurnRecord['decision'], 'action'>;
  readonly after: Pick<Observation, 'text'>;
}

/** The command that the newest of these turns left open. Null if the parser asked nothing. */
export function askedBack(turns: readonly Played[]): AskedBack | null {
  const first = turns.findLastIndex(({ after }) => !asksBack(after.text)) + 1;
  // Only the turns in a row that were asked about bear on it, each answered in its turn.
  return turns
    .slice(first)
    .reduce<AskedBack | null>((before, turn, at, all) => asksOn(before, all[at - 1], turn), null);
}

/** What a turn leaves open to which the parser replied with a question. `before` is what the turn before left open. */
function asksOn(before: AskedBack | null, earlier: Played | undefined, turn: Played): AskedBack {
  const { text } = turn.after;
  const [, said] = CHOICE.exec(text) ?? [];
  const options = said?.split(BETWEEN).map((one) => one.trim().replaceAll(ARTICLES, '').trim());
  const isSame = before !== null && earlier?.after.text === text;
  const reply = normaliseAction(turn.decision.action);
  const command = meantBy(turn, before, earlier?.after.text ?? '');
  const chosen = before?.options.find((one) => isPartOf(reply, one)) ?? reply;
  const vain = isSame ? [...before.vain, ...(command === reply ? [] : [chosen])] : [];
  return { command, options: (options ?? []).filter((one) => one !== ''), vain };
}

/** The command of a turn; for a bare reply to a question of the parser, the command that it completes. */
export function commandMeant(turn: Played, earlier: readonly Played[]): string {
  return meantBy(turn, askedBack(earlier), earlier.at(-1)?.after.text ?? '');
}

function meantBy(turn: Played, asked: AskedBack | null, question: string): string {
  const action = normaliseAction(turn.decision.action);
  if (asked === null) return action;
  const { command, options } = asked;
  if (options.length > 0) {
    const [meant, ...others] = options.filter((one) => isPartOf(action, one));
    return meant === undefined || others.length > 0 ? action : withOption(command, meant, options);
  }
  if (!namesOnly(action, turn.before)) return action;
  const [, preposition] = WITH_WHAT.exec(question) ?? [];
  return [command, ...(preposition === undefined ? [] : [preposition]), action].join(' ');
}

/** `open red door` for `open door`, of which the parser asked whether the red door or the blue door was meant. */
function withOption(command: string, option: string, options: readonly string[]): string {
  const [verb = '', ...rest] = command.split(' ');
  const named = new Set(options.flatMap(wordsIn));
  const first = rest.findIndex((word) => named.has(word));
  if (first === -1) return [command, option].join(' ').toLowerCase();
  const after = rest.slice(first).findIndex((word) => !named.has(word));
  const end = after === -1 ? rest.length : first + after;
  return [verb, ...rest.slice(0, first), option, ...rest.slice(end)].join(' ').toLowerCase();
}

/** Whether all words of a text are in a name: the great lamp is not the brass lamp. */
export function isPartOf(reply: string, name: string): boolean {
  const words = wordsIn(reply.replaceAll(ARTICLES, ''));
  const own = wordsIn(name);
  return words.length > 0 && words.every((word) => own.includes(word));
}

/** Whether a reply has only words of the name of something in reach. */
function namesOnly(reply: string, before: Pick<Observation, 'objects' | 'inventory'>): boolean {
  return thingsSeen(before).some(({ name }) => isPartOf(reply, name));
}
