import { EXTENDED } from './instruction-shapes.ts';
import type { LoopMachine } from './loop-machine.ts';

/** What the loop leaves to a method; gives what is stored or tested, or undefined for neither. */
export type RareOpcode = (
  machine: LoopMachine,
  operands: readonly number[],
  storer: number,
) => number | undefined;

const signed = (value = 0): number => (value << 16) >> 16;

function effect(run: (machine: LoopMachine, a: number, b: number, ...more: number[]) => void): RareOpcode {
  return (machine, [a = 0, b = 0, ...more]) => {
    run(machine, a, b, ...more);
    return undefined;
  };
}

const nothing: RareOpcode = () => undefined;
const always: RareOpcode = () => 1;
/** The game's own SAVE fails politely: saving is the tool's business, and no story touches a file. */
const refuse: RareOpcode = () => 0;

/** Waits for input: what it stores is stored when input comes. */
function wait(request: (machine: LoopMachine, storer: number, operands: readonly number[]) => void): RareOpcode {
  return (machine, operands, storer) => {
    machine.stop = 1;
    request(machine, storer, operands);
    return undefined;
  };
}

const read = wait((m, storer, [text = 0, parse, time, routine]) => {
  m.read(Math.max(storer, 0), text, parse, time, routine);
});

/** By opcode number; {@link RecordWriter} says which of these come here only in some of their forms. */
export const RARE_OPCODES: Readonly<Record<number, RareOpcode>> = {
  4: (m, [variable = 0, limit]) => (signed(m.count(variable, -1)) < signed(limit) ? 1 : 0),
  5: (m, [variable = 0, limit]) => (signed(m.count(variable, 1)) > signed(limit) ? 1 : 0),
  13: effect((m, variable, value) => { m.setInPlace(variable, value); }),
  23: (_, [a, b]) => Math.trunc(signed(a) / signed(b)),
  24: (_, [a, b]) => signed(a) % signed(b),
  27: effect((m, foreground, background) => { m.set_colour(foreground, background); }),
  133: effect((m, variable) => { m.count(variable, 1); }),
  134: effect((m, variable) => { m.count(variable, -1); }),
  135: effect((m, address) => { m.print(2, address); }),
  137: effect((m, object) => { m.remove_obj(object); }),
  138: effect((m, object) => { m.print(3, object); }),
  140: (m, [offset]) => { m.pc += signed(offset) - 2; return undefined; },
  142: (m, [variable = 0]) => m.inPlace(variable),
  180: nothing,
  181: refuse,
  182: refuse,
  183: effect((m) => { m.restart(); }),
  185: (m) => (m.version < 5 ? void m.popped() : m.frames.length + 1),
  186: effect((m) => { m.stop = 1; m.quit = 1; m.glk.glk_exit(); }),
  187: effect((m) => { m.print(1, 13); }),
  188: nothing,
  189: always,
  191: always,
  228: read,
  230: effect((m, number) => { m.print(0, signed(number)); }),
  233: effect((m, variable) => { m.setInPlace(variable, m.popped()); }),
  234: effect((m, lines) => { m.split_window(lines); }),
  235: effect((m, window) => { m.set_window(window); }),
  237: effect((m, window) => { m.erase_window(signed(window)); }),
  238: effect((m, value) => { m.erase_line(value); }),
  239: effect((m, row, column) => { m.set_cursor(row - 1, column - 1); }),
  240: effect((m, address) => { m.get_cursor(address); }),
  241: effect((m, style) => { m.set_style(style); }),
  242: nothing,
  243: effect((m, stream, address) => { m.output_stream(stream, address); }),
  244: nothing,
  245: nothing,
  246: wait((m, storer, [one = 1, time, routine]) => { m.read_char(storer, one, time, routine); }),
  247: (m, [key = 0, address = 0, length = 0, form]) => m.scan_table(key, address, length, form),
  251: effect((m, text, parse, dictionary, flag) => { m.tokenise(text, parse, dictionary, flag); }),
  252: (m, [text = 0, length = 0, start = 0, coded = 0]) => { m.encode_text(text, length, start, coded); return undefined; },
  253: effect((m, first, second, size = 0) => { m.copy_table(first, second, size); }),
  254: effect((m, text, width, height, skip) => { m.print_table(text, width, height, skip); }),
  [EXTENDED]: refuse,
  [EXTENDED + 1]: refuse,
  [EXTENDED + 2]: (m, [number = 0, places]) => m.log_shift(number, signed(places)),
  [EXTENDED + 3]: (m, [number, places]) => m.art_shift(signed(number), signed(places)),
  [EXTENDED + 4]: (m, [font = 0]) => m.set_font(font),
  [EXTENDED + 9]: (m, _, storer) => { m.variable(storer, m.save_undo(m.pc, storer)); return undefined; },
  [EXTENDED + 10]: (m) => (m.restore_undo() === 0 ? 0 : undefined),
  [EXTENDED + 11]: effect((m, character) => { m.print(1, character); }),
  // every character can be printed and read
  [EXTENDED + 12]: () => 3,
  [EXTENDED + 13]: effect((m, foreground, background) => { m.set_true_colour(foreground, background); }),
  [EXTENDED + 14]: nothing,
  [EXTENDED + 30]: (m, [id = 0]) => m.gestalt(id),
};
