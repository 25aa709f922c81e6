import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { GameConfiguration } from '../../../src/config/schema.ts';
import { openingState, type GameState } from '../../../src/domain/game-state.ts';
import { locationId, objectId } from '../../../src/domain/ids.ts';
import type { Observation } from '../../../src/domain/observation.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import type { ZorkEvent } from '../../../src/events/event.ts';
import { KnowledgeManager } from '../../../src/managers/knowledge/knowledge-manager.ts';
import type { KnownWords } from '../../../src/managers/known-words.ts';
import { createAsk } from '../../../src/model/ask.ts';
import { createScriptedModel, type Script } from '../../helpers/scripted-model.ts';
import { createPromptLibrary } from '../../../src/prompts/question.ts';
import { openDurableFile } from '../../../src/storage/durable-file.ts';
import { readTextFolder } from '../../../src/storage/read-file.ts';
import { settings } from '../../helpers/settings.ts';
import { decision, observation } from '../../helpers/observation.ts';
import { temporaryFolder } from '../../helpers/workdir.ts';

const PROMPTS = path.resolve(import.meta.dirname, '../../../src/prompts');

export const prompts = createPromptLibrary(readTextFolder(PROMPTS, '.md'));

/** A manager over a real file in a folder of its own and a scripted model, with everything it emitted and kept. */
export function openScene(
  setup: {
    readonly file?: string;
    readonly script?: Script;
    readonly options?: Partial<GameConfiguration['knowledge']>;
    readonly words?: KnownWords;
    readonly isFork?: boolean;
  } = {},
) {
  const file = path.join(temporaryFolder(), 'knowledgebase.md');
  if (setup.file !== undefined) writeFileSync(file, setup.file);
  const model = createScriptedModel(setup.script ?? []);
  const events: ZorkEvent[] = [];
  const versions: { turn: number; text: string }[] = [];
  const open = () =>
    new KnowledgeManager(
      {
        file: openDurableFile(file, { waitMs: 50 }),
        ask: createAsk(model),
        askAtEnd: createAsk(model),
        prompts,
        emit: (event) => events.push(event),
        signal: new AbortController().signal,
        words: setup.words,
        isFork: setup.isFork,
        keepVersion: (bytes, turn) =>
          void versions.push({ turn, text: new TextDecoder().decode(bytes) }),
      },
      settings({ knowledge: setup.options ?? {} }).knowledge,
    );
  const read = () => readFileSync(file, 'utf8');
  return { manager: open(), open, model, events, versions, file, read };
}

/** A reply that proposes edits. */
export function edits(...list: readonly object[]) {
  return { json: { edits: list, reasoning: 'why' } };
}

export function room(id: number, name = `Room ${id}`): Pick<Observation, 'location'> {
  return { location: { id: locationId(id), name } };
}

export function held(...names: readonly string[]): Pick<Observation, 'inventory'> {
  return { inventory: names.map((name, at) => ({ id: objectId(100 + at), name })) };
}

/** Plays turns into a manager, each starting where the one before ended. */
export class Play {
  #last: Observation;
  #records: TurnRecord[] = [];
  readonly #episode: number;

  constructor(episode = 1, opening: Partial<Observation> = {}) {
    this.#episode = episode;
    this.#last = observation(opening);
  }

  get state(): GameState {
    const opening = openingState(this.#episode, 1, this.#last);
    const visits = new Map(this.#records.map(({ after }) => [after.location.id, 1]));
    return { ...opening, turn: this.#records.length, visits, recent: this.#records };
  }

  next(action: string, after: Partial<Observation> = {}): TurnRecord {
    const record = {
      turn: this.#records.length + 1,
      before: this.#last,
      decision: decision(action),
      after: { ...this.#last, text: `You ${action}.`, ...after },
    };
    this.#records.push(record);
    this.#last = record.after;
    return record;
  }
}

/** `countWords` uneventful but different turns. */
export async function wander(manager: KnowledgeManager, play: Play, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const record = play.next(`examine thing ${play.state.turn}`);
    await manager.learn(play.state, record);
  }
}
