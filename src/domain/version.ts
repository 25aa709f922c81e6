/** Version of this program; the same as in package.json. */
export const VERSION = '0.1.0';

/** Form of everything that is recorded, in workdirs and experiments. What says another number is refused and left as it is. */
export const SCHEMA_VERSION = 3;
