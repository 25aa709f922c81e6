import type { Observation } from '../domain/observation.ts';
import { plainAnswer, scoreChange, tookNoMove, type TurnRecord } from '../domain/turn-record.ts';

/**
 * Counts the turns since something was met that this episode had not met: a room, a way, a thing in reach or held, an
 * answer of the game, a point. A parser that does not understand a command answers nothing.
 */
export class QuietTurns {
  readonly #met = new Set<string>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  record(turn: TurnRecord): void {
    for (const one of metIn(turn.before)) this.#met.add(one);
    const answers = tookNoMove(turn) ? [] : [`answer ${plainAnswer(turn)}`];
    const found = [...metIn(turn.after), ...answers];
    const isNew = found.some((one) => !this.#met.has(one));
    for (const one of found) this.#met.add(one);
    this.#count = isNew || scoreChange(turn) > 0 ? 0 : this.#count + 1;
  }
}

function metIn({ location, objects, inventory, exits }: Observation): readonly string[] {
  return [
    `room ${location.id}`,
    ...objects.map(({ id }) => `thing ${id}`),
    ...inventory.map(({ id }) => `held ${id}`),
    ...exits.map(({ to }) => `way ${location.id} ${to.id}`),
  ];
}
