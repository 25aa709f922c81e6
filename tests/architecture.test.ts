/** @module-tag slow */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { configJsonSchema } from '../src/config/resolve.ts';
import { VERSION } from '../src/domain/version.ts';
import { filesInCircles } from './helpers/import-circles.ts';
import { temporaryFolder } from './helpers/workdir.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** What the project's own linter says of files at these places: of each, its complaints. */
function lint(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'bin'));
  for (const file of ['.oxlintrc.json', 'bin/import-rules.js']) {
    copyFileSync(path.join(ROOT, file), path.join(folder, file));
  }
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  const oxlint = path.join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['--format', 'json'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
  const said = new Map(Object.keys(files).map((file) => [file, '']));
  for (const { filename, code, message } of diagnostics)
    said.set(filename, `${said.get(filename)}${code}: ${message}\n`);
  return said;
}

interface Diagnostic {
  readonly filename: string;
  readonly code: string;
  readonly message: string;
}

describe('the linter keeps the house in order', () => {
  const PLANTED = [
    ['src/domain/a.ts', "import '../managers/map/map-manager.ts';", 'src/domain may import only'],
    ['src/managers/map/a.ts', "import '../../turn/observe.ts';", 'src/managers may import only'],
    ['src/managers/map/a.ts', "import '../memory/entry.ts';", 'Managers do not import each other'],
    ['src/managers/map/a.ts', "import '../frontier/a.ts';", 'Managers do not import each other'],
    ['src/managers/memory/a.ts', "import '../recipe/a.ts';", 'Managers do not import each other'],
    [
      'src/managers/map/a.ts',
      "import '../../interpreter/exits.ts';",
      'only the port of src/interpreter',
    ],
    ['src/turn/a.ts', "import '../model/openai-model.ts';", 'only the port of src/model'],
    ['src/turn/a.ts', "import '../player/offline-player.ts';", 'src/turn may import only'],
    ['src/model/a.ts', "import '../player/journal.ts';", 'only the port of src/player'],
    ['src/player/a.ts', "import '../model/ask.ts';", 'only the port of src/model'],
    ['src/turn/a.ts', "import '../run/settings.ts';", 'src/turn may import only'],
    ['src/turn/a.ts', "export * from '../run/settings.ts';", 'src/turn may import only'],
    ['src/turn/a.ts', "export { a } from '../run/settings.ts';", 'src/turn may import only'],
    ['src/turn/a.ts', "import type { A } from '../run/settings.ts';", 'src/turn may import only'],
    ['src/turn/a.ts', "type A = typeof import('../run/settings.ts');", 'src/turn may import only'],
    ['src/turn/a.ts', "await import('../run/settings.ts');", 'src/turn may import only'],
    ['src/commands/a.ts', "import '../cli.ts';", 'src/commands may import only'],
    ['src/records/a.ts', "import '../turn/observe.ts';", 'src/records may import only'],
    ['src/run/a.ts', "import '../report/page.ts';", 'src/run may import only'],
    ['src/report/a.ts', "import '../commands/world.ts';", 'src/report may import only'],
    ['src/episode/a.ts', "import 'node:fs';", 'Only src/storage touches files'],
    ['src/commands/a.ts', "import 'node:fs/promises';", 'Only src/storage touches files'],
    ['src/model/a.ts', "import 'ifvms';", 'Only src/interpreter imports'],
    ['src/turn/a.ts', "import 'openai';", 'Only src/model imports'],
    ['src/managers/memory/a.ts', "import 'proper-lockfile';", 'Only src/storage imports'],
    ['src/storage/a.ts', "import 'pino';", 'Only src/events imports'],
    ['src/commands/a.ts', "import '@modelcontextprotocol/server';", 'src/commands/mcp imports'],
    ['src/run/a.ts', "import '@modelcontextprotocol/server';", 'src/commands/mcp imports'],
    ['src/fleet/a.ts', "import '@modelcontextprotocol/server';", 'src/commands/mcp imports'],
    ['src/fleet/postgres/a.ts', "import '@modelcontextprotocol/server';", 'src/commands/mcp'],
    ['src/commands/mcp/a.ts', "import 'pg';", 'Only src/fleet/postgres'],
    ['src/fleet/a.ts', "import 'pg';", 'Only src/fleet/postgres'],
    ['src/commands/fleet/a.ts', "import 'pg-boss';", 'Only src/fleet/postgres'],
    ['src/eval/a.ts', "import '../fleet/fleet.ts';", 'src/eval may import only'],
    ['src/turn/a.ts', 'export const a = process.env;', 'process.env'],
    ['src/turn/a.ts', "console.log('a');", 'console'],
    ['src/turn/a.ts', 'export default 1;', 'default'],
  ] as const;
  const CIRCLES = [
    ['a value', "import { b } from './b.ts'; export const a = b;"],
    ['a type', "import type { B } from './b.ts'; export type A = B;"],
    ['a type among values', "import { b, type B } from './b.ts'; export const a: B = b;"],
    ['an export of another file', "export { b } from './b.ts';"],
    ['an export of a type', "export type { B } from './b.ts';"],
  ] as const;
  const BACK = "import type * as A from './a.ts'; export const b = 1; export type B = typeof A;";
  const ALLOWED = "import { a } from '../../interpreter/interpreter.ts'; export const b = a;";
  /** Each under a name of its own, so that the linter runs once. */
  const named = (file: string, index: number) => file.replace(/a\.ts$/, `a${index}.ts`);
  let said: ReadonlyMap<string, string>;
  beforeAll(() => {
    const circles = CIRCLES.flatMap(([, content], index) => [
      [`src/domain/circle${index}/a.ts`, content],
      [`src/domain/circle${index}/b.ts`, BACK],
    ]);
    said = lint(
      Object.fromEntries([
        ...PLANTED.map(([file, content], index) => [named(file, index), content]),
        ...circles,
        ['src/managers/map/allowed.ts', ALLOWED],
      ]) as Record<string, string>,
    );
  });

  it.each(PLANTED.map((row, index) => [...row, index] as const))(
    '%s must not say %s',
    (file, _, complaint, index) => {
      expect(said.get(named(file, index))).toContain(complaint);
    },
  );

  it.each(CIRCLES.map(([what], index) => [what, index] as const))(
    'finds a circle of files by %s',
    (_, index) => {
      const complaints = ['a', 'b'].map((name) => said.get(`src/domain/circle${index}/${name}.ts`));
      expect(complaints.join('')).toContain('import(no-cycle)');
    },
  );

  it('has no circle of files in src, lazy imports counted', () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'a.ts'), "export const a = async () => import('./b.ts');");
    writeFileSync(path.join(folder, 'b.ts'), "export type { A } from './c.ts';");
    writeFileSync(path.join(folder, 'c.ts'), "export type A = typeof import('./a.ts');");
    writeFileSync(path.join(folder, 'd.ts'), "import './a.ts';");
    expect(filesInCircles(folder)).toEqual(['a.ts', 'b.ts', 'c.ts']);
    expect(filesInCircles(path.join(ROOT, 'src'))).toEqual([]);
  });

  it('lets a manager see the ports', () => {
    expect(said.get('src/managers/map/allowed.ts')).toBe('');
  });
});

describe('what is written twice is the same twice', () => {
  it('the version in package.json and in the program', () => {
    const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ version: VERSION });
  });

  it('the JSON Schema for editors and the schema of the configuration (npm run schema)', () => {
    const written = readFileSync(path.join(ROOT, 'src/config/config.schema.json'), 'utf8');
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
  });
});
