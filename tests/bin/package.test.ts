/** @module-tag slow */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyOfTheProgram } from '../helpers/program-copy.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** The package of a copy of the program, and an empty folder in which it is installed. */
function installed() {
  const { folder } = copyOfTheProgram();
  const out = execFileSync('npm', ['pack', '--json'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const packed = JSON.parse(out) as readonly Packed[] | Readonly<Record<string, Packed>>;
  const [pack] = Object.values(packed);
  const home = temporaryFolder();
  const modules = path.join(home, 'node_modules');
  mkdirSync(path.join(modules, 'zorkgpt'), { recursive: true });
  const archive = path.join(folder, pack?.filename ?? '');
  execFileSync('tar', [
    '-xzf',
    archive,
    '-C',
    path.join(modules, 'zorkgpt'),
    '--strip-components=1',
  ]);
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(manifest.dependencies)) {
    const link = path.join(modules, name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules', name), link);
  }
  return { home, files: pack?.files.map((file) => file.path) ?? [] };
}

/** The example of the README. */
function example(): string {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  return /```js\n(import \{ openGame \}[^`]*(?:`[^`]+)*?)```/.exec(readme)?.[1] ?? '';
}

describe('the package', () => {
  const { home, files } = installed();

  it('holds what runs, and no sources, tests or recordings', () => {
    for (const file of [
      'LICENSE',
      'README.md',
      'bin/zorkgpt.js',
      'dist/cli.js',
      'dist/index.d.ts',
      'dist/index.js',
      'game_files/story/saltmere.z5',
      'package.json',
      'src/prompts/agent.system.md',
      'zorkgpt.config.json',
    ]) {
      expect(files).toContain(file);
    }
    const odd = files.filter(
      (file) =>
        !/^(?:LICENSE|README\.md|package\.json|zorkgpt\.config\.json|bin\/zorkgpt\.js|dist\/[\w-]+\.js|dist\/index\.d\.ts)$/.test(
          file,
        ) && !/^(?:game_files\/story|src)\/.*\.(?:z5|inf|h|sh|md|css|js|json|txt)$/.test(file),
    );
    expect(odd).toEqual([]);
  });

  it('has nothing that npm runs when it is installed', () => {
    const { scripts = {}, ...manifest } = JSON.parse(
      readFileSync(path.join(home, 'node_modules/zorkgpt/package.json'), 'utf8'),
    ) as { scripts?: Record<string, string>; private?: boolean; license?: string };
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) {
      expect(scripts).not.toHaveProperty(name);
    }
    expect(manifest).toMatchObject({ license: 'MIT' });
    expect(manifest.private).toBeUndefined();
  });

  it('plays the example of the README', () => {
    const code = example();
    expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    const [, story = ''] = /openGame\('([^']+)'/.exec(code) ?? [];
    mkdirSync(path.join(home, path.dirname(story)), { recursive: true });
    copyFileSync(SHIPPED_STORY, path.join(home, story));
    writeFileSync(path.join(home, 'example.mjs'), code);
    const said = execFileSync(process.execPath, ['example.mjs'], { cwd: home, encoding: 'utf8' });
    expect(said).toMatch(/^\w+ leads to .+ \(\d+\), \d+ points: /m);
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])(
    'has types that hold under strict %s and %s, and are refused where they should be',
    (module, moduleResolution) => {
      const strict = {
        strict: true,
        noEmit: true,
        target: 'es2023',
        lib: ['es2023'],
        types: [],
        skipLibCheck: false,
      };
      const compilerOptions = {
        ...strict,
        module,
        moduleResolution,
        exactOptionalPropertyTypes: true,
      };
      const wrong =
        '// @ts-expect-error a room has a number\nexport const id: string = game.observe().location.id;\n';
      const console = 'declare const console: { log(...what: unknown[]): void };\n';
      writeFileSync(path.join(home, 'package.json'), '{"type":"module"}');
      writeFileSync(path.join(home, 'example.ts'), `${console}${example()}${wrong}`);
      writeFileSync(
        path.join(home, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['example.ts'] }),
      );
      const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
      expect(() =>
        execFileSync(process.execPath, [compiler, '-p', home], { stdio: 'pipe' }),
      ).not.toThrow();
    },
  );

  it('runs as a program', () => {
    const program = path.join(home, 'node_modules/zorkgpt/bin/zorkgpt.js');
    const said = execFileSync(process.execPath, [program, 'story', 'list', '--json'], {
      cwd: home,
      encoding: 'utf8',
    });
    expect(said).toContain('saltmere.z5');
  });
});
