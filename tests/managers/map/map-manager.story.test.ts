import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { walkingDirection, canonicalAction } from '../../../src/domain/command.ts';
import { openStory } from '../../../src/interpreter/open-story.ts';
import { MapManager } from '../../../src/managers/map/map-manager.ts';
import { observe } from '../../../src/turn/observe.ts';
import { decision } from '../../helpers/observation.ts';
import { readTestStory, testStory } from '../../helpers/stories.ts';
import { MemoryFiles } from './memory-file.ts';

const TURNS = 120;
const [BEHIND_HOUSE, KITCHEN] = [locationId(79), locationId(203)];

const story = readTestStory('zork1-r88.z3');
const list = testStory('zork1-r88.commands.txt');

function newMap(files = new MemoryFiles()): MapManager {
  const open = (path: string) => files.open(path);
  const map = new MapManager(
    { file: open('map_state.json'), openFile: open, emit: () => undefined },
    { story: 'ZCODE-88-840726', exitsProbed: true },
  );
  map.resetEpisode(1);
  return map;
}

/** Plays the beginning of the walkthrough as turns are played; also tells every way that was walked or probed. */
function play(bytes: Uint8Array, commands: readonly string[], map: MapManager) {
  const game = openStory(bytes, { seed: 12 });
  const seen = new Set<string>();
  const missed: string[] = [];
  let before = observe(game, game.opening);
  for (const [index, command] of commands.entries()) {
    map.observe(before);
    const here = before.location.id;
    for (const { direction, to } of before.exits) seen.add(`${here} ${direction} ${to.id}`);
    const after = observe(game, game.step(command));
    seen.add(`${here} ${canonicalAction(command)} ${after.location.id}`);
    const direction = here === after.location.id ? null : walkingDirection(command);
    if (direction !== null && !before.exits.some((exit) => exit.direction === direction)) {
      missed.push(`${here} ${direction}`);
    }
    map.record({ turn: index + 1, before, decision: decision(command), after });
    before = after;
  }
  return { seen, missed };
}

describe.skipIf(story === null || list === null)('the map of a real game of Zork I', () => {
  const commands = list === null ? [] : readFileSync(list, 'utf8').split('\n').filter(Boolean);
  const map = newMap();
  const nothing = { seen: new Set<string>(), missed: [] };
  const { seen, missed } = story === null ? nothing : play(story, commands.slice(0, TURNS), map);
  const edges = [...map.graph().rooms.keys()].flatMap((from) => map.waysFrom(from));

  it('has no way that was neither walked nor probed', () => {
    const invented = edges.filter(({ from, action, to }) => !seen.has(`${from} ${action} ${to}`));
    expect(invented).toEqual([]);
    expect(edges.length).toBeGreaterThan(60);
  });

  it('knew every direction that was walked before it was walked, by probing', () => {
    expect(missed).toEqual([]);
  });

  it('leads from Behind House to the Kitchen', () => {
    expect(map.routeTo(BEHIND_HOUSE, KITCHEN)?.hops).toBe(1);
  });

  it('leads there also when "enter window" is all that was ever done', () => {
    const other = newMap();
    if (story === null) return;
    play(story, ['south', 'east', 'open window', 'enter window'], other);
    const walked = other.waysFrom(BEHIND_HOUSE).filter(({ source }) => source === 'walked');
    expect(walked.map(({ action, to }) => [action, to])).toEqual([['enter window', KITCHEN]]);
    expect(other.waysFrom(KITCHEN).some(({ source }) => source === 'walked')).toBe(false);
  });

  it('keeps rooms of equal name apart', () => {
    const names = [...map.graph().rooms.values()].map(({ name }) => name);
    expect(names.filter((name) => name === 'Forest').length).toBeGreaterThan(1);
  });

  it('is the same after it was saved and loaded', async () => {
    const files = new MemoryFiles();
    const saving = newMap(files);
    if (story !== null) play(story, commands.slice(0, 30), saving);
    await saving.save();
    const loaded = newMap(files);
    await loaded.load();
    expect(loaded.graph()).toEqual(saving.graph());
  });
});
