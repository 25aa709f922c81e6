import type { LocationId } from '../domain/ids.ts';
import type { Memory } from '../domain/memory.ts';
import type { CallProgress, Role } from '../domain/message.ts';
import type { CompletedObjective, Objective } from '../domain/objective.ts';
import type { Observation } from '../domain/observation.ts';
import type { JudgedProposal } from '../domain/proposal.ts';
import type { Stop } from '../domain/stop-reason.ts';
import type { TurnRecord } from '../domain/turn-record.ts';

/** An event of a run. Sinks print, log or store it; nobody answers. */
export type ZorkEvent =
  | {
      readonly type: 'episode-start';
      readonly episode: number;
      readonly seed: number;
      readonly ifid: string;
      readonly opening: Observation;
      /** Its limit of turns, also if an earlier run began it. */
      readonly maxTurns: number;
      /** Turns of an earlier run, which are repeated first. Told only to progress. */
      readonly recorded?: number;
    }
  | { readonly type: 'proposal-judged'; readonly turn: number; readonly judged: JudgedProposal }
  | { readonly type: 'turn-end'; readonly record: TurnRecord }
  | {
      readonly type: 'model-call';
      readonly role: Role;
      readonly model: string;
      readonly promptCharacters: number;
      readonly promptTokens: number;
      readonly completionTokens: number;
      readonly cachedTokens: number;
      readonly costUsd: number | null;
      readonly latencyMs: number;
      readonly waitedMs?: number;
      readonly outcome: 'answered' | 'failed';
      /** Whether it was asked in the parent of a fork. */
      readonly copied?: true;
    }
  /** The progress of a question without an answer yet, a few times a second at most. */
  | { readonly type: 'model-progress'; readonly role: Role; readonly progress: CallProgress }
  | MemoryEvent
  | ObjectiveEvent
  | {
      readonly type: 'lesson-failed';
      readonly lesson:
        | 'memory'
        | 'objectives'
        | 'knowledge'
        | 'consolidation'
        | 'summary'
        | 'state'
        | 'extractor'
        | 'context';
      readonly reason: string;
    }
  | RefusedChange
  | {
      readonly type: 'knowledge-updated';
      readonly turn: number;
      readonly added: number;
      readonly revised: number;
      readonly retired: number;
      readonly refused: readonly {
        readonly what: string;
        readonly reason: string;
        readonly kind?: string;
      }[];
    }
  | {
      readonly type: 'memories-consolidated';
      readonly locationId: LocationId;
      readonly merged: number;
      readonly dropped: number;
      readonly refused: readonly { readonly what: string; readonly reason: string }[];
    }
  | { readonly type: 'episode-summary'; readonly episode: number; readonly text: string }
  /** The status of every manager, once at the end of an episode. */
  | { readonly type: 'status'; readonly statuses: readonly ManagerStatus[] }
  | { readonly type: 'warning'; readonly code: string; readonly message: string }
  | { readonly type: 'episode-end'; readonly episode: number; readonly stop: Stop }
  /** Engines are at work, perhaps for long. Only for display. */
  | { readonly type: 'engine-works'; readonly episode: number }
  /** Its lessons are verified and filed, or play broke off. Only for display. */
  | { readonly type: 'episode-filed'; readonly episode: number };

/** A change by the end of the episode that was taken back, because with it fewer questions were answered right. */
export interface RefusedChange {
  readonly type: 'change-refused';
  readonly what: 'memories' | 'knowledge';
  readonly questions: number;
  readonly why: string;
  readonly words: string;
}

/** The status of a manager. All fields but the name differ by manager. */
export interface ManagerStatus {
  readonly component: string;
}

interface OfMemory<Type extends string> {
  readonly type: Type;
  readonly locationId: LocationId;
  readonly title: string;
}

export type MemoryEvent =
  | {
      readonly type: 'memory-added';
      readonly locationId: LocationId;
      readonly locationName: string;
      readonly memory: Memory;
    }
  | (OfMemory<'memory-superseded'> & { readonly by: string })
  | (OfMemory<'memory-invalidated'> & { readonly reason: string })
  /** The game has shown what the memory names, so it is believed. */
  | OfMemory<'memory-settled'>
  | (OfMemory<'memory-refused'> & {
      readonly reason:
        | 'duplicate'
        | 'downgrade'
        | 'not-found'
        | 'not-covered'
        | 'invented'
        | 'not-the-cause';
    })
  | OfMemory<'core-downgraded'>
  | {
      /** The file cannot be written now. The changes count already and are written with the next ones. */
      readonly type: 'memory-pending';
      readonly changes: number;
      readonly reason: string;
    }
  | { readonly type: 'memory-reset'; readonly cleared: number };

export type ObjectiveEvent =
  | { readonly type: 'objective-added'; readonly objective: Objective }
  | { readonly type: 'objective-completed'; readonly completed: CompletedObjective }
  | {
      readonly type: 'objective-dropped';
      readonly objective: Objective;
      readonly reason: 'stale' | 'refined' | 'given up';
    }
  | {
      /** A statement or wish of a model about an objective was refused. */
      readonly type: 'objective-refused';
      readonly text: string;
      readonly claim: 'completed' | 'dropped' | 'kept' | 'set';
      readonly reason: string;
    };

/** Passes an event to every sink. Never throws: a failing sink is reported once and then left out. */
export type Emit = (event: ZorkEvent) => void;
