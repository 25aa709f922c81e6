import type { GameConfiguration } from '../../config/schema.ts';
import { entersThing, moved } from '../../domain/turn-effect.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import { type Message, CHARACTERS_PER_TOKEN } from '../../domain/message.ts';
import type { Nouns } from '../../domain/named-things.ts';
import type { RefusedWay } from '../../domain/observation.ts';
import { type TurnRecord } from '../../domain/turn-record.ts';
import type { ZorkEvent } from '../../events/event.ts';
import type { Ask } from '../../model/ask.ts';
import type { Tools } from '../tools.ts';
import {
  conversationMessages,
  exchangeOf,
  exchangesToFold,
  conversationFirstDescription,
  foldConversation,
  settled,
  type Conversation,
  commandsOnly,
  summariseConversation,
} from './conversation.ts';
import { toldGameText, newRoomTold } from '../../prompts/told-turns.ts';
import { EXITS_WORDS, MARKERS_WORDS } from '../../prompts/scene-wording.ts';
import { renderQuestionSections } from '../../prompts/question.ts';
import type { LookAgain } from './room-section.ts';
import { estimateTokens, fitBudget } from './section.ts';
import { lessonSections, stateSections, type Lore } from './state-sections.ts';

/** The bounds of what a provider's count may do to the estimate: a wild count must not empty the prompt. */
const CALIBRATION_BOUNDS = { least: 0.5, most: 2 } as const;

/** When a provider counts a long prompt, fewer turns than this are not folded: the prompt would soon be as long again. */
const LEAST_FOLDED = 10;

const NOTHING_YET: Conversation = { opening: '', fold: null, exchanges: [] };

/** The tokens of the state block after the newest text. */
const STATE_TOKENS = 1400;

/** The code of the warning that a model reads less than was thought. */
export const HISTORY_LOWERED = 'history-lowered';

interface ContextTools extends Tools {
  /** Its answers take effect at once. */
  readonly askNow: Ask;
  /** The tokens of history that a model has room for, read from its refusal of a long prompt. Null if unknown. */
  readonly roomAfter: (refusal: string) => number | null;
  readonly lookAgain: LookAgain;
  readonly refusedWays: () => readonly RefusedWay[];
  /** Whether a model sums up what is folded. If not, its commands stand for it. */
  readonly sumsUp: () => boolean;
}

/** Looked up for each use, because a fork changes them while it plays. The system message stays. */
interface ContextSettings {
  readonly exits: GameConfiguration['exits'];
  readonly memory: Pick<GameConfiguration['memory'], 'enabled' | 'showPersistenceMarkers'>;
  readonly context: Pick<GameConfiguration['context'], 'historyTokens' | 'summariseAbove'>;
  readonly episode: Pick<GameConfiguration['episode'], 'maxTurns'>;
}

/** Keeps the conversation with the agent. What was said stays as it is; the state block is new for each request. */
export class ContextManager {
  readonly lesson = 'context';
  readonly #settings: ContextSettings;
  readonly #tools: ContextTools;
  readonly #nouns: Nouns | undefined;
  /** The agent's system message. Equal for every turn of a story, so that providers can cache it. */
  readonly #system: Message;
  #conversation = NOTHING_YET;
  /** What earlier episodes taught, frozen when the episode starts; null before. */
  #lessons: string | null = null;
  #named: ReadonlySet<LocationId> = new Set();
  /** Rooms of earlier episodes. */
  #known: ReadonlySet<LocationId> = new Set();
  /** The description of each room when this episode first saw it. Null if there was none. */
  readonly #described = new Map<LocationId, string | null>();
  #calibration = 1;
  #promptTokens = 0;
  #stateBlock = '';
  /** The tokens of history that a refusal left. Null if there was none. */
  #lowered: number | null = null;
  #droppedSections = 0;
  #folds = 0;

  constructor(
    settings: ContextSettings,
    tools: ContextTools,
    story: {
      readonly grammar: string;
      /** A command that the story takes at any time. */
      readonly example: string;
      readonly replySchema: string;
      readonly nouns?: Nouns;
    },
  ) {
    this.#nouns = story.nouns;
    this.#settings = settings;
    this.#tools = tools;
    const { grammar, example, replySchema: schema } = story;
    const { enabled, showPersistenceMarkers } = settings.memory;
    const content = tools.prompts.render('agent.system', {
      grammar,
      example,
      schema,
      ways: EXITS_WORDS[settings.exits].player,
      markers: enabled && showPersistenceMarkers ? MARKERS_WORDS : '',
    });
    this.#system = { role: 'system', content };
  }

