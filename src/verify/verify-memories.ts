import { rollup } from 'd3-array';
import { isWaiting } from '../domain/command.ts';
import { locationId } from '../domain/ids.ts';
import { isBelieved, type Memory } from '../domain/memory.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { neverWorked, type Evidence, sourceOf } from '../managers/memory/evidence.ts';
import { MEMORIES, type Checked } from '../managers/memory/memory-changes.ts';
import type { RoomMemories } from '../managers/memory/memory-document.ts';
import { MergedFile } from '../storage/merged-file.ts';
import type { DurableFile } from '../storage/storage.ts';
import { claimOf, type TestableClaim } from './claim.ts';
import { judge, type Judgement } from './judge.ts';
import { turnsShowingMemories, usesOfMemory } from './memory-evidence.ts';
import type { Recording } from './recording.ts';
import { tryClaims, type TriedClaims } from './try-claims.ts';
import type { Steps } from './walk.ts';

interface ToVerify {
  readonly rooms: Iterable<RoomMemories>;
  /** In the order of play, which matters if the steps end. */
  readonly recordings: readonly Recording[];
  readonly open: (seed: number) => Interpreter;
  readonly steps: Steps;
}

export type Verification = ReturnType<typeof verifyMemories>;

interface Believed {
  readonly room: RoomMemories;
  readonly memory: Memory;
  readonly claim: TestableClaim | string;
}

/** Tries every believed memory again at the recorded moments in its room, in the order of the file. Changes nothing. */
export function verifyMemories({ rooms, recordings, open, steps }: ToVerify) {
  const { dictionary } = open(recordings[0]?.seed ?? 0);
  const believed = [...rooms].flatMap((room) =>
    room.memories.filter(isBelieved).map((memory): Believed => ({
      room,
      memory,
      claim: claimOf(room.id, memory, recordings, dictionary),
    })),
  );
  const claims = believed.flatMap(({ room, claim }) =>
    typeof claim === 'string' ? [] : [{ room: room.id, claim }],
  );
  const wanted = rollup(
    claims,
    (all) => all.map(({ claim }) => claim),
    ({ room }) => room,
  );
  const tried = tryClaims(open, recordings, wanted, steps);
  const shown = turnsShowingMemories(recordings);
  const memories = believed.map((one): Evidence => {
    const commands = typeof one.claim === 'string' ? [] : one.claim.commands;
    const uses = usesOfMemory(one.room.id, one.memory, commands, shown);
    return {
      location: { id: one.room.id, name: one.room.name },
      ...sourceOf(one.memory),
      ...findingOf(one, tried),
      by: 'simulated',
      ...(uses && { uses }),
    };
  });
  return { turns: { replayed: tried.replayed, equal: tried.equal }, memories };
}

function findingOf(
  { room, memory, claim }: Believed,
  { trials, problems }: TriedClaims,
): Judgement {
  if (typeof claim === 'string') return { verdict: 'untestable', tried: 0, held: 0, why: claim };
  const here = trials.filter((trial) => trial.room === room.id);
  const finding = wordedAs(memory.title, claim, judge(claim, here));
  const { verdict } = finding;
  // The result at the moment that taught it is unknown then, and other moments may lack its condition.
  if (claim.lost !== null && (verdict === 'untestable' || verdict === 'refuted')) {
    return { verdict: 'untestable', tried: 0, held: 0, why: claim.lost };
  }
  const problem = problems.get(memory.episode);
  const isUntried = verdict === 'untestable' && problem !== undefined;
  return isUntried ? { ...finding, why: problem } : finding;
}

/** Adds the words that worked, if the title has others: the parser may not take those of the title. */
function wordedAs(title: string, claim: TestableClaim, finding: Judgement): Judgement {
  const [command, ...others] = claim.commands;
  const isSaid =
    others.length > 0 || command === undefined || title.toLowerCase().includes(command);
  if (isSaid || claim.kind !== 'works' || finding.verdict !== 'confirmed') return finding;
  return { ...finding, why: `as "${command}"` };
}

/** The change to Memories.md that a finding asks for. Null if it leaves its memory unchanged. Pure. */
export function changeForFinding(evidence: Evidence): Checked | null {
  const { verdict, tried, held, why } = evidence;
  if (verdict === 'confirmed' || verdict === 'untestable') return null;
  // A danger of waiting stays true if the clock alone brings it.
  const isOfWaiting = verdict === 'not-the-cause' && isWaiting(evidence.title);
  const isWrong = verdict !== 'conditional' && !isOfWaiting;
  const times = `held ${held} of ${tried} times when it was tried again in the engine (simulated)`;
  return {
    kind: 'checked',
    locationId: locationId(evidence.location.id),
    memory: evidence,
    isWrong,
    reason: why === '' ? times : `${times}: ${why}`,
  };
}

/** The change if nothing is given up: a success that never worked is doubted. Pure. */
export function doubtFor(evidence: Evidence): Checked | null {
  const change = neverWorked(evidence) ? changeForFinding(evidence) : null;
  return change === null ? null : { ...change, isWrong: false };
}

/** Gives up refuted memories and doubts others, with the reason. Resolves with their number. Rejects as a file change. */
export async function applyFindings(
  file: DurableFile,
  findings: readonly Evidence[],
  asks: (evidence: Evidence) => Checked | null = changeForFinding,
): Promise<number> {
  const changes = findings.flatMap((one) => asks(one) ?? []);
  if (changes.length === 0) return 0;
  const memories = new MergedFile(file, MEMORIES);
  const { results, waiting } = await memories.change(changes);
  if (waiting !== null) throw waiting;
  return results.filter(({ outcome }) => outcome === 'applied').length;
}
