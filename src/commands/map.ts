import path from 'node:path';
import { ConfigError, NotFoundError } from '../domain/errors.ts';
import type { MapGraph } from '../managers/map/map-graph.ts';
import { CommandExit, EXIT } from './errors.ts';
import type { Call, Command } from './command.ts';
import { print, printJson, printRaw, printWrapped } from './print.ts';

const FORMATS = ['text', 'mermaid', 'dot', 'svg', 'json'] as const;
type MapFormat = (typeof FORMATS)[number];

const FORMAT = { says: 'form of the map', choices: FORMATS };

interface Asked {
  readonly format: MapFormat;
  readonly out?: string;
}

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
    options: { '--format <format>': { ...FORMAT, default: 'text' } },
    fleet: 'learnt',
    run: show,
  },
  {
    path: 'map export',
    reads: true,
    says: 'the map for other programs; to a file with --out',
    options: {
      '--format <format>': { ...FORMAT, default: 'svg' },
      '--out <file>': 'write there instead of printing',
    },
    fleet: 'learnt',
    run: exportTo,
  },
];

async function show(call: Call<Asked>): Promise<void> {
  const format = call.options.json ? 'json' : call.options.format;
  const text = await renderMap(call, format);
  if (format === 'text') printWrapped(call.world, text);
  else printRaw(call.world, text.endsWith('\n') ? text : `${text}\n`);
}

async function exportTo(call: Call<Asked>): Promise<void> {
  const { format, out, json } = call.options;
  if (out === undefined || out === '-') {
    await show(call);
    return;
  }
  const { writeFileAtomic } = await import('../storage/write-file-atomic.ts');
  const text = await renderMap(call, format);
  const file = path.resolve(call.world.cwd, out);
  writeFileAtomic(file, text);
  if (json) printJson(call.world, { file, format, bytes: Buffer.byteLength(text) });
  else print(call.world, file);
}

/** The learnt map in a format. If the layout of a picture takes too long, the command ends with an error. */
async function renderMap(call: Call, format: MapFormat): Promise<string> {
  const graph = await readMap(call);
  const drawn = await import('../managers/map/render-graph.ts');
  if (format === 'text') return `${drawn.renderMapText(graph).trimEnd()}\n`;
  if (format === 'mermaid') return `${drawn.renderMermaid(graph).trimEnd()}\n`;
  if (format === 'json') return `${JSON.stringify(drawn.renderMapJson(graph))}\n`;
  const dot = drawn.renderDot(graph);
  if (format === 'dot') return `${dot.trimEnd()}\n`;
  const picture = await drawn.renderGraphSvg(dot);
  if (picture.kind === 'svg') return picture.svg;
  call.tell(`Error: the map cannot be drawn (${picture.reason}) Use --format dot instead.`);
  throw new CommandExit(EXIT.failed);
}

/** Rejects with NotFoundError if nothing was learnt yet, with ConfigError if the file is damaged, and as `learntPlace`. */
async function readMap(call: Call): Promise<MapGraph> {
  const { learntPlace } = await import('./learnt-place.ts');
  const { decodeMap } = await import('../managers/map/map-file.ts');
  const { readBytesFile } = await import('../storage/read-file.ts');
  const { config, story, map: file } = await learntPlace(call);
  const { ifid } = story.identity;
  const bytes = readBytesFile(file);
  if (bytes === null) {
    throw new NotFoundError(
      `There is no map of ${ifid} in ${config.workdir} yet; play with zorkgpt run.`,
    );
  }
  const decoded = decodeMap(bytes, ifid);
  if (decoded.kind === 'map') return decoded.graph;
  throw new ConfigError(`${file} cannot be read (${decoded.reason}); restore it or move it away.`);
}
