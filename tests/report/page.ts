import { gunzipSync } from 'node:zlib';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import type { PackedEpisode } from '../../src/report/episode-viewer.ts';

type Node = DefaultTreeAdapterTypes.Node;
export type Element = DefaultTreeAdapterTypes.Element;

/** Every element of a page, as a browser's parser sees it. */
export function elementsOf(page: string): readonly Element[] {
  return descendants(parse(page)).filter((node): node is Element => 'tagName' in node);
}

/** The text that an element shows, its descendants' included. */
export function textOf(node: Node): string {
  return descendants(node)
    .map((one) => ('value' in one ? one.value : ''))
    .join('');
}

export function attribute(element: Element, name: string): string | null {
  return element.attrs.find((attr) => attr.name === name)?.value ?? null;
}

/** What the viewer's script is given of each episode. */
export function packedEpisodes(page: string): readonly PackedEpisode[] {
  return elementsOf(page)
    .filter((element) => attribute(element, 'class') === 'episode-data')
    .map((block) => {
      const json = gunzipSync(Buffer.from(textOf(block), 'base64')).toString();
      return JSON.parse(json) as PackedEpisode;
    });
}

function descendants(node: Node): Node[] {
  const found: Node[] = [];
  const gather = (one: Node): void => {
    found.push(one);
    if ('childNodes' in one) one.childNodes.forEach(gather);
  };
  gather(node);
  return found;
}
