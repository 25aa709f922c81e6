import * as z from 'zod';
import { PlayerLeft } from '../../domain/errors.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import type { Location, Observation } from '../../domain/observation.ts';
import { KnownWords } from '../../managers/known-words.ts';
import { fateEvents } from '../../managers/memory/fates.ts';
import {
  MEMORIES,
  type ChangeResult,
  type FileChange,
} from '../../managers/memory/memory-changes.ts';
import {
  roomsOf,
  type MemoryDocument,
  type RoomMemories,
} from '../../managers/memory/memory-document.ts';
import { HandGame, type WaitingGame, type HandServices } from '../../run/hand-game.ts';
import { openLearntMemories } from '../../run/open-learnt.ts';
import { learntFile } from '../../storage/learnt-folder.ts';
import { MergedFile } from '../../storage/merged-file.ts';

const PLAYED_BY = 'an assistant';

/** One client and the game it plays: one game at a time, and as many in a row as it likes. */
export class Session {
  readonly services: HandServices;
  readonly #complain: (message: string) => void;
  readonly #memories: MergedFile<MemoryDocument, FileChange, ChangeResult<FileChange>>;
  /** The program that plays, for the manifests of later games. */
  client: HandServices['client'];
  #game: HandGame | null = null;
  #words: KnownWords | null = null;
  readonly #counted = new Map<LocationId, number>();

  constructor(services: HandServices, complain: (message: string) => void) {
    this.services = services;
    this.#complain = complain;
    const file = learntFile(services.learnt, 'memories');
    this.#memories = new MergedFile(openLearntMemories(file, complain, 'run'), MEMORIES);
  }

  get game(): HandGame | null {
    return this.#game;
  }

  /** The game in progress, or the last one; begins one if there was none. Rejects with StorageError, LockedError. */
  async played(): Promise<HandGame> {
    return this.#game ?? this.begin();
  }

  /** Ends the game in progress and begins another. Rejects with StorageError and LockedError. */
  async begin(): Promise<HandGame> {
    await this.leave();
    const { client } = this;
    const services = { ...this.services, ...(client !== undefined && { client }) };
    const game = await HandGame.begin(services, PLAYED_BY, this.#complain);
    this.#game = game;
    this.#counted.clear();
    const { dictionary, managers, state } = mcpMoment(game);
    this.#words = new KnownWords(dictionary);
    this.#words.see(managers.map.placesOfEarlierEpisodes());
    this.#words.hear({ before: state.observation, after: state.observation });
    return game;
  }

  async play(game: HandGame, command: string): Promise<void> {
    await game.play(command);
    if (game.newest !== null) this.#words?.hear(game.newest);
  }

  /** The doubt about a lesson. Null if it only names what the game in progress has shown. */
  doubt(title: string, text: string): string | null {
    return this.#words?.doubt(title, text) ?? null;
  }

  /** Ends the game in progress, if there is one, with complete records. Rejects with StorageError and LockedError. */
  async leave(): Promise<void> {
    if (this.#game === null || this.#game.isOver) return;
    await this.#game.leave(`The assistant left after turn ${mcpLastTurn(this.#game)}.`);
  }

  rooms(): ReadonlyMap<LocationId, RoomMemories> {
    this.#memories.sync();
    return roomsOf(this.#memories.document);
  }

  /** Files a memory. `waiting` is why the file cannot be written now; it is written with the next memory, or at the end. */
  async file(room: Location, memory: Memory) {
    const change = { kind: 'add', room, memory } as const;
    const { results, waiting } = await this.#memories.change([change, ...this.#visitsOf(room.id)]);
    const { outcome = 'duplicate' } = results.find((one) => one.change === change) ?? {};
    for (const event of fateEvents({ change, outcome })) this.#game?.moment?.emit(event);
    return { outcome, waiting: waiting?.message ?? null };
  }

  #visitsOf(locationId: LocationId): readonly FileChange[] {
    const { episode = 0, visits } = this.#game?.moment?.state ?? {};
    const counted = this.#counted.get(locationId) ?? 0;
    const now = visits?.get(locationId) ?? 0;
    if (now <= counted) return [];
    this.#counted.set(locationId, now);
    return [{ kind: 'visits', locationId, episode, count: now - counted }];
  }

  /** Ends the game and writes pending memories. Rejects with StorageError and LockedError. */
  async close(): Promise<void> {
    await this.leave();
    if (this.#memories.waiting === 0) return;
    const { waiting } = await this.#memories.change([]);
    if (waiting !== null) throw waiting;
  }
}

export function mcpLastTurn({ newest }: HandGame): number {
  return newest?.turn ?? 0;
}

/** The present game. Throws PlayerLeft if it ended before it waited for a command. */
export function mcpMoment({ moment, summary }: HandGame): WaitingGame {
  if (moment !== null) return moment;
  throw new PlayerLeft(`The game did not begin: ${summary?.stopDetail ?? 'nobody knows why'}`);
}

export function mcpObservation(game: HandGame): Observation {
  return game.newest?.after ?? mcpMoment(game).state.observation;
}

/** Something that an assistant can do. Tools of a session run one after another. */
export interface Tool<Input = Record<string, unknown>> {
  readonly name: string;
  readonly says: string;
  readonly input: z.ZodObject;
  /** Whether it changes neither the game nor the memories. */
  readonly isLook: boolean;
  /** Answers in words, and the same as data. Rejects with NotUsable for impossible requests, StorageError, LockedError. */
  readonly act: (
    session: Session,
    input: Input,
  ) => Promise<{ readonly words: string; readonly data: Record<string, unknown> }>;
}

/** The request to a tool is impossible: one sentence for the assistant, and nothing has changed. */
export class NotUsable extends Error {}

export function mcpTool<Input extends z.ZodObject>(
  one: Tool<z.output<Input>> & { readonly input: Input },
): Tool {
  return { ...one, act: (session, input) => one.act(session, one.input.parse(input)) };
}

/** The arguments of a tool. An unknown name is refused with a list of the known ones. */
export function mcpToolArguments<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ');
  const right = names === '' ? 'this tool takes none' : `the arguments are: ${names}`;
  return z.strictObject(shape, {
    error: ({ code, ...issue }) =>
      code === 'unrecognized_keys' && Array.isArray(issue['keys'])
        ? `There is no argument ${issue['keys'].join(', ')}; ${right}.`
        : undefined,
  });
}

/** A required text as an argument of a tool. */
export function mcpNeededText(says: string) {
  const error = ({ input }: { readonly input?: unknown }) =>
    input === undefined ? 'it is missing' : undefined;
  return z.string({ error }).describe(says);
}
