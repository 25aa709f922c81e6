import type { GameConfiguration } from '../../config/schema.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { CompletedObjective, Destination, Objective } from '../../domain/objective.ts';
import type { Observation } from '../../domain/observation.ts';
import { thingsNamed } from '../../domain/named-things.ts';
import { type TurnRecord } from '../../domain/turn-record.ts';
import type { ObjectiveEvent } from '../../events/event.ts';
import { placesOfAim } from './aim.ts';
import { LeftUndone } from './left-undone.ts';
import { completionOf } from './completion.ts';
import { shownDone } from './shown-done.ts';
import { advisedCandidates, ObjectiveAdvisor, type ObjectivePorts } from './objective-advisor.ts';
import {
  addObjectives,
  completeObjectives,
  dropStale,
  giveUp,
  NO_OBJECTIVES,
  refineObjectives,
  type ObjectiveChange,
  type ObjectiveList,
} from './objective-list.ts';
import { isStrategic } from './objective-memories.ts';
import { objectivePlaceName } from './objective-sources.ts';
import { describeCompleted, newsOf, renderObjectives, ToldOnce } from './render-objectives.ts';
import { demandLacksThing } from './demands.ts';

/** Estimated tokens of the discovery prompt. Memories of far places are shortened to hold it. */
export const DISCOVERY_TOKENS = 16_000;

type ObjectiveSettings = Pick<GameConfiguration, 'episode' | 'objectives'>;

const NO_EVENTS: Readonly<Record<ObjectiveEvent['type'], number>> = {
  'objective-added': 0,
  'objective-completed': 0,
  'objective-dropped': 0,
  'objective-refused': 0,
};

/** Discovers objectives, takes over the agent's, and finds out which are completed. Without an answer nothing changes. */
export class ObjectiveManager {
  readonly lesson = 'objectives';
  readonly #ports: ObjectivePorts;
  readonly #settings: ObjectiveSettings;
  readonly #advisor: ObjectiveAdvisor;
  #list: ObjectiveList = NO_OBJECTIVES;
  #counts = NO_EVENTS;
  #episode = 0;
  #refinedTurn: number | null = null;
  /** The answer on what to keep, until the agent's reply that was asked for meanwhile has been taken over. */
  #kept: { readonly asked: readonly Objective[]; readonly keep: readonly string[] } | null = null;
  readonly #leftUndone = new LeftUndone();
  readonly #news = new ToldOnce<string>();
  readonly #done = new ToldOnce<CompletedObjective>();

  constructor(ports: ObjectivePorts, settings: ObjectiveSettings) {
    this.#ports = ports;
    this.#settings = settings;
    this.#advisor = new ObjectiveAdvisor(ports, settings);
  }

  /** What comes from now on belongs to this episode. */
  goOnAs(episode: number): void {
    this.#episode = episode;
  }

  /** Sets the first objectives from what earlier episodes taught. Returns whether it set any. Asks nothing without memories. */
  async bootstrap(state: GameState): Promise<boolean> {
    const { memories, knowledge } = this.#ports.sources;
    const rooms = [...(memories?.().values() ?? [])];
    if (knowledge().trim() === '' && !rooms.flat().some(isStrategic)) return false;
    const found = await this.#discover(state);
    if (found === null) return false;
    this.#apply(addObjectives(this.#list, found, { origin: 'bootstrap', turn: state.turn }));
    return this.#list.current.length > 0;
  }

