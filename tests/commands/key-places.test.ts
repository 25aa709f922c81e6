/** @module-tag slow */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

describe('a key file that is a folder', () => {
  const place = () => ({
    cwd: temporaryFolder(),
    environment: { ZORKGPT_API_KEY_FILE: temporaryFolder() },
  });

  it.each([['run', '--story', SHIPPED_STORY, '--player', 'offline', '--turns', '2'], ['report']])(
    'stops %s with 78 and the variable that names it',
    async (...args) => {
      const { cwd, environment } = place();
      // Without an episode there is nothing to report.
      await runCli(['run', '--story', SHIPPED_STORY, '--player', 'offline', '--turns', '1'], {
        cwd,
      });
      const { code, err } = await runCli(args, { cwd, environment });
      expect(code).toBe(78);
      expect(err).toMatch(/^Error: ZORKGPT_API_KEY_FILE cannot be read [^\n]+\n$/);
    },
  );

  it('is a finding of doctor', async () => {
    const args = ['doctor', '--offline', '--json'];
    const { code, out } = await runCli(args, place());
    expect(code).toBe(78);
    const { findings } = JSON.parse(out) as { findings: { check: string; says: string }[] };
    const key = findings.find(({ check }) => check === 'key');
    expect(key?.says).toContain('ZORKGPT_API_KEY_FILE cannot be read');
  });
});

it.each(['.env', 'key file'])('an error line holds no key that stands in %s', async (where) => {
  const canary = 'canary-Zq7x9PfL2mW8';
  const cwd = temporaryFolder();
  writeFileSync(path.join(cwd, '.env'), where === '.env' ? `ZORKGPT_API_KEY=${canary}\n` : '');
  writeFileSync(path.join(cwd, 'key'), canary);
  writeFileSync(path.join(cwd, 'own.json'), '{}');
  const environment = where === '.env' ? {} : { ZORKGPT_API_KEY_FILE: path.join(cwd, 'key') };
  const elsewhere = temporaryFolder();
  const config = path.join(cwd, 'own.json');
  for (const json of [[], ['--json']]) {
    const args = ['fork', canary, '--turn', '1', '--config', config, ...json];
    const { code, err } = await runCli(args, { cwd: elsewhere, environment });
    expect(code).not.toBe(0);
    expect(err).toContain('[redacted]');
    expect(err).not.toContain(canary);
  }
});

it('a secret inside an address is in no dry run and in no manifest', async () => {
  const cwd = temporaryFolder();
  const models = { baseUrl: 'https://me:canary@example.com/v1?api_key=canary' };
  writeFileSync(path.join(cwd, 'zorkgpt.config.json'), JSON.stringify({ models }));
  const args = ['run', '--story', SHIPPED_STORY, '--player', 'offline', '--workdir', 'play'];
  for (const more of [['--dry-run'], ['--dry-run', '--json'], ['--turns', '2', '--json']]) {
    const { code, out, err } = await runCli([...args, ...more], { cwd });
    expect(code, err).toBe(0);
    expect(out).not.toContain('canary');
  }
  const manifest = readFileSync(path.join(cwd, 'play/episodes/0001/manifest.json'), 'utf8');
  expect(manifest).toContain('example.com');
  expect(manifest).not.toContain('canary');
});
