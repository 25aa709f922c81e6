import { styleText } from 'node:util';
import { visibleText } from '../../domain/text.ts';
import type { WorldFacts } from '../../domain/observation.ts';
import type { StepResult } from '../../interpreter/interpreter.ts';
import { columnsOf, note, print, printRaw } from '../output.ts';
import type { World } from '../world.ts';
import { fitText } from '../wrap-text.ts';

/** Shows a game to the person at a terminal: text within its width, and a status line above each prompt. */
export function showAtTerminal(
  world: World,
  { text, status }: Pick<StepResult, 'text' | 'status'>,
  facts: WorldFacts,
): void {
  const columns = columnsOf(world);
  print(world, `${fitText(visibleText(text.trim()), columns)}\n`);
  const [line = '', ...others] = (status === '' ? statusOf(facts) : status).split('\n');
  const below = others.map((one) => one.trim()).filter((one) => one !== '');
  if (below.length > 0) print(world, fitText(visibleText(below.join('\n')), columns));
  // One column stays free: some terminals break a line that is full.
  const bar = statusLine(visibleText(line), columns - 1);
  const isPlain =
    (world.environment['NO_COLOR'] ?? '') !== '' || world.environment['TERM'] === 'dumb';
  printRaw(world, `${isPlain ? bar : styleText('inverse', bar, { validateStream: false })}\n`);
}

/** What the person should know beside the game. */
export function tellAtTerminal(world: World, message: string): void {
  note(world, fitText(visibleText(message), columnsOf(world)));
}

/** A status line of any width made to fit: its first part on the left, the others on the right. */
export function statusLine(status: string, columns: number): string {
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
