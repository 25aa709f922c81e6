import { InvalidArgumentError, type Command as Commander } from 'commander';
import type { Flags, Settings } from '../run/settings.ts';
import { CommandExit, EXIT, exitIfStopped } from './errors.ts';
import { type Columns, renderRows, answerWidth, wrapWords } from './layout.ts';
import { printNote, printJson, printPainted } from './print.ts';
import { type World } from './world.ts';

/** One command as a value: what its help says and what it does. `command-line.ts` makes a command line of all of them. */
export interface Command {
  /** The words that call it, such as `memories show`. */
  readonly path: string;
  /** Its arguments, such as `<file...>` or `[episode]`. */
  readonly takes?: string;
  readonly choices?: readonly string[];
  readonly says: string;
  /** Whether it runs if only its noun is given. */
  readonly isDefault?: true;
  readonly options?: Options;
  readonly more?: string;
  readonly examples?: readonly string[];
  readonly fleet?: FleetUse;
  /** Whether it reads what was played and learnt. In an untouched workdir it says that there is nothing. */
  readonly reads?: true;
  /** Loads its code when it runs, so that help is fast. Absent for a noun without an action. */
  readonly run?: (call: Call<never>) => unknown;
}

/** Options by their flags. A flag such as `--points <n>` takes a value. */
export type Options = Readonly<Record<string, string | Option>>;

interface Option {
  readonly says: string;
  readonly choices?: readonly string[];
  readonly default?: string | number;
  /** Parses the text; gets the earlier value of the same option. Throws InvalidArgumentError. */
  readonly parse?: (text: string, before: never) => unknown;
  readonly isRequired?: true;
  readonly isHidden?: true;
  readonly conflicts?: string;
}

/**
 * What a command does if a fleet is named. `own`: it handles the fleet itself. `learnt`, `named`, `records`: it reads what
 * the fleet learnt, with the records of no episode, of the first one named, or of all. `change`: it also stores its changes
 * there. `not`, the default: it works on this machine only.
 */
export type FleetUse = 'own' | 'learnt' | 'named' | 'records' | 'change' | 'not';

/** An option of a command whose value is a whole number. */
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

export interface CommonOptions {
  readonly config?: string;
  readonly story?: string;
  readonly workdir?: string;
  /** The folder for files of a command that reads a fleet, whose data are in a temporary folder. */
  readonly home?: string;
  readonly fleet?: string;
  readonly json?: true;
  readonly yes?: true;
}

/** Options that stand for settings, the same for every command. */
const SETTINGS = {
  story: 'story',
  workdir: 'workdir',
  fleet: 'fleet.database',
  lease: 'fleet.lease',
  player: 'player',
  model: 'models.model',
  baseUrl: 'models.baseUrl',
  recipes: 'recipes',
  maxCost: 'budget.run.costUsd',
  maxTokens: 'budget.run.tokens',
  maxTime: 'budget.run.minutes',
  notify: 'notify',
} as const;

/** The answer for a person, broken between words; text that is broken already; or a note that there is nothing. */
type Words = (width: number) => string | { readonly broken: string } | { readonly nothing: string };

export class Call<Asked extends object = object> {
  readonly world: World;
  readonly options: Asked & CommonOptions;
  readonly command: Commander;

  constructor(world: World, options: Asked & CommonOptions, command: Commander) {
    this.world = world;
    this.options = options;
    this.command = command;
  }

  get words(): readonly string[] {
    return this.command.args;
  }

  get word(): string {
    return this.words[0] ?? '';
  }

  get program(): Commander {
    let { command } = this;
    while (command.parent !== null) command = command.parent;
    return command;
  }

  with(options: CommonOptions, world: Partial<World> = {}): Call<Asked> {
    return new Call({ ...this.world, ...world }, { ...this.options, ...options }, this.command);
  }

  get flags(): Flags {
    const given = this.options as Readonly<Record<string, Flags[string] | undefined>>;
    const flags = Object.entries(SETTINGS).flatMap(([option, setting]) => {
      const value = given[option];
      return value === undefined ? [] : [[setting, value] as const];
    });
    return Object.fromEntries(flags);
  }

  /** The settings of the command; `more` outranks all others. Rejects with ConfigError and StorageError. */
  async settings(more: Flags = {}): Promise<Settings> {
    // Help needs no schema, which makes every command start slower.
    const { loadSettings } = await import('../run/settings.ts');
    return loadSettings(this.world, { ...this.flags, ...more }, this.options.config);
  }

  answer(value: unknown, words: Words): void {
    if (this.options.json) {
      printJson(this.world, value);
      return;
    }
    const width = answerWidth(this.world);
    const said = words(width);
    if (typeof said === 'string') printPainted(this.world, wrapWords(said, width));
    else if ('broken' in said) printPainted(this.world, said.broken);
    else this.tell(said.nothing);
  }

  readonly tell = (text: string): void => printNote(this.world, text);

  /** Asks before something is removed; `--yes` answers for scripts. Ends the command if the answer is no. */
  async confirm(question: string): Promise<void> {
    if (this.options.yes) return;
    if (this.world.stdin.isTTY !== true)
      this.refuse('nothing is changed yet: this takes something away; say --yes');
    if (/^y(es)?$/i.test(await this.ask(`${question} [y/N] `))) return;
    this.tell('Nothing was changed.');
    throw new CommandExit(EXIT.done);
  }

  async ask(question: string): Promise<string> {
    const { stdin, stderr, onSignal } = this.world;
    const { createInterface } = await import('node:readline/promises');
    const terminal = createInterface({ input: stdin, output: stderr });
    const stop = onSignal(() => terminal.close());
    try {
      return (await terminal.question(question)).trim();
    } finally {
      stop();
      terminal.close();
    }
  }

  /** Runs work that the first signal stops, and then ends the command with its code. `by` tells which signal it was. */
  async untilSignal<T>(
    work: (stop: AbortSignal, by: () => NodeJS.Signals | null) => Promise<T>,
  ): Promise<T> {
    const stop = new AbortController();
    let by: NodeJS.Signals | null = null;
    const unlisten = this.world.onSignal((signal) => {
      by ??= signal;
      stop.abort(new Error('stopped on request'));
    });
    try {
      const result = await work(stop.signal, () => by);
      exitIfStopped(by);
      return result;
    } catch (error) {
      if (error === stop.signal.reason) exitIfStopped(by);
      throw error;
    } finally {
      unlisten();
    }
  }

  refuse(problem: string): never {
    return this.command.error(`error: ${problem}`);
  }

  isGiven(option: string): boolean {
    return this.command.getOptionValueSource(option) === 'cli';
  }
}

export function tableOr<Row>(nothing: string, columns: Columns<Row>, rows: readonly Row[]): Words {
  return (width) => (rows.length === 0 ? { nothing } : renderRows(columns, rows, width));
}
