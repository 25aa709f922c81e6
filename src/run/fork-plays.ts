import { hadNoEffect, isDeath } from '../domain/turn-effect.ts';
import { openRecordedFork, type Today } from './recorded-services.ts';
import { isPassive } from '../domain/command.ts';
import type { GameState } from '../domain/game-state.ts';
import type { Stop } from '../domain/stop-reason.ts';
import { type TurnRecord } from '../domain/turn-record.ts';
import { findStarted } from '../records/episodes.ts';
import { scratchLearntFolder } from '../storage/learnt-folder.ts';
import type { RunBudgets, EpisodeBudgets } from './budgets.ts';
import { buildEpisode } from './build-episode.ts';
import { cutEpisode, type ForkPoint } from './fork-episode.ts';
import { playSessionModel } from './play-session.ts';
import { type RunServices } from './run-services.ts';
import { replayEpisodeInMemory } from './replay-episode.ts';
import type { Surroundings } from './settings.ts';

/** A play from a recorded moment: before a turn of an episode, with the player's own seed. */
export interface ForkPlay {
  readonly episode: number;
  readonly turn: number;
  /** Added to the seed of the episode. */
  readonly seed: number;
  /** The id of the memory that is hidden. Null if none is. */
  readonly without: string | null;
}

interface ForkPorts {
  readonly world: Surroundings;
  readonly today: Today;
  readonly budgets: RunBudgets;
  readonly turns: number;
  readonly signal: AbortSignal;
  readonly tell: (message: string) => void;
}

const MOST_CUTS = 12;

/** Plays from recorded moments, each once, in memory. */
export class ForkPlays {
  readonly #ports: ForkPorts;
  readonly #cuts = new Map<string, ForkPoint>();
  readonly #services = new Map<string, RunServices>();
  readonly #played = new Map<string, PlayedOn>();
  #forks = 0;

  constructor(ports: ForkPorts) {
    this.#ports = ports;
  }

  /** The result of the play, or why it did not reach its end. Rejects as cutEpisode and openForkServices do. */
  async play(fork: ForkPlay): Promise<PlayedOn | Stop> {
    const key = JSON.stringify(fork);
    const before = this.#played.get(key);
    if (before !== undefined) return before;
    const { budgets, turns, signal } = this.#ports;
    const point = await this.#pointOf(fork);
    const services = await this.#servicesOf(fork, point);
    const memory = { ...services.config.memory, without: fork.without };
    const setting = { ...services, config: { ...services.config, memory } };
    // No episode has such a number, so the ledger counts the play by itself.
    this.#forks -= 1;
    const own = budgets.forEpisode(this.#forks, point.cut.cassette, point.turn);
    const played = await playOn(setting, point, { turns, budgets: own, signal });
    if ('points' in played) this.#played.set(key, played);
    return played;
  }

  async #pointOf({ episode, turn }: ForkPlay): Promise<ForkPoint> {
    const key = `${episode} ${turn}`;
    const known = this.#cuts.get(key);
    if (known !== undefined) return known;
    const { signal, today } = this.#ports;
    const { workdir, flags } = today;
    const parent = findStarted(workdir, String(episode));
    const file = typeof flags['story'] === 'string' ? flags['story'] : null;
    const point = { parent, turn: turn - 1, cut: await cutEpisode(parent, turn - 1, file, signal) };
    const [oldest] = this.#cuts.size >= MOST_CUTS ? [...this.#cuts.keys()] : [];
    if (oldest !== undefined) this.#cuts.delete(oldest);
    this.#cuts.set(key, point);
    return point;
  }

  async #servicesOf({ episode, seed }: ForkPlay, { parent, turn }: ForkPoint) {
    const key = `${episode} ${seed}`;
    const known = this.#services.get(key);
    if (known !== undefined) return known;
    const { world, today, budgets, tell } = this.#ports;
    const changes = {
      ...today,
      // Only the game and the number of turns end the play.
      set: [`episode.maxTurns=${Number.MAX_SAFE_INTEGER}`, 'episode.stopWhenStuck=false'],
      playerSeed: parent.manifest.seed + seed,
      budgets,
    };
    const services = await openRecordedFork(world, { ...parent, turn }, changes, tell);
    this.#services.set(key, services);
    return services;
  }
}

export interface PlayedOn {
  readonly points: number;
  readonly rooms: number;
  /** Turns since the moment without any change, and proposals since then that were refused. */
  readonly wasted: number;
  readonly deaths: number;
}

/** Plays on from a recorded moment in memory, paid from `budgets`. Returns why if play did not get that far. */
async function playOn(
  services: RunServices,
  { parent, turn, cut }: ForkPoint,
  until: { readonly turns: number; readonly budgets: EpisodeBudgets; readonly signal: AbortSignal },
): Promise<PlayedOn | Stop> {
  const stop = new AbortController();
  let isOver = false;
  const end = (why: string) => {
    isOver = true;
    stop.abort(new Error(why));
  };
  const own: TurnRecord[] = [];
  const append = (record: object) => {
    const played = record as TurnRecord;
    own.push(played);
    // No lesson about the whole episode is drawn.
    const isDead = played.after.died && !services.config.episode.continueAfterDeath;
    if (played.after.ended !== null || isDead) end('the game is over');
  };
  const { stage } = replayEpisodeInMemory(parent, services.config.story);
  const episode = await buildEpisode(services, {
    ...stage,
    ...cut,
    files: scratchLearntFolder(cut.start),
    logs: { ...stage.logs, turns: { append } },
    signal: AbortSignal.any([stop.signal, until.signal]),
    live: playSessionModel(services, until.budgets),
    beforeTurn(next) {
      until.signal.throwIfAborted();
      if (next <= turn + until.turns) return;
      end('the play is long enough');
      stop.signal.throwIfAborted();
    },
  });
  const { state, stop: ended } = await episode.play();
  await until.budgets.settle(true);
  return isOver ? outcomeOf(state, own) : ended;
}

function outcomeOf({ observation, visits }: GameState, own: readonly TurnRecord[]): PlayedOn {
  const refused = own.flatMap(({ decision }) =>
    decision.judged.filter(({ verdict }) => verdict.kind === 'rejected'),
  );
  return {
    // The state may no longer hold the turn that ended the game.
    points: (own.at(-1)?.after ?? observation).score ?? 0,
    rooms: visits.size,
    wasted:
      own.filter((turn) => hadNoEffect(turn) && !isPassive(turn.decision.action)).length +
      refused.length,
    deaths: own.filter(isDeath).length,
  };
}
