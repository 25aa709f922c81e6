import path from 'node:path';
import { StorageError } from '../../domain/errors.ts';
import type { HostFiles, Interpreter, StepResult } from '../../interpreter/interpreter.ts';
import { decodeQuetzal } from '../../interpreter/saved-game.ts';
import { openTextLog, type TextLog } from '../../storage/append-log.ts';
import { isFolder } from '../../storage/folder.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { writeFileAtomic } from '../../storage/write-file-atomic.ts';

type Stream = 'transcript' | 'commands';

interface FilePorts {
  readonly folder: string;
  readonly story: string;
  /** Null if there is no answer. Then nothing is saved. */
  readonly ask: (question: string, kind: 'file' | 'yes or no') => Promise<string | null>;
  readonly tell: (message: string) => void;
  /** Commands of a file, one per line. Rejects with ConfigError. */
  readonly readCommands: (file: string) => AsyncIterable<string>;
}

/** The files that a story may ask for, with the ending of each name and the question for a person. */
const WISHES = {
  save: ['qzl', 'Save the game to which file?'],
  restore: ['qzl', 'Restore the game from which file?'],
  transcript: ['scr', 'Write the transcript to which file?'],
  commands: ['rec', 'Record commands in which file?'],
  replay: ['rec', 'Play the commands of which file?'],
} as const;

type Wish = keyof typeof WISHES;

export class GameFiles implements HostFiles {
  readonly #ports: FilePorts;
  #wish: Wish | null = null;
  #file: string | null = null;
  readonly #turned = new Map<Stream, boolean>();
  readonly #logs = new Map<Stream, TextLog>();
  #replayed: string[] = [];
  /** Files saved in this game. The person may replace them. */
  readonly #saved = new Set<string>();

  constructor(ports: FilePorts) {
    this.#ports = ports;
  }

  /**
   * Plays a command. If the story saves or restores, plays it again with the file that the person names. Without a file for a
   * transcript or for commands the game is as it was before, so that the story may ask again.
   */
  async step(game: Interpreter, command: string): Promise<StepResult> {
    const before = game.snapshot();
    this.#begin(null);
    let result = game.step(command);
    if (this.#wish === 'save' || this.#wish === 'restore') {
      const isSave = this.#wish === 'save';
      const file = await this.#ask(this.#wish);
      if (file !== null && (!isSave || (await this.#mayReplace(file)))) {
        game.restore(before);
        this.#begin(file);
        result = game.step(command);
      }
    }
    this.#write(command, result);
    let isFound = true;
    for (const [stream, isOn] of this.#turned) isFound &&= await this.#turn(stream, isOn, result);
    if (this.#wish === 'replay') isFound = await this.#startReplay();
    if (isFound) return result;
    game.restore(before);
    // In place of the story's text, which says that it writes or reads.
    return { ...result, text: '(without a file the game is as it was before that command)' };
  }

  /** The next recorded command. Null if a person is to be asked. */
  next(): string | null {
    return this.#replayed.shift() ?? null;
  }

  close(): void {
    for (const log of this.#logs.values()) log.close();
    this.#logs.clear();
  }

  save(game: Uint8Array): boolean {
    this.#wish = 'save';
    const file = this.#file;
    if (file === null) return false;
    const isSaved = this.#try(() => {
      const held = readBytesFile(file);
      if (held !== null && decodeQuetzal(held) === null) {
        this.refused(`${file} is there already and is no saved game; name another file.`);
        return false;
      }
      writeFileAtomic(file, game);
      this.#saved.add(file);
      return true;
    });
    return isSaved === true;
  }

  restore(): Uint8Array | null {
    this.#wish = 'restore';
    const file = this.#file;
    if (file === null) return null;
    return this.#try(() => {
      const bytes = readBytesFile(file);
      if (bytes === null) this.refused(`There is no file ${file}.`);
      return bytes;
    });
  }

  refused(reason: string): void {
    this.#ports.tell(reason);
  }

  turned(stream: Stream, isOn: boolean): void {
    this.#turned.set(stream, isOn);
  }

  replay(): void {
    this.#wish = 'replay';
  }

  #begin(file: string | null): void {
    this.#wish = null;
    this.#file = file;
    this.#turned.clear();
  }

  async #ask(wish: Wish): Promise<string | null> {
    const { folder, story, ask } = this.#ports;
    const [ending, question] = WISHES[wish];
    const proposed = `${story}.${ending}`;
    const answer = await ask(`${question} (Enter: ${proposed})`, 'file');
    if (answer === null) return null;
    const named = answer.trim().replace(/^(["'])(.*)\1$/, '$2');
    const file = path.resolve(folder, named || proposed);
    if (isFolder(path.dirname(file))) return file;
    this.refused(`There is no folder ${path.dirname(file)}.`);
    return null;
  }

  /** A game saved at another time is replaced only with permission. */
  async #mayReplace(file: string): Promise<boolean> {
    const isOther = this.#try(() => {
      const held = this.#saved.has(file) ? null : readBytesFile(file);
      return held !== null && decodeQuetzal(held) !== null;
    });
    if (!isOther) return true;
    const question = `${file} holds a saved game. Replace it? (y or n)`;
    const answer = await this.#ports.ask(question, 'yes or no');
    return /^y(es)?$/i.test(answer?.trim() ?? '');
  }

  /** The last answer before a transcript stops belongs to it. The command that stops a recording does not. */
  #write(command: string, { text }: StepResult): void {
    this.#append('transcript', `\n>${command}\n${text.trim()}\n`);
    if (!this.#turned.has('commands')) this.#append('commands', `${command}\n`);
  }

  /** Whether it has a file, if it needs one. */
  async #turn(stream: Stream, isOn: boolean, { text }: StepResult): Promise<boolean> {
    this.#logs.get(stream)?.close();
    this.#logs.delete(stream);
    if (!isOn) return true;
    const file = await this.#ask(stream);
    if (file === null) return false;
    const isOpen = this.#try(() => this.#logs.set(stream, openTextLog(file))) !== null;
    if (stream === 'transcript') this.#append(stream, `${text.trim()}\n`);
    return isOpen;
  }

  async #startReplay(): Promise<boolean> {
    const file = await this.#ask('replay');
    if (file === null) return false;
    try {
      for await (const line of this.#ports.readCommands(file)) this.#replayed.push(line);
      return true;
    } catch (error) {
      this.#replayed = [];
      this.refused((error as Error).message);
      return false;
    }
  }

  #append(stream: Stream, text: string): void {
    this.#try(() => this.#logs.get(stream)?.append(text));
  }

  /** The result of the work. Null for a file that cannot be read or written, which is reported; the game goes on. */
  #try<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.refused(error.message);
      return null;
    }
  }
}
