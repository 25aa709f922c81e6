/** @module-tag slow */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startCli } from '../helpers/cli-child.ts';
import { ask, hasPostgres } from '../helpers/postgres.ts';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace, temporaryFolder } from '../helpers/workdir.ts';
import { everyFile, unpacked } from '../run/harness/played-files.ts';
import { newDatabase } from './harness.ts';

const PLANTED = 'planted-7f3a';
const planted = (where: string) => `${where}-${PLANTED}-0123456789`;

/** Every cell of every table of a database as text, packed ones unpacked. */
async function everyCell(url: string): Promise<readonly string[]> {
  const tables = await ask(
    url,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const cells: string[] = [];
  for (const name of tables.map((table) => String(table['name']))) {
    for (const row of await ask(url, `select * from ${name}`)) {
      for (const value of Object.values(row)) {
        if (Buffer.isBuffer(value)) cells.push(`${name}: ${unpacked(value).toString('latin1')}`);
        else if (value !== null) cells.push(`${name}: ${JSON.stringify(value)}`);
      }
    }
  }
  return cells;
}

/** Stands in every call of a model, so that whoever finds it has looked into them. */
const IN_CALLS = '"requestHash"';

describe.skipIf(!hasPostgres())('what a manifest leaves out', () => {
  it('reaches no table of a fleet and no file that comes back from one', async () => {
    const database = new URL(await newDatabase());
    if (database.password === '') database.password = planted('password');
    const url = database.href;
    const keys = temporaryFolder();
    writeFileSync(path.join(keys, 'key'), planted('file'));
    const { cwd, workdir } = makePlace({
      player: 'offline',
      notify: `http://127.0.0.1:9/${planted('notify')}`,
      fleet: { database: url },
      models: {
        apiKeyFile: path.join(keys, 'key'),
        endpoints: {
          own: { baseUrl: 'https://models.test/v1', headers: { 'x-key': planted('header') } },
        },
      },
    });
    writeFileSync(path.join(cwd, '.env'), `OPENAI_API_KEY=${planted('dotenv')}\n`);
    const environment = { ZORKGPT_API_KEY: planted('sk'), HOOK_TOKEN: planted('token') };
    const worker = startCli(['worker', '--fleet', url], { cwd: temporaryFolder() });
    await worker.said('waits for work');
    const words = ['run', '--episodes', '1', '--turns', '2', '--fleet', url];
    const { code, err } = await runCli(words, { cwd, environment });
    expect(code, err).toBe(0);
    await runCli(['fleet', 'drain', '--fleet', url], { cwd, environment });
    await worker.ended;
    const cells = await everyCell(url);
    expect(cells.some((cell) => cell.includes('"player":"offline"'))).toBe(true);
    expect(cells.some((cell) => cell.includes(IN_CALLS))).toBe(true);
    expect(cells.filter((cell) => cell.includes(PLANTED))).toEqual([]);
    const files = everyFile(workdir);
    expect(files.map(([file]) => path.basename(file))).toContain('manifest.json');
    const holders = (words: string) => files.filter(([, bytes]) => unpacked(bytes).includes(words));
    expect(holders(IN_CALLS).map(([file]) => path.basename(file))).toContain(
      'model-calls.jsonl.br',
    );
    const holding = holders(PLANTED);
    expect(holding.map(([file]) => file)).toEqual([]);
  });
});
