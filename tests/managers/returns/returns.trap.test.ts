/** @module-tag slow */
import { expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { seededRandom, type Random } from '../../../src/domain/seeded-random.ts';
import { bootstrapInterval } from '../../../src/eval/statistics.ts';
import { Returns } from '../../../src/managers/returns/returns.ts';
import { FakeDurableFile } from '../../helpers/fake-durable-file.ts';
import { observation, turn } from '../../helpers/observation.ts';

const EPISODES = 30;
/** What the player is told of one command. */
const RETURN = /^- (.+): points later in (\d+) of (\d+) episodes$/gm;
const SEEDS = Array.from({ length: 10 }, (_, at) => at + 1);

/** Ways from the fork: the bridge is a trap, for it leads past the ten points; both look alike at the time. */
const WAYS = ['cross bridge', 'follow road', 'take boat'];
const TRAP = WAYS[0] ?? '';
/** Moves after the fork until the points come. */
const LATER = 4;

/** One episode: a choice at the fork, some moves, and then the points, unless it was the trap. */
function episode(choose: (told: string) => string, returns: Returns): string {
  const at = (room: number, score = 0) =>
    observation({ location: { id: locationId(room), name: `Room ${room}` }, score });
  const choice = choose(returns.render(at(1)));
  returns.record(turn(1, choice, at(1), at(2)));
  for (let move = 1; move <= LATER; move += 1) {
    const score = move === LATER && choice !== TRAP ? 10 : 0;
    returns.record(turn(move + 1, 'walk', at(move + 1), at(move + 2, score)));
  }
  return choice;
}

/** How often a player walks into the trap who chooses by chance, but nothing that is told to have paid less often. */
async function trapsOf(seed: number, isTold: boolean): Promise<number> {
  const random: Random = seededRandom(seed);
  const file = new FakeDurableFile();
  let traps = 0;
  for (let number = 1; number <= EPISODES; number += 1) {
    const returns = new Returns(file, () => isTold);
    returns.goOnAs(number);
    const choice = episode((told) => {
      const known = [...told.matchAll(RETURN)].map(([, command, ...counts]) => {
        const [paid = 0, episodes = 1] = counts.map(Number);
        return { command, share: paid / episodes };
      });
      const shares = known.map(({ share }) => share);
      const worse = known.filter((_, one) => (shares[one] ?? 0) < Math.max(...shares));
      const left = WAYS.filter((way) => !worse.some(({ command }) => command === way));
      return left[Math.floor(random() * left.length)] ?? TRAP;
    }, returns);
    if (choice === TRAP) traps += 1;
    await returns.save();
  }
  return traps;
}

it('an action that costs points later is avoided sooner by who is told what it returned', async () => {
  const fewer = await Promise.all(
    SEEDS.map(async (seed) => (await trapsOf(seed, false)) - (await trapsOf(seed, true))),
  );
  const interval = bootstrapInterval(fewer, seededRandom(1));
  expect(interval?.low).toBeGreaterThan(4);
});
