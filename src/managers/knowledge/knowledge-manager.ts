import { withoutCopied } from '../../prompts/copied.ts';
import type { GameConfiguration } from '../../config/schema.ts';
import type { GameState } from '../../domain/game-state.ts';
import { StorageError } from '../../domain/errors.ts';
import type { ProposedFact } from '../../domain/memory.ts';
import type { Message } from '../../domain/message.ts';
import type { Stop } from '../../domain/stop-reason.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { Ask } from '../../model/ask.ts';
import { MergedFile } from '../../storage/merged-file.ts';
import type { EditRules } from './knowledge-edit.ts';
import { EpisodeChronicle } from './episode-chronicle.ts';
import {
  certainTexts,
  knowledgeText,
  type KnowledgeDocument,
  type Scope,
} from './knowledge-document.ts';
import {
  knowledgeReply,
  proposedEdits,
  listPromptFacts,
  synthesisQuestion,
  updateQuestion,
} from './knowledge-prompt.ts';
import { type KnowledgePorts } from './knowledge-ports.ts';
import {
  knowledgeUpdateStatus,
  NO_METRICS,
  type KnowledgeMetrics,
  updateThatAdds,
  updateRefusalWords,
  updateHadNoEffect,
  KNOWLEDGE,
  type KnowledgeUpdate,
  type UpdateOutcome,
  isWorthUpdate,
} from './knowledge-update.ts';
import { VersionKeeper } from './knowledge-versions.ts';
import { NightLedger } from './ledger.ts';
import { digestItems, standingGoal, promptDigest, type Now, ToldNotes } from './prompt-digest.ts';

/** A final update after fewer turns is left out, unless the player died in them. */
const FEWEST_FINAL_TURNS = 50;

const MOST_PER_SECTION = 25;

/** The strategic knowledge in knowledgebase.md. It grows by edits of single items and is never rewritten. */
export class KnowledgeManager {
  readonly lesson = 'knowledge';
  readonly #ports: KnowledgePorts;
  readonly #settings: GameConfiguration['knowledge'];
  readonly #file: MergedFile<KnowledgeDocument, KnowledgeUpdate, UpdateOutcome>;
  readonly #versions: VersionKeeper;
  readonly #ledger: NightLedger;
  readonly #chronicle = new EpisodeChronicle();
  readonly #notes = new ToldNotes();
  #metrics: KnowledgeMetrics = NO_METRICS;
  /** The results of the newest edits, for their writer. */
  #told: readonly string[] = [];
  /** Facts that are not written yet. */
  #proposed: readonly ProposedFact[] = [];

  /** Reads the file. Throws StorageError if it cannot be read. */
  constructor(ports: KnowledgePorts, settings: GameConfiguration['knowledge']) {
    this.#ports = ports;
    this.#settings = settings;
    this.#file = new MergedFile(ports.file, KNOWLEDGE);
    this.#ledger = new NightLedger(ports.ledger);
    this.#versions = new VersionKeeper(ports);
    this.#versions.keep(this.#file.bytes, 0);
  }

  /** Takes in changes by others. If the file cannot be read, it warns and keeps what was known. */
  sync(): void {
    try {
      this.#file.sync();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.#warn('knowledge-unreadable', error.message);
    }
  }

  /** Takes in a turn without asking what it taught. */
  witness(_: GameState, turn: TurnRecord): Promise<void> {
    this.#chronicle.add(turn);
    this.#ports.words?.hear(turn);
    return Promise.resolve();
  }

