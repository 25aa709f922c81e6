import { normaliseAction } from '../../domain/command.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Objective } from '../../domain/objective.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { isPlaceEntered, isPlaceReached } from './asked-place.ts';
import { formsIn, wordsIn } from './content-words.ts';
import { evidenceFor, NAMED, NO_EVIDENCE } from './evidence.ts';
import { NONE_OF_THEM, type ObjectiveList, type ObjectiveOutcome } from './objective-list.ts';

/**
 * What a turn completed: objectives that ask for nothing but a place by being there, every other one by the agent's
 * claim when the engine has shown something for it since it was set. `recent` are the newest turns, this one last. What
 * was completed before and is claimed again is passed over.
 */
export function completionOf(
  turn: TurnRecord,
  recent: readonly TurnRecord[],
  { current, completed }: ObjectiveList,
  nameOf: (id: LocationId) => string,
): ObjectiveOutcome {
  const reached = current
    .filter(({ text }) => isPlaceReached(text, turn, nameOf))
    .map((objective) => ({ objective, by: turn }));
  const done = [...reached.map(({ objective }) => objective.text), ...completed.map(textOf)];
  const isDone = (text: string) => done.some((one) => isSame(one, text));
  const claims = [...new Set(turn.decision.completed ?? [])]
    .filter((text) => !isDone(text))
    .map((text) => {
      const objective = current.find((one) => isSame(one.text, text));
      const by = objective && turnOf(objective, recent, nameOf);
      return { text, objective, by };
    });
  return {
    completed: [
      ...reached,
      ...claims.flatMap(({ objective, by }) => (objective && by ? [{ objective, by }] : [])),
    ],
    refused: claims
      .filter(({ by }) => by === undefined)
      .map(({ text, objective }) => ({ text, reason: refusalOf(objective) })),
  };
}

function textOf({ objective }: ObjectiveList['completed'][number]): string {
  return objective;
}

function isSame(one: string, other: string): boolean {
  return normaliseAction(one) === normaliseAction(other);
}

/** The turn since an objective was set that shows most for it: what was done in its own words, else the newest of equals. */
function turnOf(
  { text, createdTurn }: Objective,
  recent: readonly TurnRecord[],
  nameOf: (id: LocationId) => string,
): TurnRecord | undefined {
  const since = recent.filter(({ turn }) => turn > createdTurn);
  const claimed = since.at(-1);
  if (claimed === undefined) return undefined;
  const there = since.find((turn) => isPlaceEntered(text, turn, nameOf));
  if (there !== undefined) return there;
  const seen = namedIn(recent);
  const shown = since.map((turn) => ({
    turn,
    evidence: evidenceFor(text, turn, claimed, seen),
  }));
  const said = formsIn(text);
  const supported = shown
    .filter(({ evidence }) => evidence > NO_EVIDENCE)
    .map((one) => ({ ...one, named: one.evidence < NAMED ? 0 : namedBy(one.turn, said) }));
  const [best] = supported.toSorted(
    (a, b) => b.named - a.named || b.evidence - a.evidence || b.turn.turn - a.turn.turn,
  );
  return best?.turn;
}

/** How many words of a turn's command an objective has, its verb among them. */
function namedBy({ decision: { action } }: TurnRecord, said: ReadonlySet<string>): number {
  return [...wordsIn(action)].filter((word) => said.has(word)).length;
}

/** The things that turns showed, each once. */
function namedIn(turns: readonly TurnRecord[]): readonly { readonly name: string }[] {
  const things = turns.flatMap(({ before, after }) =>
    [before, after].flatMap(({ objects, inventory }) => [...objects, ...inventory]),
  );
  return [...new Map(things.map((thing) => [thing.name, thing])).values()];
}

function refusalOf(objective: Objective | undefined): string {
  return objective === undefined
    ? NONE_OF_THEM
    : `nothing the engine saw since turn ${objective.createdTurn} shows it (no thing of it gained, laid down or changed, no points for it, no way opened)`;
}
