import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SCHEMA_VERSION } from '../../src/domain/version.ts';
import { openRecordLog } from '../../src/storage/record-log.ts';
import { settings } from '../helpers/settings.ts';
import { agentCall, summaryOf, turnOf, type Words } from './scene.ts';

const IFID = 'ZCODE-1-000000';

/** What of an episode is on disk. */
export interface Stored {
  readonly turns?: number;
  readonly summary?: boolean;
  readonly manifest?: boolean;
  readonly story?: string;
  readonly player?: string;
  readonly log?: string;
  /** Written after the last record, as a kill in the middle of a write leaves it. */
  readonly torn?: string;
}

/** Writes an episode as play writes it, and answers with its folder. */
export function storeEpisode(
  workdir: string,
  number: number,
  words: Words,
  {
    turns = 3,
    summary = true,
    manifest = true,
    story = IFID,
    player = 'offline',
    log = '',
    torn = '',
  }: Stored = {},
): string {
  const folder = path.join(workdir, 'episodes', String(number).padStart(4, '0'));
  mkdirSync(folder, { recursive: true });
  const json = (name: string, value: object) =>
    writeFileSync(path.join(folder, name), JSON.stringify(value));
  if (manifest) {
    json('manifest.json', {
      schemaVersion: SCHEMA_VERSION,
      startedAt: '2026-01-02T03:04:05.000Z',
      run: null,
      player,
      model: 'offline',
      seed: 1,
      story: { ifid: story, title: `Story ${story}`, file: null, sha256: 'x' },
      episode: number,
      config: settings(),
      startFiles: {},
      helpedWith: { memory: 'fresh' },
    });
  }
  if (summary) json('summary.json', { ...summaryOf(number, words), stopReason: 'max-turns' });
  const trajectory = openRecordLog(path.join(folder, 'trajectory.jsonl')).log;
  const calls = openRecordLog(path.join(folder, 'model-calls.jsonl')).log;
  for (let turn = 1; turn <= turns; turn += 1) {
    trajectory.append(turnOf(turn, words));
    calls.append({ ...agentCall(turn, words), finishReason: 'stop' });
  }
  trajectory.close();
  calls.close();
  appendFileSync(path.join(folder, 'trajectory.jsonl'), torn);
  writeFileSync(path.join(folder, 'log.jsonl'), log);
  return folder;
}
