/**
 * The linter's rule for imports: who owns a package, which folders a folder sees, and what of them.
 * One rule reads the tables, because an override per folder would replace the rule and so repeat it.
 */
import path from 'node:path';

const SRC = path.resolve(import.meta.dirname, '../src');

/** A package and the one folder that imports it. A name that ends with a slash is a scope. */
const OWNERS = {
  ifvms: 'interpreter',
  openai: 'model',
  '@pydantic/': 'model',
  'proper-lockfile': 'storage',
  pino: 'events',
  pg: 'fleet/postgres',
  'pg-boss': 'fleet/postgres',
  '@modelcontextprotocol/': 'commands/mcp',
  fs: 'storage',
  'fs/promises': 'storage',
};

/** A folder and the folders that it may import beside itself. */
const SEES = {
  domain: [],
  storage: ['domain'],
  interpreter: ['domain'],
  prompts: ['domain'],
  model: ['domain', 'prompts', 'player'],
  config: ['domain', 'model'],
  events: ['domain', 'storage'],
};
SEES.managers = SEES.records = Object.keys(SEES);
for (const folder of [
  'turn',
  'episode',
  'verify',
  'exam',
  'run',
  'report',
  'eval',
  'fleet',
  'commands',
]) {
  SEES[folder] = Object.keys(SEES);
}
// after the loop: only the table of players opens the offline player
SEES.player = ['domain', 'model', 'prompts'];

/** A folder and the files of another folder that it sees; it sees all of a folder not named. */
const ASKS = ['model', 'ask', 'reply-schema'];
const PLAYS = { interpreter: ['interpreter'], model: ['model', 'call-record', 'players'] };
const PORTS = {
  model: { player: ['offline-player'] },
  player: { model: ['model'] },
  managers: {
    interpreter: ['interpreter'],
    model: ASKS,
    storage: ['storage', 'bytes', 'merged-file'],
    events: ['event', 'meter'],
  },
  turn: { interpreter: ['interpreter'], model: ASKS, events: ['event'] },
  episode: {
    interpreter: ['interpreter'],
    model: [...ASKS, 'budget'],
    storage: ['storage', 'bytes'],
    events: ['event'],
  },
  eval: PLAYS,
  fleet: PLAYS,
};

/** What is wrong with a file of src importing this, or undefined. Both are paths in src. */
function wrongFile(from, to) {
  const [folder, ...inside] = from.split('/');
  const [other, ...wanted] = to.split('/');
  if (inside.length === 0) return undefined;
  if (other === folder) {
    const apart = folder === 'managers' && inside.length > 1 && wanted.length > 1;
    if (!apart || inside[0] === wanted[0]) return undefined;
    return 'Managers do not import each other; take a narrow interface through the constructor.';
  }
  if (!SEES[folder]?.includes(other)) {
    return `src/${folder} may import only: ${['itself', ...(SEES[folder] ?? [])].join(', ')}.`;
  }
  const port = PORTS[folder]?.[other];
  if (!port || port.includes(wanted.join('/').replace(/\.ts$/, ''))) return undefined;
  return `src/${folder} sees only the port of src/${other}: ${port.join(', ')}.`;
}

/** What is wrong with a file of src importing this package, or undefined. */
function wrongPackage(from, specifier) {
  const name = specifier.replace(/^node:/, '');
  const owned = Object.keys(OWNERS).find(
    (owned) => name === owned || (owned.endsWith('/') && name.startsWith(owned)),
  );
  if (!owned || from.startsWith(`${OWNERS[owned]}/`)) return undefined;
  return owned.startsWith('fs')
    ? 'Only src/storage touches files; take a port.'
    : `Only src/${OWNERS[owned]} imports ${name}.`;
}

function create(context) {
  const from = path.relative(SRC, context.filename).replaceAll(path.sep, '/');
  const check = (node) => {
    const specifier = node.source?.value;
    if (typeof specifier !== 'string') return;
    const message = specifier.startsWith('.')
      ? wrongFile(from, path.posix.join(path.posix.dirname(from), specifier))
      : wrongPackage(from, specifier);
    if (message) context.report({ node, message });
  };
  return {
    ImportDeclaration: check,
    ImportExpression: check,
    ExportNamedDeclaration: check,
    ExportAllDeclaration: check,
    TSImportType: check,
  };
}

export default { meta: { name: 'house' }, rules: { imports: { create } } };
