/** Version of this program; the same as in package.json. */
export const VERSION = '0.1.0';

/** The form of all records, in workdirs and experiments. Records with another number are refused and left as they are. */
export const SCHEMA_VERSION = 3;
