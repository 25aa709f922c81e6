/** @module-tag slow */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';
import { smallDisk } from '../helpers/small-disk.ts';
import { makePlace, temporaryFolder } from '../helpers/workdir.ts';
import { differing, everyFile, playedFiles } from './harness/played-files.ts';

const PAGE = 4096;
const SENTENCE =
  /^(?:The log stopped working [^\n]+\n)?(?:Episode 1 unfinished; [^\n]+\n {2}[^\n]+\n)?Error: [^\n]*the disk is full; free some space[^\n]*\n$/;
const RUN = ['run', '--turns', '6', '--seed', '5', '--display', 'none'];
const WITH_REPORT = { ZORKGPT_REPORT_AT_END_OF_RUN: '' };

/** Texts so large that writing them is what fills the disk. */
const LARGE = {
  'Memories.md': `# Location Memories\n\n## Location 9999: Attic\n**Visits:** 0 | **Episodes:** 1\n\n### Memories\n\n${Array.from(
    { length: 300 },
    (_, index) => `**[NOTE - PERMANENT] Box ${index}** *(Ep1, T1, +0)*\n${'dust '.repeat(340)}\n`,
  ).join('\n')}\n---\n`,
  'map_state.json': JSON.stringify({
    schemaVersion: 1,
    story: 'ZCODE-1-261120-5815',
    rooms: Array.from({ length: 3000 }, (_, index) => ({
      id: 1000 + index,
      name: `A room that nobody was in, number ${index}`,
      namedIn: 1,
      visits: {},
    })),
    edges: [],
  }),
} as const;

/** A folder with a configuration and what was learnt before. */
function place(folder: string, large: keyof typeof LARGE | null): string {
  const { workdir } = makePlace({}, folder);
  if (large !== null) writeFileSync(path.join(workdir, large), LARGE[large]);
  return workdir;
}

/** Bytes on a disk that gives whole pages, before anything was compressed. */
function spaceOf(folder: string): number {
  const pages = everyFile(folder).map(([name, content]) => {
    const { length } = name.endsWith('.br') ? brotliDecompressSync(content) : content;
    return Math.ceil(length / PAGE);
  });
  return pages.reduce((sum, count) => sum + count, 0) * PAGE;
}

/** What a run may take, from what it takes and how large the large file is. */
type Room = (whole: number, large: number) => number;

/** The same episode where there is room, and the space that it takes; played once for all claims. */
function undisturbed(large: keyof typeof LARGE | null) {
  const one = played.get(large) ?? playUndisturbed(large);
  played.set(large, one);
  return one;
}

const played = new Map<keyof typeof LARGE | null, ReturnType<typeof playUndisturbed>>();

async function playUndisturbed(large: keyof typeof LARGE | null) {
  const cwd = temporaryFolder();
  const workdir = place(cwd, large);
  const before = spaceOf(workdir);
  expect((await runCli(RUN, { cwd })).code).toBe(0);
  return { expected: playedFiles(workdir), whole: spaceOf(workdir) - before };
}

it.each<[string, keyof typeof LARGE | null, Room, RegExp]>([
  [
    'the records of an episode',
    null,
    (whole) => whole / 2,
    /(?:model-calls|trajectory|inputs|log)\.jsonl/,
  ],
  ['Memories.md', 'Memories.md', (_, large) => large + 75 * PAGE, /play\/Memories\.md/],
  [
    'the map',
    'map_state.json',
    (whole, large) => whole - large + 5 * PAGE,
    /play\/map_state\.json/,
  ],
  ['the report', null, (whole) => whole + 4 * PAGE, /report\.html/],
])(
  'a disk that is too small for %s ends the run with 1 and a sentence; with space it goes on and nothing is lost',
  async (_, large, room, file) => {
    const disk = smallDisk(3 * 2 ** 20);
    if (disk === null) return;
    const { expected, whole } = await undisturbed(large);
    const workdir = place(disk.folder, large);

    disk.leave(room(whole, large === null ? 0 : LARGE[large].length));
    const full = await runCli(RUN, { cwd: disk.folder, environment: WITH_REPORT });
    expect([full.code, full.err]).toEqual([1, expect.stringMatching(SENTENCE)]);
    expect(full.err).toMatch(file);
    const kept = readFileSync(path.join(workdir, 'episodes/0001/trajectory.jsonl'), 'utf8');
    expect(
      expected['trajectory.jsonl']?.startsWith(kept.slice(0, kept.lastIndexOf('\n') + 1)),
    ).toBe(true);
    if (large !== null) {
      expect(readFileSync(path.join(workdir, large), 'utf8')).toBe(LARGE[large]);
    }

    disk.free();
    const isWhole = existsSync(path.join(workdir, 'episodes/0001/summary.json'));
    const next = isWhole ? ['report'] : ['resume', '--display', 'none'];
    const { code, err } = await runCli(next, { cwd: disk.folder, environment: WITH_REPORT });
    expect(code, err).toBe(0);
    expect(differing(playedFiles(workdir), expected)).toEqual([]);
    expect(existsSync(path.join(workdir, 'report.html'))).toBe(true);
  },
);
