import type { Stop } from '../domain/stop-reason.ts';
import { findStarted } from '../records/standing.ts';
import type { RunBudgets } from './budgets.ts';
import { cutEpisode } from './cut-episode.ts';
import type { ForkPoint } from './fork-episode.ts';
import { playOn, type PlayedOn } from './play-on.ts';
import { openForkServices, type Today } from './recorded-services.ts';
import type { RunServices } from './run-services.ts';
import type { Surroundings } from './settings.ts';

/** A play from a recorded moment: before a turn of an episode, by a player of its own seed. */
export interface ForkPlay {
  readonly episode: number;
  readonly turn: number;
  /** Added to the seed of the episode. */
  readonly seed: number;
  /** Id of the memory that is not shown; null where all are. */
  readonly without: string | null;
}

interface ForkPorts {
  readonly world: Surroundings;
  readonly today: Today;
  readonly budgets: RunBudgets;
  /** Of each play. */
  readonly turns: number;
  readonly signal: AbortSignal;
  readonly tell: (message: string) => void;
}

/** Cut episodes are large. */
const MOST_CUTS = 12;

/** Plays from recorded moments, each once, in memory alone. */
export class ForkPlays {
  readonly #ports: ForkPorts;
  readonly #cuts = new Map<string, ForkPoint>();
  readonly #services = new Map<string, RunServices>();
  readonly #played = new Map<string, PlayedOn>();
  #forks = 0;

  constructor(ports: ForkPorts) {
    this.#ports = ports;
  }

  /** What it came to, or why it did not come to its end. Rejects as cutEpisode and openForkServices do. */
  async play(fork: ForkPlay): Promise<PlayedOn | Stop> {
    const key = JSON.stringify(fork);
    const before = this.#played.get(key);
    if (before !== undefined) return before;
    const { budgets, turns, signal } = this.#ports;
    const point = await this.#pointOf(fork);
    const services = await this.#servicesOf(fork, point);
    const memory = { ...services.config.memory, without: fork.without };
    const setting = { ...services, config: { ...services.config, memory } };
    // No episode has such a number, so that the ledger counts it by itself.
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
    const parent = findStarted(this.#ports.today.workdir, String(episode));
    const story = this.#ports.today.flags['story'];
    const file = typeof story === 'string' ? story : null;
    const point = { parent, turn: turn - 1, cut: await cutEpisode(parent, turn - 1, file) };
    const [oldest] = this.#cuts.size >= MOST_CUTS ? [...this.#cuts.keys()] : [];
    if (oldest !== undefined) this.#cuts.delete(oldest);
    this.#cuts.set(key, point);
    return point;
  }

  async #servicesOf(
    { episode, seed }: ForkPlay,
    { parent, turn }: ForkPoint,
  ): Promise<RunServices> {
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
    const services = await openForkServices(world, { ...parent, turn }, changes, tell);
    this.#services.set(key, services);
    return services;
  }
}
