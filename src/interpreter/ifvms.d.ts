/** The parts of ifvms 1.1.6 that the adapter uses or replaces; the package brings no types. */

declare module 'ifvms/src/common/utils.js' {
  /** A DataView (big-endian by default, like the Z-machine) with a few array methods. */
  export interface MemoryView extends DataView<ArrayBuffer> {
    /** A copy; silently shorter where it would pass the end. */
    getUint8Array(start: number, length: number): Uint8Array<ArrayBuffer>;
    setUint8Array(start: number, data: ArrayLike<number>): void;
  }
  const utils: {
    /** ifvms's own classes: what `subClass` adds are methods. */
    readonly Class: { subClass(methods: object): new () => object };
    MemoryView(
      buffer: number | ArrayBufferView<ArrayBuffer>,
      start?: number,
      length?: number,
    ): MemoryView;
  };
  export default utils;
}

declare module 'ifvms/src/zvm/*.js' {
  const methods: object;
  export default methods;
}

declare module 'ifvms' {
  import type { MemoryView } from 'ifvms/src/common/utils.js';

  export interface ReadRequest {
    buffer?: number[];
    storer: number;
  }
  /** Numbers by name, and the streams. */
  export interface ScreenState {
    streams: [number, number, object, [number, string][], object];
    width: number;
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

  /** The machine that `runtime`, `text` and `io` make together. */
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
    sp: number;
    undo: UndoState[];
    undo_len: number;
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

    restart(): void;
    init_text(): void;
    init_io(): void;
    update_header(): void;
    extension_table(word: number, value?: number): number;
    incdec(variable: number, by: number): number;
    indirect(variable: number, value?: number): number;
    variable(variable: number, value?: number): number;
    random(range: number): number;
    log_shift(number: number, places: number): number;
    art_shift(number: number, places: number): number;
    gestalt(id: number): number;
    get_parent(object: number): number;
    get_sibling(object: number): number;
    get_child(object: number): number;
    remove_obj(object: number): void;
    set_attr(object: number, attribute: number): void;
    clear_attr(object: number, attribute: number): void;
    test_attr(object: number, attribute: number): number;
    insert_obj(object: number, destination: number): void;
    get_prop(object: number, property: number): number;
    get_prop_len(address: number): number;
    put_prop(object: number, property: number, value: number): void;
    find_prop(object: number, property: number, previous?: number): number;
    copy_table(first: number, second: number, size: number): void;
    scan_table(key: number, address: number, length: number, form?: number): number;
    encode_text(zscii: number, length: number, from: number, target: number): void;
    parse_dict(address: number): ParsedDictionary;
    tokenise(buffer: number, parse: number, dictionary?: number, flag?: number): void;
    encode(zscii: readonly number[]): number[];
    decode(address: number, length?: number): string;
    _print(text: string): void;
    print_table(zscii: number, width: number, height?: number, skip?: number): void;
    read(storer: number, ...operands: readonly number[]): void;
    read_char(storer: number, ...operands: readonly number[]): void;
    set_colour(foreground: number, background: number): void;
    set_true_colour(foreground: number, background: number): void;
    set_cursor(row: number, column: number): void;
    get_cursor(address: number): void;
    set_font(font: number): number;
    set_style(style: number): void;
    set_window(window: number): void;
    output_stream(stream: number, address?: number): void;
    split_window(lines: number): void;
    erase_window(window: number): void;
    erase_line(value: number): void;
    update_screen_size(): void;
    v3_status(): void;
    save_undo(pc: number, variable: number): number;
    restore_undo(): number;
    handle_line_input(length: number, terminator: number): void;
    handle_char_input(code: number): void;
  }
}
