import { readFileSync } from 'node:fs';
import type { GameConfiguration } from '../../../src/config/schema.ts';
import { ModelError } from '../../../src/domain/errors.ts';
import { openingState, type GameState } from '../../../src/domain/game-state.ts';
import { locationId, objectId, type LocationId } from '../../../src/domain/ids.ts';
import type { Observation } from '../../../src/domain/observation.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import type { ZorkEvent } from '../../../src/events/event.ts';
import type { LearnContext, JudgedOutcomes } from '../../../src/managers/memory/remembering.ts';
import type { Story } from '../../../src/managers/memory/relevance.ts';
import type { Propose } from '../../../src/managers/memory/lesson-plan.ts';
import { SimpleMemoryManager } from '../../../src/managers/memory/simple-memory-manager.ts';
import type { Ask, Question } from '../../../src/model/ask.ts';
import { NO_USAGE } from '../../../src/model/model.ts';
import { createPromptLibrary, type PromptLibrary } from '../../../src/prompts/question.ts';
import type { EvidenceBook } from '../../../src/managers/memory/evidence.ts';
import type { KnownWords } from '../../../src/managers/known-words.ts';
import { settings } from '../../helpers/settings.ts';
import type { DurableFile } from '../../../src/storage/storage.ts';
import { FakeDurableFile } from '../../helpers/fake-durable-file.ts';

const template = (name: string): [string, string] => [
  name,
  readFileSync(new URL(`../../../src/prompts/${name}.md`, import.meta.url), 'utf8'),
];

export const PROMPTS = createPromptLibrary(
  new Map([
    template('memory.synthesis'),
    template('memory.outcome'),
    template('memory.refusals'),
    template('memory.refused'),
  ]),
);

/** What the scripted model says: a reply object, or null for a model that gives no usable answer. */
export type Script = (question: string, call: number) => object | null;

/** A manager with a file in memory and a scripted model whose replies pass the real schema. */
export function world(
  setting: {
    text?: string;
    file?: FakeDurableFile;
    /** Takes the place of the file in memory. */
    durable?: DurableFile;
    script?: Script;
    options?: Partial<GameConfiguration['memory']>;
    evidence?: EvidenceBook;
    words?: KnownWords;
    propose?: Propose;
    story?: Story;
    judged?: JudgedOutcomes;
    prompts?: PromptLibrary;
  } = {},
) {
  const { judged } = setting;
  const file = setting.file ?? new FakeDurableFile(setting.text ?? null);
  const events: ZorkEvent[] = [];
  const questions: Question<unknown>[] = [];
  const ask: Ask = (question) => {
    questions.push(question);
    const reply = setting.script?.(asked(question), questions.length) ?? null;
    const parsed = reply === null ? null : question.replySchema.safeParse(reply);
    if (parsed?.success === true) {
      const model = {
        text: '',
        reasoning: '',
        usage: NO_USAGE,
        finishReason: 'stop' as const,
        model: 'scripted',
      };
      return Promise.resolve({ ok: true, value: parsed.data, reply: model });
    }
    const message = parsed?.error.message ?? 'The memory model gave no answer.';
    const error = new ModelError(message, { kind: 'malformed', role: 'memory', retryable: false });
    return Promise.resolve({ ok: false, error });
  };
  const ports = {
    file: setting.durable ?? file,
    evidence: setting.evidence ?? new Map(),
    ask,
    prompts: setting.prompts ?? PROMPTS,
    words: setting.words,
    ...(setting.propose && { propose: setting.propose }),
    ...(setting.story && { story: setting.story }),
    ...(judged && { judged: () => judged }),
    emit: (event: ZorkEvent) => void events.push(event),
    signal: new AbortController().signal,
  };
  const make = () =>
    new SimpleMemoryManager(ports, settings({ memory: setting.options ?? {} }).memory);
  return { file, events, questions, make, manager: make() };
}

/** The part of a question that changes from turn to turn. */
export function asked(question: Pick<Question<unknown>, 'messages'> | undefined): string {
  return question?.messages.at(-1)?.content ?? '';
}

export const at = (id: number): LocationId => locationId(id);

/** A look at a room; what is not given is empty. */
export function look(fields: Partial<Observation> & { room?: [number, string] } = {}): Observation {
  const { room = [79, 'Quay'], ...rest } = fields;
  return {
    location: { id: locationId(room[0]), name: room[1] },
    inventory: [],
    objects: [],
    score: 0,
    maxScore: null,
    moves: null,
    ended: null,
    text: 'Done.',
    exits: [],
    fingerprint: 'same',
    scene: 'same',
    died: false,
    ...rest,
  };
}

/** A moment in a later episode than the memories are of; what is not given is empty. */
export function moment(
  fields: Parameters<typeof look>[0] = {},
  differs: Partial<GameState> = {},
): GameState {
  return { ...openingState(2, 12, look(fields)), descriptions: new Map(), ...differs };
}

export const thing = (id: number, name: string) => ({ id: objectId(id), name });

/** One turn: where, what was done, what came of it. */
export function turn(
  number: number,
  action: string,
  after: Parameters<typeof look>[0] = {},
  before: Parameters<typeof look>[0] = {},
): TurnRecord {
  const decision = {
    action,
    reasoning: `because of ${action}`,
    newObjective: null,
    target: null,
    judged: [],
    overridden: false,
  };
  return { turn: number, before: look(before), decision, after: look({ ...before, ...after }) };
}

export function context(fields: Partial<LearnContext> = {}): LearnContext {
  return {
    episode: 1,
    firstVisit: false,
    recent: [],
    ...fields,
  };
}

/** A reply that remembers. */
export function lesson(fields: object = {}): object {
  return {
    should_remember: true,
    category: 'FAILURE',
    memory_title: 'Hatch is stuck',
    memory_text: 'The hatch does not move by hand.',
    persistence: 'permanent',
    status: 'ACTIVE',
    reasoning: 'It failed.',
    ...fields,
  };
}

/** A reply that remembers nothing. */
export function nothing(fields: object = {}): object {
  return { should_remember: false, reasoning: 'Nothing new.', ...fields };
}

export const LONG = 'A long answer that tells the player a good deal about the place. '.repeat(2);
