import { isPlayerRole } from '../../../src/records/cassette.ts';
import type { AskedCall } from '../../helpers/offline-server.ts';
import { differing } from './played-files.ts';
import type { KillMoment } from './kill-moment.ts';
import type { Trial } from './resume-trial.ts';
import { without } from './served-calls.ts';

/** What an episode came to that nobody disturbed. */
export interface Undisturbed {
  readonly asked: readonly AskedCall[];
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Which promises a killed and resumed episode broke, as sentences:
 * it ends byte for byte as the undisturbed one; a call is asked again exactly when a kill came while it was in flight;
 * of those of the play itself that is at most one per kill, the newest; answers that had time to arrive are never lost.
 */
export function brokenPromises(
  { kills, asked, ends, finished }: Trial,
  files: () => Readonly<Record<string, string>>,
  expected: Undisturbed,
): string[] {
  const last = ends.at(-1);
  const isSound = finished && (last?.code === 0 || last?.signal === 'SIGKILL');
  if (!isSound) return [`no end: ${last?.err}`];
  const lost = kills.flatMap((kill) => kill.lost);
  const due = [...expected.asked, ...lost].map(({ hash }) => hash);
  const again = without(asked, due).map(({ role }) => role);
  return [
    ...differing(files(), expected.files).map((name) => `${name} differs`),
    ...again.map((role) => `a call of ${role} was asked again that no kill had cut off`),
    ...(asked.length < due.length ? [`${due.length - asked.length} calls were not asked`] : []),
    ...kills.flatMap(({ moment, lost, unanswered }) => {
      const play = lost.filter(({ role }) => isPlayerRole(role));
      const early = lost.filter((call) => !unanswered.includes(call));
      return [
        ...(play.length > 1 ? [`${play.length} calls of the play were cut off at once`] : []),
        ...(moment.kind === 'quiet' ? early : []).map(
          ({ role }) => `an answer to ${role} was lost though it had arrived`,
        ),
      ];
    }),
  ];
}

/** A moment to kill the next process of an episode; `isFirst` when it is not resumed but begun. */
export function randomMoment(random: () => number, isFirst: boolean, calls: number): KillMoment {
  const chance = random();
  const number = 1 + Math.floor(random() * calls);
  if (chance < 0.15 && !isFirst) return { kind: 'start', afterMs: Math.floor(random() * 700) };
  if (chance < 0.4) return { kind: 'quiet', number };
  return { kind: 'request', number, afterMs: Math.floor(random() * 20) };
}
