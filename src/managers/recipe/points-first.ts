import { locationId } from '../../domain/ids.ts';
import type { Observation } from '../../domain/observation.ts';
import { type PointsHere, type Step, recipeStepCommands } from '../../prompts/recipe-wording.ts';
import type { Ahead, WayPorts } from './checked-way.ts';
import { GAME, OTHER_GAMES, type Search } from './rejoin.ts';

/** The engine steps of one look, plus the last points that it tries. */
const MOST_STEPS = 200;

/** The longest way back, in commands. */
const MOST_BACK = 2;

/** A memory's points here or next door, if the engine finds that the way still pays as much after them. Else null. */
export function pointsFirst(
  step: Step,
  { now, turnsLeft, ports }: Omit<Search, 'plan' | 'open'>,
): PointsHere | null {
  const later = recipeStepCommands(step);
  const begin = now.score ?? 0;
  let steps = 0;
  const tryAhead: WayPorts['tryAhead'] = (commands, game) => {
    steps += commands.length;
    return ports.tryAhead(commands, game);
  };
  for (const named of ports.knownToPay(now.location.id)) {
    if (steps >= MOST_STEPS) return null;
    const commands = payingOf(named, now, { ...ports, tryAhead });
    const won = (game: number, rest: readonly string[] = []) =>
      (tryAhead([...commands, ...rest], game).at(-1)?.score ?? 0) - begin;
    const pays = commands.length === 0 ? 0 : won(GAME);
    const isShort = commands.length + later.length <= turnsLeft;
    const isSure = () =>
      [GAME, ...OTHER_GAMES].every((game) => won(game, later) >= pays + step.pays);
    if (pays > 0 && isShort && isSure()) return { commands, pays };
  }
  return null;
}

/** The commands that change anything, up to the last that pays and from where a short way leads back; then that way. */
function payingOf(named: readonly string[], now: Observation, ports: WayPorts): readonly string[] {
  const { scene, score, location } = now;
  const seen = ports.tryAhead(named, GAME);
  const looks = [{ scene, score, room: Number(location.id) }, ...seen];
  const backFrom = ({ room }: Pick<Ahead, 'room'>) => {
    if (room === Number(location.id)) return [];
    const route = room === null ? null : ports.routeTo(locationId(room), location.id);
    const isNear = route !== null && !route.isShut && route.commands.length <= MOST_BACK;
    return isNear ? route.commands : null;
  };
  const last = seen.findLastIndex(
    (look, at) => (look.score ?? 0) > (looks[at]?.score ?? 0) && backFrom(look) !== null,
  );
  const paying = named
    .slice(0, last + 1)
    .filter(
      (_, at) =>
        looks[at + 1]?.scene !== looks[at]?.scene || looks[at + 1]?.score !== looks[at]?.score,
    );
  return [...paying, ...(backFrom(looks[last + 1] ?? { room: null }) ?? [])];
}