  /** Takes in a turn. Asks what the turns taught if an update is due and they are worth it. */
  async learn(state: GameState, turn: TurnRecord): Promise<void> {
    await this.witness(state, turn);
    await this.flush(turn.turn);
    if (turn.turn % this.#settings.updateInterval !== 0) return;
    await this.#update(state, this.#ports.ask);
  }

  /** The update at the end of an episode. Left out after too few turns, unless the player died. */
  async finalUpdate(state: GameState): Promise<void> {
    const { turns, facts } = this.#chronicle.sinceUpdate();
    await this.flush(state.turn);
    const stretches = this.#chronicle.stretches.map((one) => ({ ...one, episode: state.episode }));
    const unwritten = await this.#ledger.add(stretches);
    if (unwritten !== null) this.#warn('ledger-unwritten', unwritten);
    if (turns.length < FEWEST_FINAL_TURNS && facts.every(({ kind }) => kind !== 'death')) return;
    await this.#update(state, this.#ports.askAtEnd);
  }

  /** Tries again to write what could not be written before this turn. */
  async flush(turn: number): Promise<void> {
    const proposed = this.#proposed;
    this.#proposed = [];
    if (proposed[0] !== undefined) {
      const rules = this.#rules('play', proposed[0], turn);
      await this.#write({ edits: proposed.map(updateThatAdds), rules }, turn);
    } else if (this.#file.waiting > 0) await this.#write(null, turn);
  }

  /** Takes in a fact that belongs to no room. The next turn adds it, by the rules of play. */
  propose(fact: ProposedFact): void {
    this.#proposed = [...this.#proposed, fact];
  }

  /** Draws insights that hold across episodes from the ended one. False if there is no usable answer. */
  async synthesise(state: GameState, stop: Stop): Promise<boolean> {
    this.sync();
    const { document } = this.#file;
    const { isFork = false, askAtEnd, prompts } = this.#ports;
    const asked = { document, state, told: this.#told, ...this.#chronicle.whole(), isFork };
    const messages = synthesisQuestion(asked, stop, prompts);
    return this.#askForEdits(askAtEnd, messages, this.#rules('synthesis', state, state.turn));
  }

  episodeFacts(): string {
    return listPromptFacts(this.#chronicle.facts);
  }

  /** The whole knowledge base as in the file, not quoted. Empty if it has no items. */
  text(): string {
    return knowledgeText(this.#file.document);
  }

  /** The texts that turns show or a person wrote; no guesses. */
  certainTexts(): readonly string[] {
    return certainTexts(this.#file.document);
  }

  /** Whole items for the agent's prompt, quoted, within so many tokens, and what turns brought. Empty without knowledge. */
  promptDigest(maxTokens: number): string {
    const known = promptDigest(this.#file.document, maxTokens);
    return [known, maxTokens === 0 ? '' : this.#ledger.lines].filter(Boolean).join('\n');
  }

  /** The items of this episode that are news and of use here or for the plan, quoted, after the story's goal if that is untold. */
  newest(now: Now, plan: string, folded: number | null, done = ''): string {
    const { document } = this.#file;
    const ofUse = digestItems(document, now, { plan, folded });
    const goal = standingGoal(document, now, { plan, folded, done });
    return this.#notes.freshLines(ofUse, now.turn, goal);
  }

  status() {
    return knowledgeUpdateStatus(this.#file.document, this.#file.waiting, this.#metrics);
  }

  async #update(state: GameState, ask: Ask): Promise<void> {
    const window = this.#chronicle.sinceUpdate();
    const { turns, facts } = window;
    const read = turns.filter((one) => this.#ports.words?.isMisread(one) !== true);
    if (!isWorthUpdate(facts.length > 0 ? turns : read, facts)) {
      this.#chronicle.endWindow(false);
      this.#count({ skipped: 1 });
      return;
    }
    this.sync();
    const asked = { document: this.#file.document, state, told: this.#told, ...window };
    const messages = updateQuestion(asked, this.#ports.prompts);
    const rules = this.#rules('play', state, turns.at(-1)?.turn ?? state.turn);
    if (await this.#askForEdits(ask, messages, rules)) this.#chronicle.endWindow(true);
  }

  /** Whether edits were proposed and not refused as a whole. Rejects only as `Ask` does. */
  async #askForEdits(ask: Ask, messages: readonly Message[], rules: EditRules): Promise<boolean> {
    const { signal, emit } = this.#ports;
    const replySchema = knowledgeReply[rules.scope];
    const answer = await ask({ role: 'knowledge', messages, replySchema, signal });
    if (!answer.ok) {
      this.#fail(answer.error.message);
      return false;
    }
    const edits = withoutCopied(proposedEdits(answer.value), messages, (reason) =>
      emit({ type: 'lesson-failed', lesson: 'knowledge', reason }),
    );
    this.#told = [];
    return this.#write({ edits, rules }, rules.turns.to);
  }

  #rules(scope: Scope, { episode }: Pick<GameState, 'episode'>, to: number): EditRules {
    const doubt = (text: string) => this.#ports.words?.doubt('', text) ?? null;
    return { scope, episode, turns: { from: 1, to }, mostPerSection: MOST_PER_SECTION, doubt };
  }

  /** False if an update was refused as a whole. One that cannot be written now is kept and counts as made. */
  async #write(update: KnowledgeUpdate | null, turn: number): Promise<boolean> {
    const changes = update === null ? [] : [update];
    const { before, after, results, waiting } = await this.#file.change(changes);
    if (waiting === null) {
      const isNight = update?.rules.scope === 'synthesis';
      if (isNight) this.#ports.atNight?.({ what: 'knowledge', before, after });
      this.#versions.keep(before, Math.max(0, turn - 1));
      this.#versions.keep(after, turn);
    } else {
      this.#warn('knowledge-pending', `${waiting.message} The update is tried again.`);
    }
    if (update !== null) this.#told = [...this.#told, ...(results.at(-1)?.told ?? [])];
    const told = results.filter((one) => waiting === null || updateHadNoEffect(one));
    for (const outcome of told) this.#announce(outcome, turn);
    return results.every(({ refusedWhole }) => refusedWhole === null);
  }

  #announce(outcome: UpdateOutcome, turn: number): void {
    if (outcome.refusedWhole !== null) {
      this.#fail(`${outcome.refusedWhole} Nothing was changed.`);
      return;
    }
    const { added, revised, retired } = outcome;
    const refused = outcome.refused.map(updateRefusalWords);
    this.#count({ updates: 1, added, revised, retired, refused: refused.length });
    this.#ports.emit({ type: 'knowledge-updated', turn, added, revised, retired, refused });
  }

  #count(more: Partial<KnowledgeMetrics>): void {
    const sums = { ...this.#metrics };
    for (const [name, count] of Object.entries(more)) sums[name as keyof KnowledgeMetrics] += count;
    this.#metrics = sums;
  }

  #warn(code: string, message: string): void {
    this.#ports.emit({ type: 'warning', code, message });
  }

  #fail(reason: string): void {
    this.#count({ failed: 1 });
    this.#ports.emit({ type: 'lesson-failed', lesson: 'knowledge', reason });
  }
}
