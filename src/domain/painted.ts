import { styleText } from 'node:util';

/** The patterns that are painted, with their colours. */
const PAINTED: readonly (readonly [RegExp, Parameters<typeof styleText>[0]])[] = [
  [
    /\b(?:SUCCESS|victory)\b|\+\d+(?!\.?\d)(?: points?)?\b|a new best|(?<=\d )better\b|\bbetter$|^ok\b/gm,
    'green',
  ],
  [/\b(?:DANGER|FAILURE|(?<!\b0 )deaths?|died)\b|(?<=\d )worse\b|\bworse$|^fail\b/gm, 'red'],
  [/\b(?:TENTATIVE|killed)\b|^warn\b/gm, 'yellow'],
  [/\b(?:DISCOVERY|NOTE)\b/g, 'cyan'],
  [/(?<![\w/])\d+\/\d+(?![\w/])/g, 'bold'],
];

/** Whether output to a stream is painted: NO_COLOR and FORCE_COLOR decide, else whether it is a terminal. */
export function isPaintedStream(
  { isTTY }: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if ((NO_COLOR ?? '') !== '') return false;
  if ((FORCE_COLOR ?? '') !== '') return FORCE_COLOR !== '0';
  return isTTY === true && TERM !== 'dumb';
}

/** Paints scores, gains, deaths and categories of memories. The text must not have control characters yet. */
export function painted(text: string): string {
  return PAINTED.reduce(
    (so, [pattern, style]) =>
      so.replaceAll(pattern, (found) => styleText(style, found, { validateStream: false })),
    text,
  );
}
