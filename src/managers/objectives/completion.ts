import { moved, scoreChange } from '../../domain/turn-effect.ts';
import type { Objective } from '../../domain/objective.ts';
import { type TurnRecord, looksOf } from '../../domain/turn-record.ts';
import { isAimWon, saidOf, turnOfAllPoints } from './aim.ts';
import { turnForAskedAct } from './asked-act.ts';
import {
  arrivalAt,
  endsAtPlace,
  exploringTurn,
  isPlaceEntered,
  isPlaceReached,
  type NameOf,
  numberedPlace,
  placesAskedFor,
} from './asked-place.ts';
import { evidenceFor, isVagueDemand, NAMED, NO_EVIDENCE, shownOf } from './objective-evidence.ts';
import { NONE_OF_THEM, type ObjectiveList, type ObjectiveOutcome } from './objective-list.ts';
import {
  demandForms,
  demandVerb,
  demandWords,
  namesThingMet,
  playedAction,
  type SeenThing,
} from './demand-words.ts';
import { type Demand, demandsOf, isFindingDemand } from './demands.ts';

/**
 * The objectives that a turn completed. One that asks only for a place is completed by being there; one that names a command
 * for points, by those points. Any other needs the agent's claim, and the engine must have shown each of its acts since it
 * was set. `recent` holds the newest turns, this one last.
 */
export function completionOf(
  turn: TurnRecord,
  recent: readonly TurnRecord[],
  { current, completed }: ObjectiveList,
  nameOf: NameOf,
): ObjectiveOutcome {
  const reached = current
    .filter(({ text, createdTurn }) => {
      const since = recent.filter((one) => one.turn >= createdTurn);
      return isPlaceReached(text, turn, nameOf, since) || isAimWon(text, turn);
    })
    .map((objective) => ({ objective, by: turn }));
  const done = [
    ...reached.map(({ objective }) => objective.text),
    ...completed.map(({ objective }) => objective),
  ];
  const isDone = (text: string) => done.some((one) => isSame(one, text));
  const claims = [...new Set(turn.decision.completed ?? [])]
    .filter((text) => !isDone(text))
    .map((text) => {
      const objective = current.find((one) => isSame(one.text, text));
      const proof = objective === undefined ? NONE_OF_THEM : proofOf(objective, recent, nameOf);
      return { text, objective, proof };
    });
  return {
    completed: [
      ...reached,
      ...claims.flatMap(({ objective, proof }) =>
        objective === undefined || typeof proof === 'string'
          ? []
          : [{ objective, by: proof, claimedTurn: turn.turn }],
      ),
    ],
    refused: claims.flatMap(({ text, proof }) =>
      typeof proof === 'string' ? [{ text, reason: proof }] : [],
    ),
  };
}

function isSame(one: string, other: string): boolean {
  return saidOf(one) === saidOf(other);
}

/** The first turn that may complete an objective: of one that the agent set, also the turn in which it was set. */
export function firstTurnFor({ createdTurn, origin }: Objective): number {
  return createdTurn + (origin === 'agent' ? 0 : 1);
}

/** The turn that shows an objective done; of several acts, the turn of the last. Else why the claim is not believed. */
function proofOf(objective: Objective, recent: readonly TurnRecord[], nameOf: NameOf) {
  const since = recent.filter(({ turn }) => turn >= firstTurnFor(objective));
  const played = since.slice(0, -1);
  const proof = proofIn(objective, { since: played, recent: recent.slice(0, -1), nameOf });
  // A claim made together with the act is judged after the act.
  if (typeof proof === 'string') return proofIn(objective, { since, recent, nameOf });
  const place = placesAskedFor(objective.text).at(-1);
  const arrival = played.find((turn) => moved(turn) && turn.after.location.id === place);
  return arrival !== undefined && arrival.turn > proof.turn ? arrival : proof;
}

/** The turns since it was set, and the newest of all. */
interface Played {
  readonly since: readonly TurnRecord[];
  readonly recent: readonly TurnRecord[];
  readonly nameOf: NameOf;
}

function proofIn(objective: Objective, played: Played): TurnRecord | string {
  const { since, recent, nameOf } = played;
  const { text } = objective;
  const seen = namedIn(recent);
  // Nobody takes or lays down a creature, and a list does not tell what else is done to it.
  const things = seen.filter(({ traits = [] }) => !traits.includes('animate'));
  const demands = demandsOf(text).filter((one) => !one.isListed || namesThingMet(one.text, things));
  const [demand] = demands;
  if (demands.length > 1 || (demand !== undefined && demand.count > 1)) {
    return proofOfAll(text, demands, played);
  }
  const there = since.find((turn) =>
    demand === undefined
      ? isPlaceEntered(text, turn, nameOf)
      : isSought(demand) && shownOf(demand, { turn, seen, whole: text }).length > 0,
  );
  const shown = there ?? turnOf(text, demand, since, seen);
  const arrival = arrivalAt(text, arrivalsAskedFor(demand, since), recent, nameOf);
  const acted =
    isWalk(demand) && numberedPlace(text) !== null
      ? undefined
      : turnForAskedAct(demand, { whole: text, since, seen });
  const proof = shown ?? arrival ?? acted ?? refusalOf(objective, demand);
  return typeof proof === 'string' || demand !== undefined
    ? proof
    : exploringTurn(text, proof, since, recent);
}

