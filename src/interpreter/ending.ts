import type { Ending } from '../domain/observation.ts';
import { endsInQuestion, printedText } from '../domain/text.ts';
import type { GameSession } from './game-session.ts';
import { scoreNumberIn } from './score-detection.ts';

const BANNER = /^[ \t]*\*{3,}[ \t]*(\S.*?)[ \t]*\*{3,}[ \t]*$/gm;
/** Looser, for a game that is known to have ended: "** You have won **", "* * * THE END * * *", "--- The End ---". */
const CLOSING_BANNER =
  /^[ \t]*(?:[*=~-][ \t]?){2,}[ \t]*([^\s*=~-].*?)[ \t]*(?:[*=~-][ \t]?){2,}[ \t]*$/gm;

const DIED =
  /\b(?:die[ds]?|dead|(?<!(?:escaped|cheated|defeated|conquered) )death|perish\w*|drown\w*|suffocat\w*|asphyxiat\w*|starved?|(?:been|was|were|are|is|gets?|got) (?:\w+ )?(?:killed|slain|eaten|murdered|devoured|crushed|squashed|mauled|trampled|stabbed|shot|hanged|executed|poisoned|electrocuted|incinerated|vapori[sz]ed|blown up))\b|^(?:killed|slain|eaten)\b/i;
