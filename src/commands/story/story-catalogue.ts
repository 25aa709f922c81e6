/** A story that can be downloaded; kept only when its bytes have exactly this hash. */
export interface CataloguedStory {
  readonly name: string;
  readonly title: string;
  readonly ifid: string;
  readonly licence: string;
  readonly url: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
}

/** Stories whose owners allow copies. */
export const CATALOGUE: readonly CataloguedStory[] = [
  {
    name: 'zork1',
    title: 'Zork I, release 119',
    ifid: 'ZCODE-119-880429',
    licence: 'MIT',
    url: 'https://raw.githubusercontent.com/historicalsource/zork1/master/COMPILED/zork1.z3',
    sha256: '37084966477dff679282de42974b2077156b1bd68fad92a65d4ea94d8eb64d79',
  },
];
