import { readLogLine, type LogLine } from '../records/log-line.ts';
import type { EpisodeFiles } from '../records/episode-files.ts';
import { isResumable } from '../domain/stop-reason.ts';
import { scoreChange } from '../domain/turn-record.ts';
import { turnSchema, type RecordedTurn } from '../records/recorded-turn.ts';
import { createTurnReader } from '../records/repeated-sight.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import { decodeRecord } from '../storage/record-line.ts';
import { TailedFile } from '../storage/tail-file.ts';
import { createCallTotals, type CallTotals } from './call-totals.ts';
import { cost, endInWords } from './wording.ts';

/** Something that happened, as the live page is told. */
export interface LiveEvent {
  readonly name: 'episode' | 'turn' | 'memory' | 'calls' | 'end' | 'problem';
  readonly data: object;
}

/** How much of an episode a page was told. */
export interface Told {
  readonly turn: number;
  readonly memories: number;
}

type MemoryLine = Extract<LogLine, { msg: 'memory-added' }>;

/** An episode as it is played, read from its records and never written; each look tells what is new. */
export class LiveEpisode {
  readonly files: EpisodeFiles;
  readonly #trajectory: TailedFile;
  readonly #log: TailedFile;
  readonly #calls: CallTotals;
  #turns: RecordedTurn[] = [];
  #wholeTurn = createTurnReader();
  #memories: MemoryLine[] = [];
  #told: Told;
  #end = '';

  constructor(files: EpisodeFiles, told: Told = { turn: 0, memories: 0 }) {
    this.files = files;
    this.#told = told;
    this.#trajectory = new TailedFile(files.path('turns'));
    this.#log = new TailedFile(files.path('log'));
    this.#calls = createCallTotals(files);
  }

  get turns(): readonly RecordedTurn[] {
    return this.#turns;
  }

  get told(): Told {
    return this.#told;
  }

  /** What came since the last look, in order, with how much is told after it. Throws StorageError. */
  look(): readonly { readonly event: LiveEvent; readonly told: Told }[] {
    const summary = this.#finished();
    const events = [...this.#newTurns(), ...this.#newMemories(), ...this.#newCalls(summary)];
    return [...events, ...this.#newEnd(summary)];
  }

  #newTurns() {
    const { lines, isAnew } = this.#trajectory.look();
    if (isAnew) [this.#turns, this.#wholeTurn] = [[], createTurnReader()];
    const read = lines.flatMap((line) => {
      const decoded = decodeRecord(line);
      if (decoded.kind !== 'record') return [];
      return turnSchema.safeParse(this.#wholeTurn(decoded.record)).data ?? [];
    });
    this.#turns.push(...read);
    return read
      .filter(({ turn }) => turn > this.#told.turn)
      .map((record) => this.#tellTurn(record));
  }

  #tellTurn(record: RecordedTurn) {
    this.#told = { ...this.#told, turn: record.turn };
    return this.#telling({ name: 'turn', data: turnData(this.files.number, record) });
  }

  #newMemories() {
    const { lines, isAnew } = this.#log.look();
    if (isAnew) this.#memories = [];
    const before = this.#memories.length;
    this.#memories.push(
      ...lines.flatMap((line) => {
        const read = readLogLine(line.toString());
        return read?.msg === 'memory-added' ? [read] : [];
      }),
    );
    const from = Math.max(before, this.#told.memories);
    return this.#memories.slice(from).map(({ locationName: location, memory }, index) => {
      this.#told = { ...this.#told, memories: from + index + 1 };
      const data = { episode: this.files.number, location, ...memory };
      return this.#telling({ name: 'memory', data });
    });
  }

  #newCalls(summary: EpisodeSummary | null) {
    const totals = this.#calls.look(summary);
    if (totals === null) return [];
    const model = summary?.model ?? this.files.facts()?.model ?? '';
    const data = { episode: this.files.number, ...totals, cost: cost(totals.costUsd, model) };
    return [this.#telling({ name: 'calls', data })];
  }

  #newEnd(summary: EpisodeSummary | null) {
    const end = JSON.stringify(summary);
    if (end === this.#end || summary === null) return [];
    this.#end = end;
    const { episode, stopReason, stopDetail, score, maxScore, turns } = summary;
    const says = `It ended because ${endInWords(stopReason)}.`;
    const data = { episode, stopReason, stopDetail, says, score, maxScore, turns };
    return [this.#telling({ name: 'end', data })];
  }

  /** The summary of an episode that is over; one that was cut short counts until it has turns that it does not know. */
  #finished(): EpisodeSummary | null {
    const summary = this.files.summary();
    if (summary === null) return null;
    const goesOn = isResumable(summary.stopReason) && this.#told.turn > summary.turns;
    return goesOn ? null : summary;
  }

  #telling(event: LiveEvent) {
    return { event, told: this.#told };
  }
}

/** Its names are a contract with `watch.js`. */
function turnData(episode: number, { turn, before, decision, after, cause }: RecordedTurn): object {
  return {
    episode,
    turn,
    command: decision.action,
    text: after.text,
    ...(turn === 1 && { opening: before.text, start: before.location }),
    reasoning: decision.reasoning,
    room: after.location,
    score: after.score,
    maxScore: after.maxScore,
    change: scoreChange({ before, after }),
    moves: after.moves,
    held: after.inventory.map(({ name }) => name),
    rejected: decision.judged.filter(({ verdict }) => verdict.kind === 'rejected').length,
    ended: after.ended,
    ...(cause !== undefined && { cause }),
  };
}
