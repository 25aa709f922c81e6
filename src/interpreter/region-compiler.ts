import ast from 'ifvms/src/common/ast.js';
import type { Condition, Instruction } from 'ifvms/src/common/ast.js';
import type { ZVM } from 'ifvms';
import { jumpTarget, RegionWriter } from './region-writer.ts';

/** Larger functions are compiled late by V8, or never. */
const MOST_INSTRUCTIONS = 400;

/** Blocks of a routine that are compiled into one function. */
export interface Region {
  /** Addresses where the function can be entered; its second argument is the index of one. */
  readonly entries: readonly number[];
  readonly source: string;
  readonly instructions: number;
}

/**
 * Compiles what can be reached from an address without calls and returns, as far as it is not compiled in another
 * region, and lies in memory that cannot change. Changes the machine's `pc` and `stop`. Null where a branch leads to what is no code: it may never be taken, and
 * a story that takes it is stopped by the block that cannot be compiled.
 */
export function compileRegion(
  machine: ZVM,
  entry: number,
  isTaken: (pc: number) => boolean,
): Region | null {
  try {
    const blocks = discover(machine, entry, isTaken);
    const entries = [...blocks.keys()].sort((a, b) => a - b);
    const writer = new RegionWriter(machine, entries);
    const cases = entries.map((pc) => writer.block(pc, blocks.get(pc) ?? []));
    const instructions = [...blocks.values()].flat().length;
    return { entries, source: writer.region(cases), instructions };
  } catch {
    return null;
  }
}

function discover(
  machine: ZVM,
  entry: number,
  isTaken: (pc: number) => boolean,
): Map<number, readonly Instruction[]> {
  const blocks = new Map<number, readonly Instruction[]>();
  const queue = [entry];
  let instructions = 0;
  for (let pc = queue.shift(); pc !== undefined; pc = queue.shift()) {
    if (blocks.has(pc) || pc < machine.staticmem || (pc !== entry && isTaken(pc))) continue;
    machine.pc = pc;
    const block = machine.disassemble().ops.flatMap(unmerged);
    instructions += block.length;
    if (instructions > MOST_INSTRUCTIONS && pc !== entry) break;
    blocks.set(pc, block);
    queue.push(...block.flatMap(successors));
  }
  return blocks;
}

/** ifvms writes neighbouring branches to one place as one condition. */
function unmerged(op: Instruction): readonly Instruction[] {
  const split = ({ ops }: Condition): readonly Instruction[] =>
    ops.flatMap((part) => ('ops' in part ? split(part) : [part]));
  return op.cond === undefined ? [op] : split(op.cond);
}

function successors(op: Instruction): readonly number[] {
  if (op instanceof ast.Brancher) return op.offset > 1 ? [op.offset] : [];
  if (op instanceof ast.Caller) return [op.next];
  const target = jumpTarget(op);
  return target === null ? [] : [target];
}
