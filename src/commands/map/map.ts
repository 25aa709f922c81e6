import path from 'node:path';
import type { Call, Command, Options } from '../command.ts';
import { EXIT, CommandExit } from '../errors.ts';
import { print, printJson, printRaw, widthOf } from '../world.ts';
import { fitText } from '../wrap-text.ts';
import type { MapFormat } from './render-map.ts';

interface Asked {
  readonly format: MapFormat;
  readonly out?: string;
}

const FORMATS: readonly MapFormat[] = ['text', 'mermaid', 'dot', 'svg', 'json'];

export const MAP_COMMANDS: readonly Command[] = [
  {
    path: 'map',
    says: 'look at the map that was learnt',
    examples: ['zorkgpt map', 'zorkgpt map export --format svg --out map.svg'],
  },
  {
    path: 'map show',
    reads: true,
    isDefault: true,
    says: 'rooms, and what is known of every action that moves the player',
    options: formats('text'),
    fleet: 'learnt',
    run: show,
  },
  {
    path: 'map export',
    reads: true,
    says: 'the map for other programs; to a file with --out',
    options: { ...formats('svg'), '--out <file>': 'write there instead of printing' },
    fleet: 'learnt',
    run: exportTo,
  },
];

function formats(usual: MapFormat): Options {
  return { '--format <format>': { says: 'form of the map', choices: FORMATS, default: usual } };
}

async function show(call: Call<Asked>): Promise<void> {
  const format = call.options.json ? 'json' : call.options.format;
  const text = await rendered(call, format);
  if (format === 'text') print(call.world, fitText(text, widthOf(call.world)));
  else printRaw(call.world, text.endsWith('\n') ? text : `${text}\n`);
}

async function exportTo(call: Call<Asked>): Promise<void> {
  const { format, out, json } = call.options;
  if (out === undefined) {
    await show(call);
    return;
  }
  const { writeFileAtomic } = await import('../../storage/write-file-atomic.ts');
  const text = await rendered(call, format);
  const file = path.resolve(call.world.cwd, out);
  writeFileAtomic(file, text);
  if (json) printJson(call.world, { file, format, bytes: Buffer.byteLength(text) });
  else print(call.world, file);
}

async function rendered(call: Call, format: MapFormat): Promise<string> {
  const { readMap, renderMap } = await import('./render-map.ts');
  const result = await renderMap(await readMap(call), format);
  if (result.kind === 'map') return result.text;
  call.tell(`Error: the map cannot be drawn (${result.reason}) Use --format dot instead.`);
  throw new CommandExit(EXIT.failed);
}
