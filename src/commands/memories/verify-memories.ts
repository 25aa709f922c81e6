import { group } from 'd3-array';
import { evidenceKey, VERDICTS, type Evidence } from '../../managers/memory/evidence.ts';
import { coversMerged } from '../../domain/covers.ts';
import { isBelieved } from '../../domain/memory.ts';
import type { RoomMemories } from '../../managers/memory/memory-document.ts';
import { openLearntMemories } from '../../run/open-learnt.ts';
import { openDurableFile } from '../../storage/durable-file.ts';
import { keepEvidence } from '../../verify/memory-evidence.ts';
import { applyFindings, verifyMemories, type Verification } from '../../verify/verify-memories.ts';
import type { Call } from '../command.ts';
import { renderRows, type Columns } from '../layout.ts';
import { roomsAtPlace, openVerification } from '../learnt-place.ts';

const MOST_STEPS = 1_000_000;

/** Tries every believed memory again. With --apply the file follows; with --superseded, superseded memories are tried. */
export async function verifyLearntMemories(
  call: Call<{ readonly apply?: true; readonly superseded?: true }>,
) {
  const { apply, superseded } = call.options;
  const { place, rooms, found, isWhole } = await openVerification(call, MOST_STEPS, (play) => {
    const all = roomsAtPlace(play.place.memories);
    const tried = verifyMemories({ ...play, rooms: superseded ? supersededIn(all) : all });
    return { place: play.place, rooms: all, found: tried, isWhole: !play.steps.isSpent };
  });
  const memories = found.memories.map((one) => {
    const { location, category, title, verdict, tried, held, why } = one;
    return { location, category, title, verdict, tried, held, why };
  });
  const told = { schemaVersion: 1, by: 'simulated', memories };
  if (superseded) {
    const unlearnt = countUnlearnt(rooms, found.memories);
    call.answer(
      { ...told, unlearnt },
      (width) => `${words(found, 'superseded', width)}\n${unlearntWords(unlearnt)}`,
    );
    return;
  }
  const evidence = openDurableFile(place.evidence, { backup: false });
  await keepEvidence(evidence, found.memories, isWhole);
  const file = openLearntMemories(place.memories, call.tell, 'person');
  const changed = apply ? await applyFindings(file, found.memories) : null;
  const json = { ...told, turns: found.turns, ...(changed !== null && { changed }) };
  const more = changed === null ? '' : `\n${changed} memories were changed.`;
  call.answer(json, (width) => `${words(found, 'believed yet', width)}${more}`);
}

const COLUMNS: Columns<Evidence> = {
  location: ({ location }) => location.id,
  verdict: ({ verdict }) => verdict,
  'came true': ({ held, tried }) => `${held} of ${tried}`,
  memory: ({ category, title }) => `${category}: ${title}`,
  why: ({ why }) => why,
};

const LEGEND =
  'Each memory was tried in the engine (simulated) at the recorded moments of its room. "came true" counts these moments.';

/** The results for memories. `looked` tells which were examined. */
function words({ turns, memories }: Verification, looked: string, width: number): string {
  const counts = VERDICTS.flatMap((verdict) => {
    const count = memories.filter((one) => one.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  const tried = memories.filter(({ verdict }) => verdict !== 'untestable');
  const whys = [...group(memories, ({ verdict, why }) => (verdict === 'untestable' ? why : null))];
  return [
    ...(memories.length === 0 ? [`No memory is ${looked}.`] : [LEGEND, '']),
    ...(tried.length === 0 ? [] : [renderRows(COLUMNS, tried, width), '']),
    ...whys.flatMap(([why, all]) => (why === null ? [] : [`Not tried (${all.length}): ${why}.`])),
    `${turns.equal} of ${turns.replayed} recorded turns came out as recorded.`,
    ...(counts.length === 0 ? [] : [`Memories: ${counts.join(', ')}.`]),
  ].join('\n');
}

/** The rooms with only their superseded memories, as if they were believed. */
function supersededIn(rooms: Iterable<RoomMemories>): readonly RoomMemories[] {
  return [...rooms].map((room) => ({
    ...room,
    memories: room.memories
      .filter(({ status }) => status === 'SUPERSEDED')
      .map((memory) => ({ ...memory, status: 'ACTIVE' as const })),
  }));
}

/** How many superseded memories were true: tried, always held, and how many of these a believed one of the room covers. */
function countUnlearnt(rooms: Iterable<RoomMemories>, evidence: readonly Evidence[]) {
  const held = evidence.filter(({ verdict }) => verdict === 'confirmed');
  const byId = new Map([...rooms].map((room) => [Number(room.id), room.memories]));
  const isSaid = (found: Evidence) => {
    const here = byId.get(found.location.id) ?? [];
    const gone = here.find((one) => evidenceKey(0, one) === evidenceKey(0, found));
    return (
      gone !== undefined && here.some((one) => isBelieved(one) && coversMerged(here, one, gone))
    );
  };
  return {
    tried: evidence.filter(({ tried }) => tried > 0).length,
    held: held.length,
    unlearnt: held.filter((one) => !isSaid(one)).length,
  };
}

function unlearntWords({ tried, held, unlearnt }: ReturnType<typeof countUnlearnt>): string {
  const share = tried === 0 ? 0 : Math.round((100 * unlearnt) / tried);
  return `${held} of ${tried} superseded memories that could be tried hold; ${unlearnt} of them no believed one says (${share} %).`;
}