function isSought(demand: Demand): boolean {
  return isFindingDemand(demand) || isVagueDemand(demand);
}

/** An act that is done by being there. */
const ENTERING = /^get (?:in|into|to|past|through|out|back|down|up)\b/;

function isWalk(demand: Demand | undefined): boolean {
  return demand === undefined || ENTERING.test(demand.text);
}

function arrivalsAskedFor(demand: Demand | undefined, since: readonly TurnRecord[]) {
  if (isWalk(demand)) return since;
  return WAY_IN.test(demand?.text ?? '') ? since.filter((one) => scoreChange(one) > 0) : [];
}

/** A way is sought: entering a new room and winning points by it is finding it. */
const WAY_IN =
  /^(?:find|discover|get|look for|search for) .*\b(?:way|path|passage|entrance|route)\b/;

/** The turn of the last of several acts, or of all their points. Else which of them were seen and which were not. */
function proofOfAll(
  whole: string,
  demands: readonly Demand[],
  { since, recent, nameOf }: Played,
): TurnRecord | string {
  const seen = namedIn(recent);
  const shown = demands.map((demand) => {
    const found = new Map<number, TurnRecord>();
    for (const turn of since.filter((one) => !isActOfAnother(demand, demands, one)))
      for (const what of shownOf(demand, { turn, seen, whole }))
        if (!found.has(what)) found.set(what, turn);
    const arrival = [demand, ...(demand.instead === undefined ? [] : [demand.instead])]
      .map((one) => arrivalAt(one.text, arrivalsAskedFor(one, since), recent, nameOf))
      .find((one) => one !== undefined);
    const turns = [...found.values()].toSorted((a, b) => a.turn - b.turn);
    const by =
      turns[demand.count - 1] ?? arrival ?? turnForAskedAct(demand, { whole, since, seen });
    return { demand, turns, by };
  });
  const missing = shown.filter(({ by }) => by === undefined);
  const turns = shown.flatMap(({ by }) => by ?? []);
  const [last] = turns.toSorted((a, b) => b.turn - a.turn);
  if (missing.length === 0 && last !== undefined) return last;
  const isUnseen = missing.some(({ demand }) => isSeenByName(demand, seen));
  const paid =
    isUnseen || turns.length < missing.length ? undefined : turnOfAllPoints(whole, since);
  if (paid !== undefined) return paid;
  const done = shown.flatMap(({ demand, by }) =>
    by === undefined ? [] : [`"${demand.text}" (turn ${by.turn})`],
  );
  const known = done.length === 0 ? '' : `seen: ${done.join(', ')}; `;
  const lacking = missing.map(({ demand, turns: some }) => {
    const part = some.length === 0 ? '' : ` (${some.length} of ${demand.count} seen)`;
    return `"${demand.text}" done${part}`;
  });
  return `${known}nothing the engine saw shows ${lacking.join(', or ')}`;
}

/** Whether the engine sees an act done for certain: a thing that was met is taken, laid down, opened or lit. */
function isSeenByName({ kind, text, count }: Demand, seen: readonly SeenThing[]): boolean {
  return ['gain', 'place', 'state'].includes(kind) && count === 1 && namesThingMet(text, seen);
}

/** Whether a command belongs to another of the acts: closing the door does not lock it. */
function isActOfAnother(demand: Demand, demands: readonly Demand[], turn: TurnRecord): boolean {
  if (demand.kind !== 'other') return false;
  const verb = demandVerb(playedAction(turn));
  return verb !== demandVerb(demand.text) && demands.some((one) => demandVerb(one.text) === verb);
}

/** The turn with the strongest evidence for an objective. An act in its own words wins, else the newest of equals. */
function turnOf(
  whole: string,
  demand: Demand | undefined,
  since: readonly TurnRecord[],
  seen: readonly SeenThing[],
): TurnRecord | undefined {
  if (demand === undefined && endsAtPlace(whole)) return undefined;
  const text = demand?.about ?? whole;
  const shown = since.map((turn) => ({
    turn,
    evidence: evidenceFor(text, { turn, seen, whole, demand }),
  }));
  const said = demandForms(text);
  const namedBy = ({ decision }: TurnRecord) =>
    [...demandWords(decision.action)].filter((word) => said.has(word)).length;
  const supported = shown
    .filter(({ evidence }) => evidence > NO_EVIDENCE)
    .map((one) => ({ ...one, named: one.evidence < NAMED ? 0 : namedBy(one.turn) }));
  const [best] = supported.toSorted(
    (a, b) => b.named - a.named || b.evidence - a.evidence || b.turn.turn - a.turn.turn,
  );
  return best?.turn;
}

/** The things that turns showed, each once. */
export function namedIn(turns: readonly TurnRecord[]): readonly SeenThing[] {
  const looks = looksOf(turns);
  const things = looks.flatMap(({ objects, inventory }) => [...inventory, ...objects]);
  return [...new Map(things.map((thing) => [thing.name, thing])).values()];
}

/** The part of an objective that is not shown. */
function refusalOf({ text, createdTurn }: Objective, demand: Demand | undefined): string {
  if (demand !== undefined) return `nothing the engine saw shows "${demand.text}" done`;
  const place = numberedPlace(text);
  return place === null
    ? `nothing the engine saw since turn ${createdTurn} shows it done`
    : `Location ${place} was not entered since turn ${createdTurn}`;
}
