import { setTimeout as sleep } from 'node:timers/promises';
import type { AskedCall, OfflineServer } from '../../helpers/offline-server.ts';
import type { CliChild } from '../../helpers/cli-child.ts';
import { isPlayerRole } from '../../../src/records/cassette.ts';
import { ROLES, type Role } from '../../../src/domain/message.ts';
import { recordedCalls } from './served-calls.ts';

/** When a process is killed. */
export type KillMoment =
  /** So long after it was started. */
  | { readonly kind: 'start'; readonly afterMs: number }
  /** So long after its so-manieth request arrived. */
  | { readonly kind: 'request'; readonly number: number; readonly afterMs: number }
  /** When play waits for an answer, not before its so-manieth request, and everything else was answered and is on disk. */
  | { readonly kind: 'quiet'; readonly number: number };

/** Whom play waits for with every turn; the others' calls are out beside theirs. */
const PLAYERS: readonly Role[] = ROLES.filter(isPlayerRole);

/** Longest wait for answers to come to disk that nothing holds up. */
const PATIENCE_MS = 240_000;

/**
 * Kills a process at a moment, or lets it play on when that does not come. Resolves to the calls that were answered when the
 * kill came.
 */
export async function killedAt(
  moment: KillMoment,
  child: CliChild,
  place: { readonly server: OfflineServer; readonly directory: string },
): Promise<ReadonlySet<AskedCall>> {
  const { server } = place;
  let answered = new Set<AskedCall>();
  const kill = () => {
    answered = new Set(server.asked.filter((call) => call.answered));
    child.kill('SIGKILL');
  };
  try {
    if (moment.kind === 'start') setTimeout(kill, moment.afterMs);
    if (moment.kind === 'request') {
      onRequest(server, moment.number, () => setTimeout(kill, moment.afterMs));
    }
    if (moment.kind === 'quiet') await quiet(moment.number, child, place, kill);
    await child.ended;
    return answered;
  } finally {
    server.onRequest = null;
  }
}

async function quiet(
  number: number,
  child: CliChild,
  { server, directory }: { readonly server: OfflineServer; readonly directory: string },
  kill: () => void,
): Promise<void> {
  const before = recordedCalls(directory).length - server.asked.length;
  const from = server.asked.length;
  const isQuiet = () => {
    const unanswered = server.asked.slice(from).filter((call) => !call.answered);
    if (unanswered.length === 0 || !unanswered.every(({ role }) => isPlayerRole(role)))
      return false;
    return recordedCalls(directory).length >= before + server.asked.length - unanswered.length;
  };
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    onRequest(server, number, () => {
      release = server.hold(PLAYERS);
      resolve();
    });
  });
  try {
    let hasEnded = false;
    const ended = child.ended.then(() => {
      hasEnded = true;
    });
    await Promise.race([held, ended]);
    const since = performance.now();
    while (!hasEnded && !isQuiet()) {
      if (performance.now() - since > PATIENCE_MS) throw new Error('Answers never came to disk.');
      await sleep(2);
    }
    kill();
    await ended;
  } finally {
    release();
  }
}

function onRequest(server: OfflineServer, number: number, then: () => void): void {
  const from = server.asked.length;
  server.onRequest = (arrived) => {
    if (arrived - from === number) then();
  };
}
