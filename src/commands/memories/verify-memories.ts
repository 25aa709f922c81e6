import { openNamed } from '../../interpreter/open-story.ts';
import { VERDICTS, type Evidence } from '../../managers/memory/evidence.ts';
import { openMemories } from '../../run/open-learnt.ts';
import { openStoryFile } from '../../run/read-story.ts';
import { openDurableFile } from '../../storage/durable-file.ts';
import { applyFindings } from '../../verify/apply-findings.ts';
import { readRecordings } from '../../verify/recording.ts';
import { limitSteps } from '../../verify/steps.ts';
import { keepEvidence, verifyMemories, type Verification } from '../../verify/verify-memories.ts';
import { answer, settingsFor, type CommonOptions } from '../command.ts';
import { claimedPlace } from '../learnt-place.ts';
import { note } from '../output.ts';
import { renderRows, type Columns } from '../render-table.ts';
import type { World } from '../world.ts';
import { readRooms } from './memory-files.ts';
import { countUnlearnt, supersededIn, unlearntWords } from './superseded.ts';

/** Options of `memories verify`. */
export interface VerifyOptions extends CommonOptions {
  readonly apply?: true;
  readonly superseded?: true;
}

/** Bounds the work for a story whose steps never end; some minutes of ordinary ones. */
const MOST_STEPS = 1_000_000;

/**
 * Tries every believed memory again and keeps the evidence; with --apply the file follows it. With --superseded those that
 * were given up are tried, and nothing is kept.
 */
export async function verify(world: World, options: VerifyOptions): Promise<void> {
  const { config } = await settingsFor(world, options);
  const story = openStoryFile(config.story);
  const place = await claimedPlace(world, options);
  const steps = limitSteps(MOST_STEPS);
  const recordings = readRecordings(config.workdir, story);
  for (const { episode, problem } of recordings) {
    if (problem !== null) note(world, `Episode ${episode}: ${problem}.`);
  }
  const rooms = readRooms(place.memories);
  const found = verifyMemories({
    rooms: options.superseded ? supersededIn(rooms) : rooms,
    recordings,
    open: (seed) => openNamed(story.bytes, { seed, names: config.names }),
    steps,
  });
  if (steps.isSpent) note(world, `It stopped after ${MOST_STEPS} engine steps.`);
  if (options.superseded) {
    const unlearnt = countUnlearnt(rooms, found.memories);
    const told = {
      schemaVersion: 1,
      by: 'simulated',
      unlearnt,
      memories: found.memories.map(jsonOf),
    };
    answer(world, options, told, () => `${words(found, 'superseded')}\n${unlearntWords(unlearnt)}`);
    return;
  }
  const evidence = openDurableFile(place.evidence, { backup: false });
  await keepEvidence(evidence, found.memories, !steps.isSpent);
  const changed = options.apply
    ? await applyFindings(
        openMemories(place.memories, (said) => note(world, said), 'person'),
        found.memories,
      )
    : null;
  const json = {
    schemaVersion: 1,
    by: 'simulated',
    turns: found.turns,
    memories: found.memories.map(jsonOf),
    ...(changed !== null && { changed }),
  };
  answer(world, options, json, () => words(found, 'believed yet', changed));
}

function jsonOf({ location, category, title, verdict, tried, held, why }: Evidence) {
  return { location, category, title, verdict, tried, held, why };
}

const COLUMNS: Columns<Evidence> = {
  location: ({ location }) => location.id,
  verdict: ({ verdict }) => verdict,
  held: ({ held, tried }) => `${held} of ${tried}`,
  memory: ({ category, title }) => `${category}: ${title}`,
  why: ({ why }) => why,
};

function words(
  { turns, memories }: Verification,
  looked: string,
  changed: number | null = null,
): string {
  const counts = VERDICTS.flatMap((verdict) => {
    const count = memories.filter((one) => one.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  const told = [
    ...(memories.length === 0 ? [`No memory is ${looked}.`] : [renderRows(COLUMNS, memories)]),
    `${turns.equal} of ${turns.replayed} recorded turns came out as recorded (simulated).`,
    ...(counts.length === 0 ? [] : [`${counts.join(', ')}.`]),
    ...(changed === null ? [] : [`${changed} memories were changed.`]),
  ];
  return told.join('\n');
}
