import type * as z from 'zod';
import type { GameConfiguration } from '../../config/schema.ts';
import { canonicalAction } from '../../domain/command.ts';
import type { GameState } from '../../domain/game-state.ts';
import { locationId, type LocationId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import { LONGEST_OBJECTIVE, type Objective } from '../../domain/objective.ts';
import type { Decision } from '../../domain/proposal.ts';
import { saysNothing } from '../../domain/text.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { withoutCopied, repeatsPrompt } from '../../prompts/copied.ts';
import { withRoomNames } from '../../prompts/room-wording.ts';
import type { Tools } from '../tools.ts';
import { startOfAim } from './aim.ts';
import { shownDone } from './shown-done.ts';
import type { Candidate, ObjectiveList } from './objective-list.ts';
import { objectivePlaces } from './objective-sources.ts';
import { unclaimedWords } from './render-objectives.ts';
import {
  discoveryQuestion,
  discoveryReply,
  refinementQuestion,
  refinementReply,
  type QuestionContext,
  type Wording,
} from './objective-questions.ts';

const MOST_DISCOVERED = 5;

export type ObjectivePorts = Tools & Wording & { readonly discovers?: () => boolean };

const NO_METRICS = { asked: 0, failed: 0 };

/** Asks the model about objectives. Each answer is null if there is no usable reply. */
export class ObjectiveAdvisor {
  readonly #ports: ObjectivePorts;
  readonly #settings: Pick<GameConfiguration, 'episode'>;
  #metrics = NO_METRICS;
  /** The objectives that the agent was told of as done. */
  readonly #told = new Set<string>();

  constructor(ports: ObjectivePorts, settings: Pick<GameConfiguration, 'episode'>) {
    this.#ports = ports;
    this.#settings = settings;
  }

  get metrics(): Readonly<typeof NO_METRICS> {
    return this.#metrics;
  }

  /** The objectives most worth pursuing, at most five. */
  async discover(
    state: GameState,
    list: ObjectiveList,
    maxTokens: number,
  ): Promise<readonly Candidate[] | null> {
    const question = discoveryQuestion(this.#occasion(state, list), this.#ports, maxTokens);
    const reply = await this.#ask(question, discoveryReply);
    if (reply === null) return null;
    const { emit } = this.#ports;
    const tell = (reason: string) => emit({ type: 'lesson-failed', lesson: 'objectives', reason });
    return withoutCopied(reply.objectives, question, tell)
      .slice(0, MOST_DISCOVERED)
      .map(({ text, target }) => ({
        text: this.#named(text),
        target: this.knownRoom(target ?? null),
      }));
  }

  async refine(
    state: GameState,
    list: ObjectiveList,
    limit: number,
  ): Promise<readonly string[] | null> {
    const question = refinementQuestion(this.#occasion(state, list), this.#ports, limit);
    return (await this.#ask(question, refinementReply))?.keep ?? null;
  }

  /** A room that a model named. Null if the map does not know its id: nothing could lead there. */
  knownRoom(id: number | null): LocationId | null {
    if (id === null) return null;
    const room = locationId(id);
    const { map } = this.#ports.sources;
    return map === null || map.graph().rooms.has(room) ? room : null;
  }

  /** What the agent's reply sets. An objective begins where its text says, not where the agent walks. */
  candidatesOf(decision: Decision): readonly Candidate[] {
    const { newObjective: text } = decision;
    if (text === null) return [];
    const target = startOfAim(text, objectivePlaces(this.#ports.sources.map));
    return advisedCandidates([{ text, target }], decision);
  }

  /** What the agent is told, once of each, of objectives that the engine has shown done. */
  unclaimed(some: readonly Objective[], recent: readonly TurnRecord[]): readonly string[] {
    const left = some.filter(({ text }) => !this.#told.has(text));
    const done = shownDone(left, recent);
    for (const { objective } of done) this.#told.add(objective.text);
    return done.map(unclaimedWords);
  }

  /** A text with the names of visited rooms after their ids, while there is room for them. */
  #named(text: string): string {
    const { map } = this.#ports.sources;
    const named = withRoomNames(text, (id) => {
      const room = map?.graph().rooms.get(locationId(id));
      return map && room && room.visits.size > 0 ? map.roomName(locationId(id)) : null;
    });
    return named.length > LONGEST_OBJECTIVE ? text : named;
  }

  #occasion(state: GameState, list: ObjectiveList): QuestionContext {
    const shown = new Map(
      shownDone(list.current, state.recent).map(({ objective, by }) => [objective, by]),
    );
    return { state, list, shown, maxTurns: this.#settings.episode.maxTurns };
  }

  async #ask<T>(messages: readonly Message[], replySchema: z.ZodType<T>): Promise<T | null> {
    const { ask, emit, signal } = this.#ports;
    this.#metrics = { ...this.#metrics, asked: this.#metrics.asked + 1 };
    const answer = await ask({ role: 'objectives', messages, replySchema, signal });
    if (answer.ok) return answer.value;
    this.#metrics = { ...this.#metrics, failed: this.#metrics.failed + 1 };
    emit({ type: 'lesson-failed', lesson: 'objectives', reason: answer.error.message });
    return null;
  }
}

/** The candidates, each with the reason for a refusal: it repeats the prompt, or a refused command. */
export function advisedCandidates(
  candidates: readonly Candidate[],
  { judged }: Pick<Decision, 'judged'>,
): readonly Candidate[] {
  const refused = new Set(
    judged
      .filter(({ verdict }) => verdict.kind === 'rejected')
      .map(({ proposal }) => canonicalAction(proposal.action)),
  );
  return candidates.map((candidate) => {
    if (repeatsPrompt(candidate.text))
      return { ...candidate, refused: 'it repeats a line of the prompt' };
    if (saysNothing(candidate.text)) return { ...candidate, refused: 'it says nothing' };
    return refused.has(canonicalAction(candidate.text))
      ? { ...candidate, refused: 'it is a command that was refused' }
      : candidate;
  });
}
