import path from 'node:path';
import { styleText } from 'node:util';
import { InterpreterError } from '../../domain/errors.ts';
import { isBelieved, type Memory } from '../../domain/memory.ts';
import type { Location, WorldFacts } from '../../domain/observation.ts';
import { visibleText } from '../../domain/text.ts';
import type { Interpreter, StepResult } from '../../interpreter/interpreter.ts';
import { openStory } from '../../interpreter/open-story.ts';
import { readStory } from '../../run/story-file.ts';
import type { Call } from '../command.ts';
import { exitIfStopped } from '../errors.ts';
import { roomsAtPlace, learntMemories } from '../learnt-place.ts';
import { printNote, print, printRaw } from '../print.ts';
import { type World } from '../world.ts';
import { terminalColumns, fitText } from '../layout.ts';
import { GameFiles } from './game-files.ts';
import { Keyboard, readCommands } from './input.ts';

/** Plays a story with the person at the terminal. With `hasHints` the word `hint` is answered instead of being played. */
export async function playAtTerminal(call: Call, seed: number, hasHints: boolean): Promise<void> {
  const { world } = call;
  const { story } = (await call.settings()).config;
  const bytes = readStory(story);
  const hints = hasHints ? await openHints(call.with({ story: story ?? '' })) : null;
  const keyboard = new Keyboard(world);
  const files = new GameFiles({
    folder: world.cwd,
    story: path.parse(story ?? 'game').name,
    ask(question, kind) {
      tellAtTerminal(world, question);
      return keyboard.ask(`${kind}>`, kind);
    },
    tell: (message) => tellAtTerminal(world, message),
    readCommands: (file) => readCommands(world, file),
  });
  try {
    const game = openStory(bytes, { seed, files });
    showAtTerminal(world, game.opening, game.facts());
    if (hints !== null) tellAtTerminal(world, '(hint tells what was learnt about the place)');
    for (;;) {
      const isKey = game.facts().waitsFor === 'key';
      if (isKey)
        tellAtTerminal(world, '(the game waits for one key: type it, or nothing for Enter)');
      const replayed = files.next();
      if (replayed !== null) print(world, `>${replayed}`);
      const command = replayed ?? (await keyboard.ask('>'));
      if (command === null) break;
      if (hints !== null && command.trim().toLowerCase() === 'hint') {
        tellAtTerminal(world, hints(game.facts().location));
        continue;
      }
      if (await endsGame(world, game, () => files.step(game, command))) return;
    }
  } finally {
    keyboard.close();
    files.close();
  }
  world.stderr.write('\n');
  exitIfStopped(keyboard.stoppedBy);
}

/** Plays a command and shows its result. Returns whether it ended the game. One that breaks the game is undone. */
async function endsGame(world: World, game: Interpreter, step: () => Promise<StepResult>) {
  const before = game.snapshot();
  try {
    const result = await step();
    showAtTerminal(world, result, game.facts());
    if (result.ended !== null) tellAtTerminal(world, `(the game has ended: ${result.ended})`);
    return result.ended !== null;
  } catch (error) {
    if (!(error instanceof InterpreterError)) throw error;
    game.restore(before);
    tellAtTerminal(world, `${error.message} The game is as it was before that command.`);
    return false;
  }
}

function showAtTerminal(
  world: World,
  { text, status }: Pick<StepResult, 'text' | 'status'>,
  facts: WorldFacts,
): void {
  const columns = terminalColumns(world);
  print(world, `${fitText(visibleText(text.trim()), columns)}\n`);
  const [line = '', ...others] = (status === '' ? statusOf(facts) : status).split('\n');
  const below = others.map((one) => one.trim()).filter((one) => one !== '');
  if (below.length > 0) print(world, fitText(visibleText(below.join('\n')), columns));
  // One column stays free, because some terminals break a full line.
  const bar = statusLine(visibleText(line), columns - 1);
  const isPlain =
    (world.environment['NO_COLOR'] ?? '') !== '' || world.environment['TERM'] === 'dumb';
  printRaw(world, `${isPlain ? bar : styleText('inverse', bar, { validateStream: false })}\n`);
}

function tellAtTerminal(world: World, message: string): void {
  printNote(world, fitText(visibleText(message), terminalColumns(world)));
}

/** A status line of any width, fitted: its first part on the left, the others on the right. */
function statusLine(status: string, columns: number): string {
  const [left = '', ...others] = status.trim().split(/\s{2,}/);
  const right = cutTo(others.join('  '), Math.max(0, columns - 4));
  const room = columns - right.length - (right === '' ? 0 : 1);
  return `${cutTo(left, room).padEnd(columns - right.length)}${right}`;
}

function statusOf({ location, score, moves }: WorldFacts): string {
  return [
    location.name,
    ...(score === null ? [] : [`Score: ${score}`]),
    ...(moves === null ? [] : [`Moves: ${moves}`]),
  ].join('  ');
}

function cutTo(text: string, most: number): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  return most <= 0 ? '' : `${characters.slice(0, most - 1).join('')}…`;
}

/** Tells what was learnt about a place. Reads the file each time, because a run may be learning. */
async function openHints(call: Call): Promise<(place: Location) => string> {
  const file = await learntMemories(call);
  return ({ id, name }) => {
    const room = roomsAtPlace(file).find((one) => one.id === id);
    const lines = (room?.memories ?? []).filter(isBelieved).map(lineOf);
    return lines.length === 0 ? `Nothing was learnt about ${name}.` : lines.join('\n\n');
  };
}

function lineOf({ category, title, text, status }: Memory): string {
  const doubt = status === 'TENTATIVE' ? ' (not certain)' : '';
  return `${category}: ${title}${doubt}. ${text}`;
}
