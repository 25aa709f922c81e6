/** Where a story keeps its objects, and how large they are (§12.3). */
export interface ObjectTable {
  readonly objects: number;
  readonly version3: boolean;
}

/** Source of what an instruction gives, tests or does, from its operands' sources, each written once and in its order. */
export type Source = (table: ObjectTable, ...operands: string[]) => string;

type Sources = Readonly<Record<number, Source>>;

/** Instructions that give a value and change nothing else in the machine's stack. */
export const VALUES: Sources = {
  8: (_, a, b) => `${a}|${b}`,
  9: (_, a, b) => `${a}&${b}`,
  15: (_, array, index) => `m.getUint16(${element(array, index, 2)})`,
  16: (_, array, index) => `m.getUint8(${element(array, index, 1)})`,
  17: (_, object, property) => `e.get_prop(${object},${property})`,
  18: (_, object, property) => `e.find_prop(${object},${property})`,
  19: (_, object, property) => `e.find_prop(${object},0,${property})`,
  20: (_, a, b) => `(${a}+${b})&65535`,
  21: (_, a, b) => `(${a}-${b})&65535`,
  22: (_, a, b) => `(${a}*${b})&65535`,
  131: (table, object) => relation(table, 'parent', object),
  132: (_, address) => `e.get_prop_len(${address})`,
  231: (_, range) => `e.random(${signed(range)})`,
};

/** Conditions of branches. */
export const CONDITIONS: Sources = {
  2: (_, a, b) => `${signed(a)}<${signed(b)}`,
  3: (_, a, b) => `${signed(a)}>${signed(b)}`,
  6: (table, child, parent) => `${relation(table, 'parent', child)}===${parent}`,
  7: (_, bitmap, flags) => `e.test(${bitmap},${flags})`,
  10: (_, object, attribute) => `e.test_attr(${object},${attribute})`,
  128: (_, a) => `${a}===0`,
};

/** Branches on a value that they also store. */
export const STORED_CONDITIONS: Sources = {
  129: (table, object) => relation(table, 'sibling', object),
  130: (table, object) => relation(table, 'child', object),
};

/** Instructions that give nothing and leave the stack alone. */
export const EFFECTS: Sources = {
  11: (_, object, attribute) => `e.set_attr(${object},${attribute})`,
  12: (_, object, attribute) => `e.clear_attr(${object},${attribute})`,
  14: (_, object, destination) => `e.insert_obj(${object},${destination})`,
  137: (_, object) => `e.remove_obj(${object})`,
  138: (_, object) => `e.print(3,${object})`,
  225: (_, array, index, value) => `r.setUint16(${element(array, index, 2)},${value})`,
  226: (_, array, index, value) => `r.setUint8(${element(array, index, 1)},${value})`,
  227: (_, object, property, value) => `e.put_prop(${object},${property},${value})`,
  229: (_, character) => `e.print(4,${character})`,
  230: (_, number) => `e.print(0,${signed(number)})`,
};

/** A 16-bit value as a signed number. */
export function signed(value: string): string {
  return `(${value}<<16>>16)`;
}

function element(array: string, index: string, size: 1 | 2): string {
  return `(${array}+${size}*${signed(index)})&65535`;
}

function relation(
  { objects, version3 }: ObjectTable,
  to: 'parent' | 'sibling' | 'child',
  object: string,
): string {
  const index = to === 'parent' ? 0 : to === 'sibling' ? 1 : 2;
  return version3
    ? `m.getUint8(${objects + 4 + index}+9*${object})`
    : `m.getUint16(${objects + 6 + 2 * index}+14*${object})`;
}
