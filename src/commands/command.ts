import { InvalidArgumentError } from 'commander';
import type { Call } from './call.ts';

/** One command as a value: what its help says and what it does. `register.ts` makes a command line of all of them. */
export interface Command {
  /** The words that call it, such as `memories show`. */
  readonly path: string;
  /** The words behind it, such as `<file...>` or `[episode]`. */
  readonly takes?: string;
  /** The words that may stand there; absent where any may. */
  readonly choices?: readonly string[];
  readonly says: string;
  /** Whether it runs where its noun stands alone. */
  readonly isDefault?: true;
  readonly options?: Options;
  readonly more?: string;
  readonly examples?: readonly string[];
  readonly fleet?: FleetUse;
  /** Whether it tells what was played and learnt; in an untouched workdir it says that nothing was. */
  readonly reads?: true;
  /** Loads what it needs when it runs, so that help is fast. A noun that is nothing by itself has none. */
  readonly run?: (call: Call<never>) => unknown;
}

/** Options by their flags; a flag such as `--points <n>` takes a value. */
export type Options = Readonly<Record<string, string | Option>>;

interface Option {
  readonly says: string;
  readonly choices?: readonly string[];
  readonly default?: string | number;
  /** Makes a value of the text, and of the value of the same option before it. Throws InvalidArgumentError. */
  readonly parse?: (text: string, before: never) => unknown;
  readonly isRequired?: true;
  readonly isHidden?: true;
  readonly conflicts?: string;
}

/**
 * What a command does when a fleet is named. `own`: it handles the fleet itself. `learnt`, `named`, `records`: it reads
 * what the fleet learnt, with the records of no episode, of the first one that is named, or of all. `change`: it also
 * stores its changes there. `not`, the default: it works on this machine only.
 */
export type FleetUse = 'own' | 'learnt' | 'named' | 'records' | 'change' | 'not';

export function wholeNumber(
  says: string,
  {
    least = 1,
    most = Number.MAX_SAFE_INTEGER,
    ...more
  }: Partial<Option> & { readonly least?: number; readonly most?: number } = {},
): Option {
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  const parse = (text: string) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It is a whole number ${range}.`);
  };
  return { says, parse, ...more };
}