  /** Completes, takes over, and asks what to keep and to pursue. What to keep takes effect after the agent's next reply. */
  async learn(state: GameState, turn: TurnRecord): Promise<void> {
    const { staleAfter, limit } = this.#settings.objectives;
    const { recent } = state;
    this.#ports.words?.hear(turn);
    this.#news.forget();
    this.#done.forget();
    const shown = this.#list.current.length;
    const nameOf = (room: LocationId) => objectivePlaceName(this.#ports.sources.map, room);
    const outcome = completionOf(turn, recent, this.#list, nameOf);
    this.#apply(completeObjectives(this.#list, outcome));
    this.#leftUndone.see(turn, this.#list.current);
    this.#takeOver(turn);
    const kept = this.#kept;
    this.#kept = null;
    if (kept !== null && this.#list.current.length > limit)
      this.#drop(recent, (list) =>
        refineObjectives(list, kept.asked, { keep: kept.keep, limit, turn: turn.turn }),
      );
    this.#drop(recent, (list) => dropStale(list, turn, staleAfter));
    const asked = this.#list.current;
    const isAwaited = this.isAwaited(state);
    if (isAwaited) this.#news.add(...this.#advisor.unclaimed(asked, recent));
    const [keep, discovered] = await Promise.all([
      shown > limit && this.#isRefinementDue(turn)
        ? this.#advisor.refine(state, this.#list, limit)
        : null,
      isAwaited ? this.#discover(state) : null,
    ]);
    if (keep !== null) this.#kept = { asked, keep };
    if (discovered === null) return;
    const judged = advisedCandidates(discovered, turn.decision);
    this.#apply(addObjectives(this.#list, judged, { origin: 'discovered', turn: turn.turn }));
  }

  /** At the end of an episode: completes what the engine has shown done and nobody claimed. */
  completeShown({ recent }: Pick<GameState, 'recent'>, open = this.#list.current): void {
    const completed = shownDone(open, recent);
    this.#apply(completeObjectives(this.#list, { completed, refused: [] }));
  }

  /** Whether the next objectives are asked for now: every so many turns, unless the game understood none of those since. */
  isAwaited({ turn, recent }: GameState): boolean {
    const { discoveryInterval } = this.#settings.objectives;
    const { words, discovers } = this.#ports;
    if (discovers?.() === false) return false;
    const since = recent.slice(-discoveryInterval);
    const isVain = since.length > 0 && since.every((one) => words?.isMisread(one) === true);
    return turn % discoveryInterval === 0 && !isVain;
  }

  current(): readonly Objective[] {
    return this.#list.current;
  }

  completed(): readonly CompletedObjective[] {
    return this.#list.completed;
  }

  completedObjectives(): readonly string[] {
    return this.#list.completed.map(({ objective }) => objective);
  }

  untoldNews(): readonly string[] {
    return this.#news.tell();
  }

  /** The agent's objectives section, with the distances from `here`. May be empty. News in it counts as told. */
  renderForAgent(here?: LocationId, turnsLeft = Infinity): string {
    const { sources, words } = this.#ports;
    const view = { map: sources.map, words, here, turnsLeft, begun: this.#leftUndone };
    return renderObjectives(this.#list, view, this.#news.tell());
  }

  /** The objectives completed since the last telling. Empty if there are none. They count as told. */
  renderCompleted(): string {
    return this.#done.tell().map(describeCompleted).join('\n');
  }

  /**
   * The start of the first open objective that names one; the player's order decides. Null if the player was there since and
   * left, or lacks a thing that is to be laid down or used, if any objective begins here, or if an earlier one without a start
   * names a thing that lies here.
   */
  destination(now: Observation): Destination | null {
    const { current } = this.#list;
    const open = current.filter((one) => one.target !== null && !this.#leftUndone.hasStarted(one));
    if (open.some(({ target }) => target === now.location.id)) return null;
    const at = current.findIndex((one) => open.includes(one));
    const first = current[at];
    if (first === undefined || this.#leftUndone.has(first)) return null;
    const lying = now.objects.filter(({ held }) => !held);
    if (current.slice(0, at).some(({ text }) => thingsNamed(text, lying).length > 0)) return null;
    const { text, target } = first;
    return target === null || demandLacksThing(text, now) ? null : { text, target };
  }

  places(): readonly LocationId[] {
    return this.#list.current.flatMap(placesOfAim);
  }

  /** The turn that last completed an objective in this episode. Null if none did. */
  lastProgressTurn(): number | null {
    const turns = this.#list.completed.map(({ completedTurn }) => completedTurn);
    return turns.length === 0 ? null : Math.max(...turns);
  }

  /** The metrics are counts of this episode. */
  status() {
    return {
      component: 'objectives' as const,
      state: {
        episode: this.#episode,
        current: this.#list.current.length,
        completed: this.#list.completed.length,
        lastCompletedTurn: this.lastProgressTurn(),
      },
      metrics: { ...this.#advisor.metrics, ...this.#counts },
    };
  }

  /** Not on every turn: an answer that did not help must not be paid for again at once. */
  #isRefinementDue({ turn }: TurnRecord): boolean {
    const { limit, discoveryInterval } = this.#settings.objectives;
    if (this.#list.current.length <= limit) return false;
    const since = turn - (this.#refinedTurn ?? -Infinity);
    if (since < discoveryInterval) return false;
    this.#refinedTurn = turn;
    return true;
  }

  #discover(state: GameState) {
    return this.#advisor.discover(state, this.#list, DISCOVERY_TOKENS);
  }

  #takeOver({ turn, decision }: TurnRecord): void {
    this.#apply(giveUp(this.#list, decision.dropped ?? []));
    const own = this.#advisor.candidatesOf(decision);
    if (own.length > 0) this.#apply(addObjectives(this.#list, own, { origin: 'agent', turn }));
  }

  /** Applies a change that drops objectives. Those that were done meanwhile are completed. */
  #drop(recent: readonly TurnRecord[], change: (list: ObjectiveList) => ObjectiveChange): void {
    const dropped = change(this.#list).events.flatMap((event) =>
      event.type === 'objective-dropped' ? [event.objective] : [],
    );
    const open = this.#list.current.filter(({ text }) => dropped.some((one) => one.text === text));
    this.completeShown({ recent }, open);
    this.#apply(change(this.#list));
  }

  #apply({ list, events }: ObjectiveChange): void {
    this.#list = list;
    this.#news.add(...events.flatMap((event) => newsOf(event) ?? []));
    for (const event of events) {
      if (event.type === 'objective-added') this.#leftUndone.forget(event.objective);
      if (event.type === 'objective-completed') this.#done.add(event.completed);
      this.#counts = { ...this.#counts, [event.type]: this.#counts[event.type] + 1 };
      this.#ports.emit(event);
    }
  }
}
