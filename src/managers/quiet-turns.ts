import { scoreChange, tookNoMove } from '../domain/turn-effect.ts';
import type { Observation } from '../domain/observation.ts';
import { type TurnRecord } from '../domain/turn-record.ts';
import { plainAnswer } from '../domain/game-answer.ts';

/** Counts the turns since something new: a room, exit or thing, an answer that is no parser's complaint, a point. */
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
