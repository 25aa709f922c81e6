import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { ModelError, PlayerLeft } from '../../src/domain/errors.ts';
import type { ZorkEvent } from '../../src/events/event.ts';
import { neverWaitedFor } from '../../src/model/players.ts';
import { playEpisode } from '../../src/run/play-episode.ts';
import { openRunServices } from '../../src/run/run-services.ts';
import { fixtureFile } from '../helpers/fixture-stories.ts';
import { createScriptedModel } from '../helpers/scripted-model.ts';
import { QUICK_END, temporaryFolder } from '../helpers/workdir.ts';

const STORY = fixtureFile('treasures.z5');

function modelError(kind: 'outage' | 'auth'): ModelError {
  return new ModelError('Nobody answers.', { kind, role: 'agent', retryable: false });
}

interface Played {
  /** What the agent says, turn by turn: a command or an error. */
  readonly says: readonly (string | Error)[];
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Turns after which somebody asks to stop, and at once. */
  readonly stopAfter?: number;
  readonly abortAfter?: number;
}

/** Plays an episode with the real managers; resolves with its end, the events and the roles that were asked. */
async function play({ says, settings, stopAfter = Infinity, abortAfter = Infinity }: Played) {
  const workdir = temporaryFolder();
  const flags = { story: STORY, workdir, player: 'offline', seed: 1, ...settings };
  const place = { flags, cwd: workdir, environment: QUICK_END, readText: () => null };
  const services = await openRunServices(loadConfig(place), () => undefined);
  const abort = new AbortController();
  const roles: string[] = [];
  let turns = 0;
  const model = createScriptedModel(({ role }) => {
    roles.push(role);
    if (role !== 'agent') return { json: {} };
    const said = says[turns] ?? 'look';
    turns += 1;
    if (turns > abortAfter) abort.abort(new Error('at once'));
    return typeof said === 'string' ? { json: { thinking: 'So be it.', action: said } } : said;
  });
  const events: ZorkEvent[] = [];
  const summary = await playEpisode(
    { ...services, model: neverWaitedFor(model) },
    {
      signal: abort.signal,
      stopRequested: () => turns >= stopAfter,
      progress: (event) => events.push(event),
      complain: () => undefined,
    },
  );
  const stop = events.flatMap((event) => (event.type === 'episode-end' ? [event.stop] : []));
  const log = readFileSync(path.join(workdir, 'episodes/0001/trajectory.jsonl'), 'utf8');
  return { summary, stop: stop[0], roles, played: log.split('\n').length - 1 };
}

describe('an episode ends', () => {
  it.each([
    [
      'with the story',
      { says: ['take ring', 'win'] },
      { reason: 'death', detail: 'The game ended on turn 2.' },
    ],
    [
      'with its number of turns',
      { says: ['take ring'], settings: { 'episode.maxTurns': 2 } },
      { reason: 'max-turns', detail: 'The limit of 2 turns is reached.' },
    ],
    [
      'when somebody asks',
      { says: [], stopAfter: 1 },
      { reason: 'interruption', detail: 'Stopped on request after turn 1.' },
    ],
    [
      'at once when somebody insists',
      { says: [], abortAfter: 1 },
      { reason: 'interruption', detail: 'Stopped at once on request.' },
    ],
    [
      'without a model that is away',
      { says: ['take ring', modelError('outage')] },
      { reason: 'provider-down', detail: 'Nobody answers.', modelError: 'outage' },
    ],
    [
      'by a model that refuses',
      { says: ['take ring', modelError('auth')] },
      { reason: 'model-failed', detail: 'Nobody answers.', modelError: 'auth' },
    ],
    [
      'when its player leaves',
      { says: [new PlayerLeft('Enough.')] },
      { reason: 'quit', detail: 'Enough.' },
    ],
  ] as const)('%s', async (_, told, expected) => {
    const { stop, summary } = await play(told);
    expect(stop).toEqual(expected);
    expect(summary?.stopReason).toBe(expected.reason);
  });

  it("by an error of the program, which is nobody's stop reason", async () => {
    await expect(play({ says: [new TypeError('a fault')] })).rejects.toThrow('a fault');
  });

  it('after its last lessons, of which one that is over has more', async () => {
    const over = await play({ says: [], settings: { 'episode.maxTurns': 1 } });
    const cut = await play({ says: [], stopAfter: 1 });
    expect([over.played, cut.played]).toEqual([1, 1]);
    expect(over.roles.filter((role) => role === 'knowledge').length).toBeGreaterThan(
      cut.roles.filter((role) => role === 'knowledge').length,
    );
  });
});
