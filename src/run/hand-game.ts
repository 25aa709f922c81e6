import type { LoadedConfig } from '../config/load.ts';
import { PlayerLeft } from '../domain/errors.ts';
import type { GameState } from '../domain/game-state.ts';
import type { Decision } from '../domain/proposal.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { ZorkEvent } from '../events/event.ts';
import { neverWaitedFor, PLAYERS } from '../model/players.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { claimLearntFolder } from '../storage/learnt-folder.ts';
import { inSnapshot } from '../managers/in-snapshot.ts';
import { decisionBy } from '../turn/decision.ts';
import type { Hand, Table } from '../turn/turn-deps.ts';
import { RunBudgets } from './budgets.ts';
import { playEpisode } from './play-episode.ts';
import { openRunWorkdir, loadRunPrompts, type RunServices } from './run-services.ts';
import { openSettingsRedactor } from './settings.ts';
import { openPlayableStory } from './playable-story.ts';

export interface HandServices extends RunServices {
  /** The program that plays, by its own name, for the manifests. */
  readonly client?: { readonly name: string; readonly version: string };
}

/** Opens what play by hand needs: no model, no budget. Rejects with ConfigError, StoryError, LockedError. */
export async function openHandGame(loaded: LoadedConfig): Promise<HandServices> {
  const config = byHand(loaded.config);
  // A story that does not start is refused before anything is written.
  const story = openPlayableStory(config.story);
  openRunWorkdir(config.workdir);
  return {
    config,
    story,
    prompts: loadRunPrompts(config),
    model: neverWaitedFor({ complete: () => Promise.reject(new Error('Nobody is asked.')) }),
    modelName: PLAYERS.mcp.modelName(),
    directories: new EpisodeDirectories(config.workdir),
    budgets: new RunBudgets({ episode: {}, run: {}, day: {} }, null),
    learnt: await claimLearntFolder(config.workdir, story.identity.ifid),
    redact: openSettingsRedactor(loaded),
  };
}

function byHand(config: LoadedConfig['config']): LoadedConfig['config'] {
  const { episode, verify, budget } = config;
  const without = { turns: null, tokens: null, costUsd: null, minutes: null };
  return {
    ...config,
    player: 'mcp',
    episode: { ...episode, maxTurns: 1_000_000, stopWhenStuck: false, continueAfterDeath: true },
    budget: { ...budget, episode: without, run: without, day: without },
    // The next run verifies what was learnt, so that the player by hand does not wait for it.
    verify: { ...verify, afterEpisode: 0 },
  };
}

export interface WaitingGame {
  readonly state: GameState;
  readonly managers: Table['managers'];
  readonly dictionary: Table['interpreter']['dictionary'];
  readonly emit: Table['emit'];
}

/** An episode whose commands come from outside, one at a time. */
export class HandGame implements Hand {
  readonly #playedBy: string;
  #moment: WaitingGame | null = null;
  #newest: TurnRecord | null = null;
  #summary: EpisodeSummary | null = null;
  #look: () => string | null = () => null;
  #deal: { resolve(decision: Decision): void; reject(error: PlayerLeft): void } | null = null;
  #left: PlayerLeft | null = null;
  #isBroken = false;
  #arrive: () => void = () => undefined;
  #over: Promise<void> = Promise.resolve();

  private constructor(playedBy: string) {
    this.#playedBy = playedBy;
  }

  /** Begins an episode. Resolves when it waits for the first command. Rejects with StorageError and LockedError. */
  static async begin(
    services: HandServices,
    playedBy: string,
    complain: (message: string) => void,
  ): Promise<HandGame> {
    const game = new HandGame(playedBy);
    const arrived = game.#nextArrival();
    const controls = {
      hand: game,
      signal: new AbortController().signal,
      stopRequested: () => false,
      progress: (event: ZorkEvent) => {
        if (event.type === 'turn-end') game.#newest = event.record;
      },
      complain,
    };
    game.#over = playEpisode(services, controls).then((summary) => void (game.#summary = summary));
    // Everybody who waits for a command or for the end gets the error.
    game.#over.catch(() => void (game.#isBroken = true));
    await Promise.race([arrived, game.#over]);
    return game;
  }

  /** The game as it waits, or last waited. Null if it ended before it waited at all. */
  get moment(): WaitingGame | null {
    return this.#moment;
  }

  get newest(): TurnRecord | null {
    return this.#newest;
  }

  /** Whether nothing more can be played: it ended, or its records could not be written. */
  get isOver(): boolean {
    return this.#summary !== null || this.#isBroken;
  }

  get summary(): EpisodeSummary | null {
    return this.#summary;
  }

  /** Plays one command. Resolves when its turn is on disk. Rejects with what broke the game. */
  async play(action: string): Promise<void> {
    const deal = this.#deal;
    if (deal === null) throw new PlayerLeft('The game is over; start another one.');
    this.#deal = null;
    const arrived = this.#nextArrival();
    deal.resolve(decisionBy(this.#playedBy, action));
    await Promise.race([arrived, this.#over]);
  }

  /** Ends the game. Resolves when its records are complete. Rejects with StorageError and LockedError. */
  async leave(why: string): Promise<void> {
    this.#left = new PlayerLeft(why);
    this.#deal?.reject(this.#left);
    this.#deal = null;
    await this.#over;
  }

  /** The story's answer to a look, in a snapshot. Null if it waits for no command, or breaks. */
  lookAround(): string | null {
    return this.#look();
  }

  choose(state: GameState, { managers, interpreter, emit }: Table): Promise<Decision> {
    this.#moment = { state, managers, dictionary: interpreter.dictionary, emit };
    this.#look = () =>
      state.observation.waitsFor === 'key'
        ? null
        : inSnapshot(interpreter, () => interpreter.step('look').text);
    if (this.#left !== null) return Promise.reject(this.#left);
    return new Promise((resolve, reject) => {
      this.#deal = { resolve, reject };
      this.#arrive();
    });
  }

  #nextArrival(): Promise<void> {
    return new Promise((resolve) => {
      this.#arrive = resolve;
    });
  }
}