const LOST =
  /\b(?:(?:have|has|is|are|you|all) (?:\w+ )?los[te]|doomed|fail\w*|missed|game over|better luck|(?:not|n't|never|almost|nearly) (?:\w+ )?(?:won|win|succeed\w*|escaped?)|(?:been|are|was|were) (?:\w+ )?(?:defeated|captured|arrested|imprisoned|caught))\b/i;
const WON =
  /\b(?:won|wins?|winner|victor\w*|congratulat\w*|triumph\w*|succe\w+|escaped?|complet\w*|solved|saved|survived|finished)\b/i;
const CONGRATULATIONS = /\bcongratulations\b|\byou(?:'ve| have)? (?:just )?(?:won|win)\b/i;

/** Words of closing questions and closing lines. */
const OFFERS = /\b(?:restart|restore|quit|the end|game over)\b/i;
const ANOTHER_GAME = /\b(?:again|another (?:game|try)|start over)\b[^?]*\?/i;
/** Closing words stand at the end of what a step prints. */
const TAIL = 800;
const LAST_PAGE = 4000;

/** Two commands that every story answers differently while the game goes on. */
const PLAIN = ['look', 'inventory'] as const;
/** The answers that end the session at "RESTART, RESTORE or QUIT?" and at "Another game?". */
const LEAVING = ['quit', 'no'];
const SILENT = [...PLAIN, ...LEAVING, 'yes', 'restart', ''];

/** Facts at the end of a step that show an ending. */
interface StepOutcome {
  readonly text: string;
  /** From memory, or as SCORE last printed it. */
  readonly score: number | null;
  readonly maxScore: number | null;
  /** Whether the player asked to leave, or nobody has played yet. */
  readonly leaves: boolean;
}

/** Whether the text announced the player's death. Some games then go on. */
export function announcesDeath(text: string): boolean {
  return text.includes('***') && bannersIn(text, BANNER).some((words) => DIED.test(words));
}

/** What a story asks a dead player: "Do you want me to try to reincarnate you?" */
const ANOTHER_LIFE =
  /\b(?:reincarnat\w*|resurrect\w*|reviv(?:e|al)|back to life|bring you back|(?:one more|another) (?:life|chance))\b/i;

/** Whether the player died in a step: the text announces it, or the story asks about another life and NO brings death. */
export function diedIn(session: GameSession, text: string): boolean {
  if (announcesDeath(text)) return true;
  const last = text.slice(-TAIL);
  if (!endsInQuestion(last) || !ANOTHER_LIFE.test(last)) return false;
  return announcesDeath(session.ask('no') ?? '');
}

/** How the game ended with the last step: the story stopped, or obeys no command but QUIT. Null while it goes on. */
export function endingOf(session: GameSession, outcome: StepOutcome): Ending | null {
  const isOver = session.hasQuit || (looksLikeTheEnd(outcome) && onlyLeavingIsLeft(session));
  if (!isOver) return null;
  if (outcome.leaves || outcome.text.trim() === '') return 'quit';
  return isVictory(outcome) ? 'victory' : 'death';
}

/** Whether the story waits for an answer of its own: LOOK and INVENTORY get the same reply. */
export function ignoresCommands(session: GameSession): boolean {
  const [first, second] = PLAIN.map((command) =>
    session.ask(command)?.replaceAll(new RegExp(command, 'gi'), ''),
  );
  return first !== undefined && first === second;
}

/** Whether no command is obeyed, and either QUIT or NO stops the story at once, or no input gets an answer. */
function onlyLeavingIsLeft(session: GameSession): boolean {
  if (!ignoresCommands(session)) return false;
  const stops = (command: string) =>
    session.probe(() => session.trySend(command) !== null && session.hasQuit);
  return (
    LEAVING.some(stops) || SILENT.every((command) => printedText(session.ask(command) ?? '') === '')
  );
}

/** The score in closing words, or null: "you scored 20 out of a possible 30". */
export function closingScore(text: string): number | null {
  return closingNumbers(text).score;
}

/** Of several sentences about points, the last one with the maximum counts. */
function closingNumbers(text: string): { score: number | null; maximum: number | null } {
  const told = text
    .slice(-LAST_PAGE)
    .split(/(?<=[.!?])\s/)
    .filter((sentence) => /\bscor|\bpoints?\b|\brating/i.test(sentence))
    .map((sentence) => ({
      score: scoreNumberIn(sentence, 'score'),
      maximum: scoreNumberIn(sentence, 'maximum'),
      isNamed: /\bscor|\brating/i.test(sentence),
    }))
    .filter(({ maximum, isNamed }) => isNamed || maximum !== null);
  const whole = told.findLast(({ score, maximum }) => score !== null && maximum !== null);
  return whole ?? told.findLast(({ score }) => score !== null) ?? { score: null, maximum: null };
}

function looksLikeTheEnd({ text, score, maxScore }: StepOutcome): boolean {
  if (text.includes('***') && bannersIn(text, BANNER).length > 0) return true;
  if (maxScore !== null && maxScore > 0 && score === maxScore) return true;
  const tail = text.slice(-TAIL);
  return [OFFERS, ANOTHER_GAME, CONGRATULATIONS].some((words) => words.test(tail));
}

function isVictory({ text, score, maxScore }: StepOutcome): boolean {
  const banners = bannersIn(text.slice(-LAST_PAGE), CLOSING_BANNER);
  const verdict = banners.findLast((words) => isLost(words) || WON.test(words));
  if (verdict !== undefined) return !isLost(verdict);
  const closing = closingNumbers(text);
  const most = closing.maximum ?? maxScore;
  const shares = [shareOf(closing.score, most), shareOf(score, maxScore)];
  if (shares.includes(1) || CONGRATULATIONS.test(text)) return true;
  const isClosed =
    banners.some((words) => /\bend\b/i.test(words)) || bannersIn(text, BANNER).length > 0;
  return isClosed && (shares.find((share) => share !== null) ?? 1) >= 0.5;
}

function shareOf(score: number | null, most: number | null): number | null {
  return score === null || most === null || most <= 0 ? null : score / most;
}

function isLost(words: string): boolean {
  return DIED.test(words) || LOST.test(words);
}

function bannersIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, words = '']) => words);
}

/** Commands that ask to end the session, or confirm it. */
const LEAVES = /^\s*(?:q|quit)\b/i;
const YES = /^\s*y/i;

/** Whether a command ends the session, alone or as the answer to the last one. */
export function isEndingCommand(command: string, last: string): boolean {
  return LEAVES.test(command) || (LEAVES.test(last) && YES.test(command));
}