  /** The agent's request in this state, from the system message to the newest text with the state block. */
  agentMessages(state: GameState, lore: Lore): readonly Message[] {
    this.#lessons ??= this.#begin(state, lore);
    const sections = stateSections(state, lore, {
      maxTurns: this.#settings.episode.maxTurns,
      folded: this.summarisedTurn(),
      lookAgain: this.#tools.lookAgain,
      refusedWays: this.#tools.refusedWays,
      ...(this.#nouns !== undefined && { nouns: this.#nouns }),
    });
    const kept = fitBudget(sections, STATE_TOKENS, this.#calibration);
    this.#droppedSections += sections.length - kept.length;
    this.#stateBlock = renderQuestionSections(kept);
    return this.#messages();
  }

  /** The last request with less history, after a provider refused its length. Null if none can go. Rejects only as `Ask` does. */
  async inShort(refusal: string): Promise<readonly Message[] | null> {
    const held = this.#heldTokens();
    const told = this.#tools.roomAfter(refusal) ?? Infinity;
    this.#lowered = told < held ? told : Math.floor(held / 2);
    if (!(await this.#fold(this.#tools.askNow))) return null;
    const message = `The prompt is longer than the model reads; context.historyTokens is lowered to ${this.#lowered} for the rest of this episode.`;
    this.#tools.emit({ type: 'warning', code: HISTORY_LOWERED, message });
    return this.#messages();
  }

  record(turn: TurnRecord): void {
    const room = turn.after.location.id;
    const isNew = moved(turn) && !entersThing(turn) && !this.#named.has(room);
    this.#named = new Set([...this.#named, room]);
    const isKnown = this.#known.has(turn.before.location.id) && this.#known.has(room);
    if (!this.#described.has(room))
      this.#described.set(room, conversationFirstDescription(turn.after));
    const description = this.#described.get(room) ?? null;
    const exchange = exchangeOf(turn, { isNewRoom: isNew, isKnown, description });
    const exchanges = [...this.#conversation.exchanges, exchange];
    this.#conversation = { ...this.#conversation, exchanges };
  }

  /** Folds the older half of the conversation if it has become too long. Rejects only as `Ask` does. */
  async learn(): Promise<void> {
    await this.#fold(this.#tools.ask);
  }

  async #fold(ask: Ask): Promise<boolean> {
    const { exchanges, fold } = this.#conversation;
    const gone = exchangesToFold(this.#conversation, this.#historyTokens(), this.#calibration);
    if (gone.length === 0) return false;
    this.#promptTokens = 0;
    const text = this.#tools.sumsUp()
      ? await summariseConversation(fold, gone, { ...this.#tools, ask })
      : commandsOnly(fold, gone);
    // A refusal in the meantime has folded more.
    if ((this.#conversation.fold?.turn ?? 0) >= (gone.at(-1)?.turn ?? 0)) return false;
    const isSummary = typeof text === 'string';
    if (!isSummary)
      this.#tools.emit({ type: 'lesson-failed', lesson: 'context', reason: text.message });
    this.#conversation = foldConversation(
      this.#conversation,
      gone,
      isSummary ? text : commandsOnly(fold, exchanges.slice(0, gone.length)),
    );
    this.#folds += 1;
    return true;
  }

  /** Takes in an event; a sink for the events of the episode. */
  readonly observe = (event: ZorkEvent): void => {
    if (event.type !== 'model-call' || event.role !== 'agent' || event.promptTokens === 0) return;
    this.#promptTokens = event.promptTokens;
    this.calibrate(event.promptCharacters, event.promptTokens);
  };

  /** Learns from a provider's count of a prompt of known length in characters. */
  calibrate(characters: number, promptTokens: number): void {
    if (characters === 0 || promptTokens === 0) return;
    const ratio = promptTokens / (characters / CHARACTERS_PER_TOKEN);
    const bounded = Math.min(Math.max(ratio, CALIBRATION_BOUNDS.least), CALIBRATION_BOUNDS.most);
    this.#calibration = this.#calibration * 0.8 + bounded * 0.2;
  }

  /** The last turn that a summary stands for. Null if nothing was folded. */
  summarisedTurn(): number | null {
    return this.#conversation.fold?.turn ?? null;
  }

  status() {
    return {
      component: 'context',
      metrics: {
        calibration: this.#calibration,
        droppedSections: this.#droppedSections,
        folds: this.#folds,
      },
    };
  }

  #begin({ observation }: GameState, lore: Lore): string {
    const { text, location } = observation;
    this.#described.set(location.id, conversationFirstDescription(observation));
    this.#known = new Set(lore.places.map(({ id }) => id));
    const opening =
      toldGameText(text) + (this.#known.has(location.id) ? '' : newRoomTold(location));
    this.#named = new Set([...this.#known, location.id]);
    this.#conversation = { ...NOTHING_YET, opening };
    return renderQuestionSections(lessonSections(lore));
  }

  #messages(): readonly Message[] {
    const messages = conversationMessages(this.#conversation, this.#lessons ?? '');
    return [
      this.#system,
      ...messages.slice(0, -1),
      { role: 'user', content: `${messages.at(-1)?.content}\n\n${this.#stateBlock}` },
    ];
  }

  #heldTokens(): number {
    const { exchanges } = this.#conversation;
    const held = exchanges
      .map(settled)
      .map(({ reply, told }) => (reply ?? '') + told)
      .join('');
    return estimateTokens(held, this.#calibration);
  }

  /** The tokens of history to keep word for word; fewer if a provider reports that the prompt is too long. */
  #historyTokens(): number {
    const { summariseAbove } = this.#settings.context;
    const historyTokens = Math.min(this.#settings.context.historyTokens, this.#lowered ?? Infinity);
    const { length } = this.#conversation.exchanges;
    if (this.#promptTokens <= summariseAbove || length < LEAST_FOLDED) return historyTokens;
    return Math.min(historyTokens, this.#heldTokens() - 1);
  }
}
