import path from 'node:path';
import { writeFileAtomic } from '../src/storage/write-file-atomic.ts';
import { configJsonSchema } from '../src/config/resolve.ts';

/** Writes the JSON Schema that editors use for a configuration file. Run by `npm run schema`. */
writeFileAtomic(
  path.join(import.meta.dirname, '../src/config/config.schema.json'),
  `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
);
