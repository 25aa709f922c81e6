/** How often something that chance varies is tried: a sample in `npm test`, in full in `npm run soak`. */
export function repeats(sample: number, full: number): number {
  return process.env['ZORKGPT_SOAK'] === undefined ? sample : full;
}
