import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../../src/domain/version.ts';
import { ExperimentFolder } from '../../src/eval/experiment-folder.ts';
import { jsonFile } from '../../src/domain/json.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { experimentPlan } from './experiment-plan.ts';
import { armFlags } from '../../src/eval/plan.ts';
import { loadConfig } from '../../src/config/load.ts';
import { parseArms } from '../../src/eval/arms.ts';

it('an episode of an experiment plays all its turns, and warns as any other when it gets nowhere', () => {
  const [arm] = parseArms('no-memory');
  if (arm === undefined) throw new Error('There is no arm.');
  const flags = armFlags(arm, 500, {});
  const place = { flags, cwd: '/tmp', environment: {}, readText: () => null };
  const { config } = loadConfig(place);
  expect(config.episode).toMatchObject({ maxTurns: 500, stopWhenStuck: false, maxTurnsStuck: 40 });
  expect(config.memory.enabled).toBe(false);
});

it('an experiment of another version is refused in one sentence and left as it is', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'plan.json');
  const plan = jsonFile(experimentPlan());
  const earlier = plan.replace(/"schemaVersion": \d+/, `"schemaVersion": ${SCHEMA_VERSION - 1}`);
  writeFileSync(file, earlier);
  expect(() => new ExperimentFolder(folder).plan()).toThrow(
    /^[^\n]*plan\.json is damaged or of another version of zorkgpt; [^\n]*$/,
  );
  expect(readFileSync(file, 'utf8')).toBe(earlier);
  writeFileSync(file, plan);
  expect(new ExperimentFolder(folder).plan()).toEqual(experimentPlan());
});
