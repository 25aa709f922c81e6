/** The parts of ifvms 1.1.6 that the adapter uses or replaces; the package brings no types. */

declare module 'ifvms/src/common/utils.js' {
  /** A DataView (big-endian by default, like the Z-machine) with a few array methods. */
  export interface MemoryView extends DataView<ArrayBuffer> {
    /** A copy; silently shorter where it would pass the end. */
    getUint8Array(start: number, length: number): Uint8Array<ArrayBuffer>;
    setUint8Array(start: number, data: ArrayLike<number>): void;
  }
  const utils: {
    MemoryView(
      buffer: number | ArrayBufferView<ArrayBuffer>,
      start?: number,
      length?: number,
    ): MemoryView;
  };
  export default utils;
}

declare module 'ifvms/src/common/ast.js' {
  /** Source of a value; a constant is its own source. */
  export interface Operand {
    readonly v: number;
    toString(): string;
    /** Source of the value as a signed number; a number where it is constant. */
    U2S(): string | number;
  }
  interface Variable extends Operand {
    /** The instruction works on the top of the stack in place (§6.3.4), or on a variable whose number is a value. */
    readonly indirect?: 1;
  }
  export interface Instruction {
    readonly code: number;
    readonly pc: number;
    /** Address of the instruction after it. */
    readonly next: number;
    readonly operands: Operand[];
    readonly storer?: Variable | 0;
    readonly cond?: Condition;
    toString(): string;
  }
  export interface Condition {
    readonly ops: readonly (Instruction | Condition)[];
  }
  export interface Brancher extends Instruction {
    /** 0 when the branch is taken if the condition does not hold. */
    readonly iftrue: number;
    /** Target address; 0 and 1 return that value. */
    readonly offset: number;
    func(...operands: Operand[]): string;
  }
  export interface Caller extends Instruction {
    /** Where the result goes; -1 for nowhere. */
    readonly result: { readonly v: number };
  }
  /** One of ifvms's opcode classes, which build JavaScript source from an instruction. */
  export interface OpcodeClass<T = object> {
    readonly prototype: T;
    new (...operands: never[]): T;
  }
  export type Generate = (this: Instruction, ...operands: Operand[]) => string;
  const ast: {
    readonly Variable: OpcodeClass<Variable>;
    readonly Brancher: OpcodeClass<Brancher>;
    readonly Caller: OpcodeClass<Caller>;
    readonly Stopper: OpcodeClass;
    opcode_builder(base: OpcodeClass, generate: Generate, flags?: object): OpcodeClass;
  };
  export default ast;
}

declare module 'ifvms/src/zvm/opcodes.js' {
  import type { OpcodeClass } from 'ifvms/src/common/ast.js';
  export default function opcodes(version: number): Record<number, OpcodeClass>;
}

declare module 'ifvms' {
  import type { MemoryView } from 'ifvms/src/common/utils.js';
  import type { Instruction, OpcodeClass } from 'ifvms/src/common/ast.js';

  export interface DisassembledBlock {
    readonly pc: number;
    readonly pre: string[];
    readonly ops: readonly Instruction[];
    /** Writes the JavaScript source; works once. */
    toString(): string;
  }
  export interface ReadRequest {
    buffer?: number[];
    bufaddr?: number;
    parseaddr?: number;
    routine?: number;
    storer: number;
    time?: number;
  }
  export interface OutputFile {
    mode?: number;
    cache?: string;
  }
  export interface ScreenState {
    reverse: number;
    bold: number;
    italic: number;
    bg: number;
    fg: number;
    mono: number;
    transcript: number;
    streams: [number, number, OutputFile, [number, string][], OutputFile];
    currentwin: number;
    height: number;
    glkheight: number;
    maxheight: number;
    seenheight: number;
    width: number;
    row: number;
    col: number;
  }
  export interface UndoState {
    readonly frameptr: number;
    readonly frames: readonly number[];
    readonly pc: number;
    readonly ram: Uint8Array;
    readonly sp: number;
    readonly stack: Uint8Array;
    readonly var: number;
  }
  export type ParsedDictionary = Record<string, number> & { separators: number[] };

  /** The engine as it comes; its constructor calls `init()`. */
  class ZVM {
    Glk: object;
    options: { readonly undo_len: number };
    m: MemoryView;
    ram: MemoryView;
    origram: Uint8Array;
    staticmem: number;
    stack: MemoryView;
    frameptr: number;
    frames: number[];
    s: Uint16Array;
    sp: number;
    l: Uint16Array;
    undo: UndoState[];
    undo_len: number;
    glk_blocking_call: string | null;
    version: number;
    version3: boolean;
    pc: number;
    properties: number;
    objects: number;
    globals: number;
    eof: number;
    extension: number;
    extension_count: number;
    addr_multipler: number;
    opcodes: Record<number, OpcodeClass>;
    stop: number;
    quit: number;
    io: ScreenState;
    read_data: ReadRequest;
    mainwin: object | null;
    statuswin: object | null;
    upperwin: object | null;
    abbr_addr: number;
    alphabets: number[][];
    unicode_table: Record<number, string>;
    reverse_unicode_table: Record<number, number>;
    dictionaries: Record<number, ParsedDictionary>;
    dict: number;
    xorshift_seed: number;
    jit: object;
    fileref_data: object | null;
    signature: string;

    init(): void;
    run(): void;
    restart(): void;
    disassemble(): DisassembledBlock;
    init_text(): void;
    init_io(): void;
    update_header(): void;
    extension_table(word: number, value?: number): number;
    make_stacks(): void;
    call(routine: number, storer: number, next: number, args: readonly number[]): void;
    ret(result: number): void;
    variable(variable: number, value?: number): number;
    random(range: number): number;
    get_parent(object: number): number;
    get_sibling(object: number): number;
    get_child(object: number): number;
    remove_obj(object: number): void;
    test_attr(object: number, attribute: number): number;
    find_prop(object: number, property: number, previous?: number): number;
    copy_table(first: number, second: number, size: number): void;
    scan_table(key: number, address: number, length: number, form?: number): number;
    encode_text(zscii: number, length: number, from: number, target: number): void;
    parse_dict(address: number): ParsedDictionary;
    tokenise(buffer: number, parse: number, dictionary?: number, flag?: number): void;
    encode(zscii: readonly number[]): number[];
    decode(address: number, length?: number): string;
    print(type: number, value: number): void;
    _print(text: string): void;
    print_table(zscii: number, width: number, height?: number, skip?: number): void;
    output_stream(stream: number, address?: number): void;
    input_stream(stream: number): void;
    split_window(lines: number): void;
    erase_window(window: number): void;
    erase_line(value: number): void;
    v3_status(): void;
    save(pc: number): void;
    restore(pc: number): void;
    save_restore_handler(stream: null): void;
    save_undo(pc: number, variable: number): number;
    restore_undo(): number;
    handle_line_input(length: number, terminator: number): void;
    handle_char_input(code: number): void;
    log(message: string): void;
  }
}
