const OWN_IMPORT = /^import \{[^}]*\} from '\.\/[\w-]+\.js';\n/gm;
const EXPORT = /^export (?=(?:async )?function |const )/gm;

/**
 * The page's script files as the one module that stands in the page. They may import nothing but each other, by name;
 * the first come first. Throws RangeError when something else would be left to import.
 */
export function joinModules(sources: readonly string[]): string {
  const script = sources
    .map((source) => source.replace(OWN_IMPORT, '').replace(EXPORT, '').trim())
    .join('\n\n');
  if (/^(?:import|export)\b/m.test(script)) {
    throw new RangeError('A script of the page imports or exports what the page cannot carry.');
  }
  return `${script}\n`;
}
