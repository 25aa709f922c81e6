/** Heading of what commands returned in earlier episodes. */
export const RETURNS_HEADING = 'What came later, when this was done here before';

/** What one command returned. */
interface ToldReturn {
  readonly command: string;
  readonly episodes: number;
  /** Of these, those in which points came later. */
  readonly paid: number;
}

/** `- light lamp: points later in 4 of 5 episodes`. */
export function returnLine({ command, episodes, paid }: ToldReturn): string {
  return `- ${command}: points later in ${paid} of ${episodes} episodes`;
}

/** Reads what `returnLine` wrote; null for any other line. */
export function readReturnLine(line: string): ToldReturn | null {
  const read = /^- (.+): points later in (\d+) of (\d+) episodes$/.exec(line);
  if (read === null) return null;
  const [, command = '', paid, episodes] = read;
  return { command, episodes: Number(episodes), paid: Number(paid) };
}
