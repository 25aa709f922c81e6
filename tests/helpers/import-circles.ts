import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SPECIFIER = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/**
 * The files below a folder that can reach themselves by relative imports, sorted. Types, re-exports and lazy imports
 * count: the linter sees all but the lazy ones.
 */
export function filesInCircles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name));
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const inCircle = files.filter((file) => reachedFrom(file, imports).has(file));
  return inCircle.map((file) => path.relative(folder, file)).sort();
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].map(([, specifier = '']) =>
    path.resolve(path.dirname(file), specifier),
  );
}

function reachedFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set(imports.get(file));
  // A set iterates over what is added to it meanwhile.
  for (const next of reached) imports.get(next)?.forEach((one) => reached.add(one));
  return reached;
}
