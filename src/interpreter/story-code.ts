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

/** Compiling a region costs as much as running its blocks some hundred times. */
const HOT = 400;
const MOST_BLOCKS = 60_000;
const MOST_TEXT = 4_000_000;

/** Every identifier that ifvms's code generator can write; see {@link StoryCode.add}. */
const GENERATED_WORDS = new Set(
  `code heat warm for switch case continue default p r t0 t1 t2 t3 t4 t5 t6 t7 U2S S2U addr_multipler byteOffset call clear_attr copy_table e encode_text erase_line erase_window extension_table
   find_prop frameptr frames fuel gestalt get_child get_cursor get_parent get_prop get_prop_len get_sibling getUint16
   getUint8 glk_exit Glk if incdec indirect input_stream insert_obj jeq jin l length log_shift art_shift m output_stream
   parseInt pc popped print print_table put_prop quit ram random read read_char remove_obj restart restore restore_undo
   ret return s save save_undo scan_table set_attr set_colour set_cursor set_font set_style set_true_colour set_window
   setUint16 setUint8 sp split_window stack stop t test test_attr tokenise undefined unwind v3_status var variable`.split(
    /\s+/,
  ),
);

/**
 * What games of one story share: compiled code, decoded strings and dictionaries, all from memory that cannot change.
 */
export class StoryCode {
  /** Runs of a block after which it is compiled again, together with its neighbours; -1 for never. */
  readonly hot: number;
  readonly opcodes: Record<number, OpcodeClass>;
  readonly dictionaries = new Map<number, ParsedDictionary>();
  /** By address. */
  readonly blocks: (CodeBlock | undefined)[];
  /** The number by which the block at an address is entered. */
  readonly entries: Uint16Array;
  /** How often the block at an address was run, modulo 65,536. */
  readonly heat: Uint16Array;
  readonly #strings = new Map<number, StoryString>();
  /** 1 where the block is part of a region. */
  readonly #regions: Uint8Array;
  #blockCount = 0;
  #textLength = 0;

  constructor(version: number, storyLength: number, hot = HOT) {
    this.hot = hot;
    this.opcodes = { ...opcodes(version), ...guardedOpcodes() };
    this.blocks = Array.from({ length: storyLength });
    this.entries = new Uint16Array(storyLength);
    this.heat = new Uint16Array(storyLength);
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
      this.heat.fill(0);
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
