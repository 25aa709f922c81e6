import type { Interpreter, StepResult } from '../../interpreter/interpreter.ts';
import { type Call, wholeNumber, type Command } from '../command.ts';
import { exitIfStopped } from '../errors.ts';
import { printNote, print, printJson } from '../print.ts';
import { openConfiguredStory } from '../story/story.ts';
import { type World } from '../world.ts';

interface Asked {
  readonly seed: number;
  readonly commands?: string;
  readonly hints?: true;
  readonly exits?: true;
  readonly objects?: true;
}

export const PLAY_COMMANDS: readonly Command[] = [
  {
    path: 'play',
    takes: '[story]',
    says: 'play a story yourself, or feed it a file of commands',
    options: {
      '--seed <n>': wholeNumber('seed of the random generator', { least: 0, default: 0 }),
      '--commands <file>':
        'read commands from a file or pipe, one per line (a blank one is Enter where a key is waited for), or - for standard input',
      '--json': 'one JSON line per step',
      '--hints': 'at a terminal: the word hint shows what was learnt about the place',
      '--exits': 'with --json: where each direction leads',
      '--objects': 'with --json: what the player can see',
    },
    more: `At a terminal the story's own SAVE and RESTORE ask for a file, as do SCRIPT, RECORDING and REPLAY where it has them; saved
games are those of other interpreters (Quetzal). Ctrl-C or Ctrl-D there takes the question back, and play goes on.`,
    examples: [
      'zorkgpt play',
      'zorkgpt play zork1.z3 --hints',
      'zorkgpt play --story zork1.z3 --seed 12 --commands walkthrough.txt',
      'zorkgpt play --commands - --json --exits',
    ],
    run: play,
  },
];

async function play(call: Call<Asked>): Promise<void> {
  const { world, options, word } = call;
  const { seed } = options;
  const named = word === '' ? call : call.with({ story: word });
  const isSeen = world.stdin.isTTY === true && world.stdout.isTTY === true;
  if (isSeen && !options.json && options.commands === undefined) {
    const { playAtTerminal } = await import('./play-at-terminal.ts');
    return playAtTerminal(named, seed, options.hints === true);
  }
  const { readCommands } = await import('./input.ts');
  const game = await openConfiguredStory(named, seed);
  const show = options.json ? jsonPrinter(world, game, options) : textPrinter(world);
  show(0, null, game.opening);
  const commands =
    options.commands === undefined ? typed(world) : readCommands(world, options.commands);
  let step = 0;
  for await (const command of commands) {
    // A blank line of a file is Enter if the game waits for a key, and nothing otherwise.
    const isSpacing = options.commands !== undefined && command.trim() === '';
    if (isSpacing && game.facts().waitsFor !== 'key') continue;
    step += 1;
    const result = game.step(command);
    show(step, command, result);
    if (result.ended !== null) return;
  }
}

type Show = (step: number, command: string | null, result: StepResult) => void;

function jsonPrinter(world: World, game: Interpreter, options: Asked): Show {
  return (step, command, { text }) => {
    const { objects, ...facts } = game.facts();
    const line = {
      step,
      command,
      text,
      ...facts,
      ...(options.exits && {
        exits: game.exits().map(({ direction, command, to }) => ({ direction, command, to })),
      }),
      ...(options.objects && { objects }),
    };
    printJson(world, line);
  };
}

function textPrinter(world: World): Show {
  return (_, command, { text, ended, waitsFor }) => {
    const echo = command === null || world.stdin.isTTY === true ? '' : `>${command}\n`;
    print(world, `${echo}${text.trim()}\n`);
    if (waitsFor === 'key')
      printNote(world, '(the game waits for one key: type it, or nothing for Enter)');
    if (ended !== null) printNote(world, `(the game has ended: ${ended})`);
  };
}

async function* typed(world: World): AsyncGenerator<string> {
  const { Keyboard } = await import('./input.ts');
  const keyboard = new Keyboard(world);
  try {
    for (;;) {
      const line = await keyboard.ask('>');
      if (line === null) break;
      yield line;
    }
  } finally {
    keyboard.close();
  }
  if (keyboard.stoppedBy === null) return;
  world.stderr.write('\n');
  exitIfStopped(keyboard.stoppedBy);
}
