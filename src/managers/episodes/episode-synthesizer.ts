import { group } from 'd3-array';
import { messageOf } from '../../domain/errors.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import { type ConsolidationPlan, type Memory, isLasting } from '../../domain/memory.ts';
import type { Message } from '../../domain/message.ts';
import { type Stop, isResumable } from '../../domain/stop-reason.ts';
import { oneLine, plural } from '../../domain/text.ts';
import type { ManagerStatus, ZorkEvent } from '../../events/event.ts';
import { describeSchema } from '../../model/reply-schema.ts';
import { copiesExample } from '../../prompts/copied.ts';
import { type PromptLibrary, questionMessages } from '../../prompts/question.ts';
import { quote } from '../../prompts/quote.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { toldTurns } from '../../prompts/told-turns.ts';
import { scoreWords } from '../../prompts/wording.ts';
import type { Tools } from '../tools.ts';
import {
  consolidationPlanQuestion,
  consolidationReply,
  planConsolidation,
} from './consolidation-plan.ts';
import * as z from 'zod';

/** What the end of an episode needs of other managers. `ask` answers at once, because no lessons are settled then. */
export interface EpisodePorts extends Tools {
  readonly knowledge: {
    finalUpdate(state: GameState): Promise<void>;
    synthesise(state: GameState, stop: Stop): Promise<boolean>;
    /** Lines for a prompt: what the engine saw happen in the episode. */
    episodeFacts(): string;
  };
  readonly memory: {
    /** The ACTIVE core and permanent memories of a room. */
    activeMemories(room: LocationId): readonly Memory[];
    /** Carries out a plan by exact titles. Superseded memories stay in the file. */
    applyConsolidation(room: LocationId, plan: ConsolidationPlan): Promise<void>;
    resetEpisode(): void;
  };
  readonly objectives: {
    /** Sets first objectives from memories. Returns whether there are any. */
    bootstrap(state: GameState): Promise<boolean>;
    /** Completes what the engine has shown done and nobody claimed. */
    completeShown(state: GameState): void;
    completedObjectives(): readonly string[];
    /** Refused claims and dropped objectives that no prompt has told yet: those of the last turn. */
    untoldNews(): readonly string[];
  };
  readonly remembers: () => boolean;
  /** The status of each manager, in the order of their construction. */
  readonly statuses: () => readonly ManagerStatus[];
}

/** Memories of one room about one room or thing. */
interface Alike {
  readonly room: LocationId;
  readonly about: LocationId | string;
  readonly memories: readonly Memory[];
}

/** So many alike memories are consolidated. */
const CONSOLIDATE_FROM = 5;

/** The most groups of alike memories at the end of one episode, the fullest first. */
const MOST_ROOMS = 3;

type Lesson = Extract<ZorkEvent, { type: 'lesson-failed' }>['lesson'];

const NO_METRICS = { bootstrapped: 0, syntheses: 0, summaries: 0, consolidatedRooms: 0, failed: 0 };

/** The work at the beginning and end of an episode. A failure here is an event; the run goes on. */
export class EpisodeSynthesizer {
  readonly #ports: EpisodePorts;
  #metrics = NO_METRICS;

  constructor(ports: EpisodePorts) {
    this.#ports = ports;
  }

  /** Before the first turn: objectives from what earlier episodes taught. Never rejects. */
  async startEpisode(state: GameState): Promise<void> {
    if (!this.#ports.remembers()) return;
    await this.#attempt('objectives', async () => {
      if (await this.#ports.objectives.bootstrap(state)) this.#count('bootstrapped');
    });
  }

  /** The questions at the end of an episode, none if it will be resumed. Null without a summary. Never rejects. */
  async endEpisode(state: GameState, stop: Stop): Promise<string | null> {
    const summary = isResumable(stop.reason) ? null : await this.#conclude(state, stop);
    await this.#attempt('memory', async () => this.#ports.memory.resetEpisode());
    return summary;
  }

  /** Reports the status of all managers. Called when they are saved. */
  reportStatus(): void {
    this.#ports.emit({ type: 'status', statuses: [...this.#ports.statuses(), this.status()] });
  }

