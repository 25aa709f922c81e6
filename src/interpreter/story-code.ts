import ast from 'ifvms/src/common/ast.js';
import type { OpcodeClass } from 'ifvms/src/common/ast.js';
import opcodes from 'ifvms/src/zvm/opcodes.js';
import type { ParsedDictionary, ZVM } from 'ifvms';
import type { Region } from './region-compiler.ts';

/**
 * Instructions as JavaScript; gives a value when the routine returns. A region of several blocks is entered by a number.
 */
export type CodeBlock = (machine: ZVM, entry: number) => number | undefined;

/** A decoded string: its text, or text between numbers of abbreviations, which a story may change while it runs. */
export type StoryString = string | readonly (string | number)[];

/** Calls after which a routine is compiled as a whole: earlier, V8's work on large functions costs more than it saves. */
const HOT = 1000;
const MOST_BLOCKS = 60_000;
const MOST_TEXT = 4_000_000;

/** Every identifier that ifvms's code generator can write; see {@link StoryCode.compile}. */
const GENERATED_WORDS = new Set(
  `addr_multipler art_shift byteOffset call case clear_attr continue copy_table default e encode_text erase_line
   erase_window extension_table find_prop for frameptr frames fuel gestalt get_child get_cursor get_parent get_prop
   get_prop_len get_sibling getUint16 getUint8 Glk glk_exit if incdec indirect input_stream insert_obj jeq jin l
   length log_shift m output_stream p parseInt pc popped print print_table put_prop quit r ram random read
   read_char remove_obj restart restore restore_undo ret return s S2U save save_undo scan_table set_attr set_colour
   set_cursor set_font set_style set_true_colour set_window setUint16 setUint8 sp split_window stack stop switch t
   t0 t1 t2 t3 t4 t5 t6 t7 test test_attr tokenise U2S undefined unwind v3_status var variable`.split(
    /\s+/,
  ),
);

/**
 * What games of one story share: compiled code, decoded strings and dictionaries, all from memory that cannot change.
 */
export class StoryCode {
  readonly #hot: number;
  readonly opcodes: Record<number, OpcodeClass>;
  readonly dictionaries = new Map<number, ParsedDictionary>();
  /** By address. */
  readonly blocks: (CodeBlock | undefined)[];
  /** The number by which the block at an address is entered. */
  readonly entries: Uint16Array;
  readonly #strings = new Map<number, StoryString>();
  /** How often the routine at an address was called, modulo 65,536. */
  readonly #heat: Uint16Array;
  /** 1 where the block is part of a region. */
  readonly #regions: Uint8Array;
  #blockCount = 0;
  #textLength = 0;

  /** After `hot` calls a routine is compiled again, as one function; -1 for never. */
  constructor(version: number, storyLength: number, hot = HOT) {
    this.#hot = hot;
    this.opcodes = { ...opcodes(version), ...guardedOpcodes() };
    this.blocks = Array.from({ length: storyLength });
    this.entries = new Uint16Array(storyLength);
    this.#heat = new Uint16Array(storyLength);
    this.#regions = new Uint8Array(storyLength);
  }

  /** Compiles generated source. The words are checked, so that nothing but numbers can come from the story. */
  compile(source: string): CodeBlock {
    const strange = source.match(/[^\w\s.,:;=+\-*/<>!&|~%(){}[\]]/);
    const word = source.match(/[A-Za-z_$][\w$]*/g)?.find((found) => !GENERATED_WORDS.has(found));
    if (strange !== null || word !== undefined) {
      throw new Error(`The code generator wrote ${JSON.stringify(strange?.[0] ?? word)}.`);
    }
    // oxlint-disable-next-line typescript/no-implied-eval -- checked above: known words and numbers only
    return new Function('e', 'p', source) as CodeBlock;
  }

  addBlock(pc: number, block: CodeBlock): void {
    this.#blockCount += 1;
    if (this.#blockCount > MOST_BLOCKS) {
      this.blocks.fill(undefined);
      this.#regions.fill(0);
      this.#heat.fill(0);
      this.#blockCount = 1;
    }
    this.blocks[pc] = block;
  }

  /** Replaces blocks by a function that runs them all. */
  addRegion({ entries, source }: Region): void {
    const region = this.compile(source);
    for (const [index, pc] of entries.entries()) {
      this.addBlock(pc, region);
      this.entries[pc] = index;
      this.#regions[pc] = 1;
    }
  }

  /** Counts a call. Whether it is the one after which the routine is worth compiling as a whole. */
  isHot(routine: number): boolean {
    const calls = (this.#heat[routine] ?? 0) + 1;
    this.#heat[routine] = calls;
    return calls === this.#hot;
  }

  isInRegion(pc: number): boolean {
    return this.#regions[pc] === 1;
  }

  string(address: number): StoryString | undefined {
    return this.#strings.get(address);
  }

  addString(address: number, text: StoryString): void {
    this.#textLength += text.length + 1;
    if (this.#textLength > MOST_TEXT) {
      this.#strings.clear();
      this.#textLength = text.length;
    }
    this.#strings.set(address, text);
  }
}

/** Opcodes whose generated code could loop for ever or return nothing where a routine must return a value. */
function guardedOpcodes(): Record<number, OpcodeClass> {
  const { Stopper } = ast;
  const pop = 's[--e.sp]';
  return {
    28: ast.opcode_builder(
      Stopper,
      (value, cookie) => `t=${String(value)};e.unwind(${String(cookie)});return t`,
    ),
    139: ast.opcode_builder(Stopper, (value) => {
      const source = String(value);
      return source === pop ? 'return e.popped()' : `return ${source}`;
    }),
    184: ast.opcode_builder(Stopper, () => 'return e.popped()'),
  };
}
