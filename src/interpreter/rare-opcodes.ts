import { InterpreterError } from '../domain/errors.ts';
import { EXTENDED } from './instruction-shapes.ts';
import { savesWholeGame, loadGame, savedGame } from './saved-game.ts';
import type { TextMachine } from './text-machine.ts';

/** Returns what is stored or tested, or undefined if nothing is. `storer` is the place of the result. */
type RareOpcode = (
  machine: TextMachine,
  operands: readonly number[],
  storer: number,
) => number | void;

const signed = (value = 0): number => (value << 16) >> 16;
/** The cost of work beyond an instruction. */
const [CLEAR, TOKENISE] = [400, 3000];
const nothing: RareOpcode = () => undefined;
const always: RareOpcode = () => 1;
/** Saving fails politely without a host for files, and for a table of the story's own (§15). */
const save: RareOpcode = (m, [at = 0]) =>
  Number(savesWholeGame(m, at) && m.files?.save(savedGame(m, at)));
/** On success, the story goes on after the instruction that saved. */
const restore: RareOpcode = (m, [at = 0]) => {
  const bytes = savesWholeGame(m, at) ? (m.files?.restore() ?? null) : null;
  const reason = bytes === null ? '' : loadGame(m, bytes);
  if (reason !== null && bytes !== null) m.files?.refused(reason);
  return reason === null ? undefined : 0;
};

/** Opcodes that the loop leaves to methods, by number. RecordWriter tells which come here only in some forms. */
export const RARE_OPCODES: Readonly<Record<number, RareOpcode>> = {
  0: () => {
    throw new InterpreterError(
      'The story reached an instruction that does not exist; its file is damaged.',
    );
  },
  4: (m, [variable = 0, limit]) => Number(signed(m.incdec(variable, -1)) < signed(limit)),
  5: (m, [variable = 0, limit]) => Number(signed(m.incdec(variable, 1)) > signed(limit)),
  7: (_, [bits = 0, flags = 0]) => Number((bits & flags) === flags),
  8: (_, [a = 0, b = 0]) => a | b,
  11: (m, [object = 0, attribute = 0]) => m.set_attr(object, attribute),
  12: (m, [object = 0, attribute = 0]) => m.clear_attr(object, attribute),
  13: (m, [variable = 0, value = 0]) => void m.indirect(variable, value),
  14: (m, [object = 0, destination = 0]) => m.insert_obj(object, destination),
  19: (m, [object = 0, property]) => m.find_prop(object, 0, property),
  24: (_, [a, b]) => signed(a) % signed(b),
  27: (m, [foreground = 0, background = 0]) => m.set_colour(foreground, background),
  // The next record returns the value on the stack.
  28: (m, [value = 0, cookie = 0]) => m.unwind(cookie, value),
  133: (m, [variable = 0]) => void m.incdec(variable, 1),
  134: (m, [variable = 0]) => void m.incdec(variable, -1),
  135: (m, [address = 0]) => m._print(m.decode(address)),
  137: (m, [object = 0]) => m.remove_obj(object),
  138: (m, [object = 0]) => m._print(m.objectName(object)),
  140: (m, [offset]) => {
    m.pc += signed(offset) - 2;
  },
  141: (m, [address = 0]) => m._print(m.decode(address * m.addr_multipler)),
  142: (m, [variable = 0]) => m.indirect(variable),
  178: (m, [address = 0]) => m._print(m.decode(address)),
  143: (_, [value = 0]) => ~value,
  // the next record returns
  179: (m, [address = 0]) => {
    m._print(m.decode(address));
    m._print('\r');
  },
  180: nothing,
  181: save,
  182: restore,
  183: (m) => m.restart(),
  185: (m) => (m.version < 5 ? void m.popped() : m.frames.length + 1),
  186: (m) => {
    m.stop = m.quit = 1;
  },
  187: (m) => m._print('\r'),
  188: nothing,
  189: always,
  191: always,
  227: (m, [object = 0, property = 0, value = 0]) => m.put_prop(object, property, value),
  228: (m, operands, storer) => {
    m.stop = 1;
    m.read(Math.max(storer, 0), ...operands);
  },
  229: (m, [character = 0]) => m._print(m.unicode_table[character] ?? ''),
  230: (m, [number]) => m._print(String(signed(number))),
  231: (m, [limit]) => m.random(signed(limit)),
  233: (m, [variable = 0]) => void m.indirect(variable, m.popped()),
  234: (m, [lines = 0]) => m.split_window(lines),
  235: (m, [window = 0]) => m.set_window(window),
  237: (m, [window]) => {
    m.charge(CLEAR);
    m.erase_window(signed(window));
  },
  238: (m, [value = 0]) => {
    m.charge(CLEAR);
    m.erase_line(value);
  },
  239: (m, [row = 0, column = 0]) => m.set_cursor(row - 1, column - 1),
  240: (m, [address = 0]) => m.get_cursor(address),
  241: (m, [style = 0]) => m.set_style(style),
  242: nothing,
  243: (m, [stream = 0, address]) => m.output_stream(stream, address),
  244: (m, [stream]) => {
    if (stream === 1) m.files?.replay();
  },
  245: nothing,
  246: (m, operands, storer) => {
    m.stop = 1;
    m.read_char(storer, ...operands);
  },
  247: (m, [key = 0, address = 0, length = 0, form = 0]) => {
    m.charge(length);
    return m.scan_table(key, address, length, form);
  },
  248: (_, [value = 0]) => ~value,
  251: (m, [text = 0, parse = 0, words, flag]) => {
    m.charge(TOKENISE);
    m.tokenise(text, parse, words, flag);
  },
  252: (m, [text = 0, length = 0, at = 0, coded = 0]) => {
    m.charge(length);
    m.encode_text(text, length, at, coded);
  },
  253: (m, [first = 0, second = 0, size]) => {
    m.charge(Math.abs(signed(size)));
    m.copy_table(first, second, size ?? 0);
  },
  254: (m, [text = 0, width = 0, height, skip]) => {
    m.charge(width * (height ?? 1));
    m.print_table(text, width, height, skip);
  },
  255: (m, [number = 0]) => (m.stack.getUint8(m.frameptr + 5) >> (number - 1)) & 1,
  [EXTENDED]: save,
  [EXTENDED + 1]: restore,
  [EXTENDED + 2]: (m, [number = 0, places]) => m.log_shift(number, signed(places)),
  [EXTENDED + 3]: (m, [number, places]) => m.art_shift(signed(number), signed(places)),
  [EXTENDED + 4]: (m, [font = 0]) => m.set_font(font),
  [EXTENDED + 9]: (m, _, storer) => {
    m.variable(storer, m.save_undo(m.pc, storer));
  },
  [EXTENDED + 10]: (m) => (m.restore_undo() === 0 ? 0 : undefined),
  [EXTENDED + 11]: (m, [character = 0]) => m._print(String.fromCharCode(character)),
  // every character can be printed and read
  [EXTENDED + 12]: () => 3,
  [EXTENDED + 13]: (m, [foreground = 0, back = 0]) => m.set_true_colour(foreground, back),
  [EXTENDED + 14]: nothing,
  [EXTENDED + 30]: (m, [id = 0]) => m.gestalt(id),
};