  status() {
    return { component: 'episodes', metrics: this.#metrics };
  }

  async #conclude(state: GameState, stop: Stop): Promise<string | null> {
    this.#ports.objectives.completeShown(state);
    let summary: string | null = null;
    await Promise.all([
      this.#learn(state, stop),
      this.#attempt('summary', async () => {
        summary = await this.#summarise(state, stop);
      }),
      this.#attempt('consolidation', () => this.#consolidateRooms(state)),
    ]);
    return summary;
  }

  async #learn(state: GameState, stop: Stop): Promise<void> {
    const { knowledge, objectives } = this.#ports;
    await this.#attempt('knowledge', () => knowledge.finalUpdate(state));
    await this.#attempt('knowledge', async () => {
      const completed = objectives.completedObjectives().length;
      if (!isWorthSynthesis(state, completed)) return;
      if (await knowledge.synthesise(state, stop)) this.#count('syntheses');
    });
  }

  async #summarise(state: GameState, stop: Stop): Promise<string> {
    const { ask, prompts, signal, knowledge, objectives, emit } = this.#ports;
    const facts = knowledge.episodeFacts();
    const messages = summaryQuestion({ state, stop }, facts, objectives, prompts);
    const answer = await ask({ role: 'knowledge', messages, replySchema: summaryReply, signal });
    if (!answer.ok) throw answer.error;
    if (copiesExample(messages)(answer.value.summary))
      throw new Error('The summary copies the example of the question.');
    const text = oneLine(answer.value.summary, MOST_SUMMARY);
    emit({ type: 'episode-summary', episode: state.episode, text });
    this.#count('summaries');
    return text;
  }

  async #consolidateRooms(state: GameState): Promise<void> {
    const { memory } = this.#ports;
    const full = [...state.visits.keys()]
      .flatMap((room) => {
        const all = group(memory.activeMemories(room).filter(isLasting), ({ about }) => about);
        return [...all].map(([about = room, memories]) => ({ room, about, memories }));
      })
      .filter(({ memories }) => memories.length >= CONSOLIDATE_FROM)
      .filter(({ memories }) => memories.some(({ episode }) => episode === state.episode))
      .sort((a, b) => b.memories.length - a.memories.length || a.room - b.room);
    for (const one of full.slice(0, MOST_ROOMS)) {
      await this.#attempt('consolidation', () => this.#consolidate(one));
    }
  }

  async #consolidate({ room, about, memories }: Alike): Promise<void> {
    const { ask, prompts, signal, memory, emit } = this.#ports;
    const answer = await ask({
      role: 'knowledge',
      messages: consolidationPlanQuestion(about, memories, prompts),
      replySchema: consolidationReply,
      signal,
    });
    if (!answer.ok) throw answer.error;
    const { plan, refused } = planConsolidation(memories, answer.value);
    const [merged, dropped] = [plan.merges.length, plan.drops.length];
    if (merged + dropped > 0) await memory.applyConsolidation(room, plan);
    emit({ type: 'memories-consolidated', locationId: room, merged, dropped, refused });
    this.#count('consolidatedRooms');
  }

  async #attempt(lesson: Lesson, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      const reason = messageOf(error);
      this.#count('failed');
      this.#ports.emit({ type: 'lesson-failed', lesson, reason });
    }
  }

  #count(name: keyof typeof NO_METRICS): void {
    this.#metrics = { ...this.#metrics, [name]: this.#metrics[name] + 1 };
  }
}

/** Whether an episode is worth a cross-episode synthesis: a death, points, length, or completed objectives. */
export function isWorthSynthesis(
  { observation, turn, tally }: GameState,
  completedObjectives: number,
): boolean {
  const { score, maxScore, ended } = observation;
  const points = score ?? 0;
  const share = maxScore === null || maxScore <= 0 ? 0 : points / maxScore;
  const hasDied = tally.deaths > 0 || ended === 'death';
  return hasDied || points >= 50 || share >= 0.15 || turn >= 500 || completedObjectives >= 3;
}

const MOST_SUMMARY = 1000;

export const summaryReply = z.object({
  summary: z
    .string()
    .meta({ maxLength: MOST_SUMMARY })
    .describe('One short paragraph, less than 100 words.'),
});

const LAST_TURNS = 10;
const TURN_TOKENS = 2000;

/** The limits of what a completed objective tells. */
const ACTS_ONLY =
  '(Of each the engine saw the acts that it can check, not whether they served what they were for.)';

const OF_LAST_TURN = 'After your last reply:';

/** The question of the summary: what the engine saw of the episode, and its last turns. */
function summaryQuestion(
  ended: { readonly state: GameState; readonly stop: Stop },
  facts: string,
  known: Pick<EpisodePorts['objectives'], 'completedObjectives' | 'untoldNews'>,
  prompts: PromptLibrary,
): readonly Message[] {
  const { state, stop } = ended;
  const end = [
    `Episode ${state.episode} ended after ${plural(state.turn, 'turn')}: ${stop.reason}; ${scoreWords(state.observation)}`,
    `${plural(state.visits.size, 'room')} visited; last room ${roomWords(state.observation.location)}`,
    `${plural(state.tally.repeatedFailures, 'turn')} gave a failed command again in its room, with the same answer or in the same scene; ${plural(state.tally.rejections, 'proposal')} rejected`,
  ];
  const { recent } = state;
  const turns = recent.slice(-LAST_TURNS);
  const completed = known.completedObjectives().map((text) => quote(oneLine(text)));
  const objectives = completed.length === 0 ? ['(none)'] : [ACTS_ONLY, ...completed];
  const news = known.untoldNews().map((line) => quote(oneLine(line)));
  return questionMessages(
    prompts.render('knowledge.summary', { schema: describeSchema(summaryReply) }),
    [
      { name: 'Facts of this episode', body: facts },
      {
        name: 'Completed objectives',
        body: [...objectives, ...(news.length > 0 ? [OF_LAST_TURN, ...news] : [])].join('\n'),
      },
      {
        name: 'Last turns',
        body: toldTurns(turns, TURN_TOKENS, recent.slice(0, -LAST_TURNS)),
      },
      { name: 'How it ended', body: end.join('\n') },
    ],
  );
}
