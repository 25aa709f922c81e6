/** Where Graphviz put the rooms and ways of a map. Coordinates are those of its `translate`d group. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly shift: readonly [number, number];
  readonly rooms: readonly PlacedRoom[];
  readonly ways: readonly PlacedWay[];
}

export interface PlacedRoom {
  readonly id: number;
  /** Left, top, right, bottom. */
  readonly box: readonly [number, number, number, number];
}

export interface PlacedWay {
  readonly from: number;
  readonly to: number;
  /** Path data: absolute M and C only. */
  readonly path: string;
  /** Corners of the arrow head. */
  readonly head: string;
  readonly label: string;
  readonly labelAt: readonly [number, number] | null;
  readonly isDeadly: boolean;
  readonly isProbed: boolean;
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const PAIR = String.raw`${NUMBER},${NUMBER}`;
const VIEW_BOX = new RegExp(`viewBox="0\\.00 0\\.00 (${NUMBER}) (${NUMBER})"`);
const SHIFT = new RegExp(`translate\\((${NUMBER}) (${NUMBER})\\)`);
const GROUP = /<g id="\w+" class="(node|edge)">([\s\S]*?)<\/g>/g;
const ROOM = /<title>L(\d{1,9})<\/title>/;
const WAY = /<title>L(\d{1,9})(?:&#45;|-)(?:&gt;|>)L(\d{1,9})<\/title>/;
const POINTS = new RegExp(`<polygon [^>]*points="((?:${PAIR} ?)+)"`);
const PATH = new RegExp(`<path ([^>]*)d="(M${PAIR}C(?:${PAIR} ?)+)"`);
const LABEL = new RegExp(`<text [^>]*x="(${NUMBER})" y="(${NUMBER})"[^>]*>([^<]*)</text>`);

/**
 * Reads the SVG that Graphviz made of a map. Only numbers and label texts are taken over, so nothing that a room's name
 * may have smuggled in survives. Null when it is not such a picture.
 */
export function readLayout(svg: string): Layout | null {
  const [view, shift] = [VIEW_BOX.exec(svg), SHIFT.exec(svg)];
  if (view === null || shift === null) return null;
  const rooms: PlacedRoom[] = [];
  const ways: PlacedWay[] = [];
  for (const [, kind, body = ''] of svg.matchAll(GROUP)) {
    if (kind === 'node') rooms.push(...readRoom(body));
    else ways.push(...readWay(body));
  }
  return {
    width: Number(view[1]),
    height: Number(view[2]),
    shift: [Number(shift[1]), Number(shift[2])],
    rooms,
    ways,
  };
}

function readRoom(body: string): PlacedRoom[] {
  const [id, points] = [ROOM.exec(body)?.[1], POINTS.exec(body)?.[1]];
  if (id === undefined || points === undefined) return [];
  const corners = points
    .trim()
    .split(' ')
    .map((pair) => pair.split(',').map(Number));
  const xs = corners.map(([x = 0]) => x);
  const ys = corners.map(([, y = 0]) => y);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  return [{ id: Number(id), box }];
}

function readWay(body: string): PlacedWay[] {
  const [ends, path, head] = [WAY.exec(body), PATH.exec(body), POINTS.exec(body)?.[1]];
  if (ends === null || path === null || head === undefined) return [];
  const label = LABEL.exec(body);
  const strokes = path[1] ?? '';
  return [
    {
      from: Number(ends[1]),
      to: Number(ends[2]),
      path: path[2] ?? '',
      head,
      label: decode(label?.[3] ?? ''),
      labelAt: label === null ? null : [Number(label[1]), Number(label[2])],
      isDeadly: strokes.includes('stroke="red"'),
      isProbed: strokes.includes('stroke-dasharray'),
    },
  ];
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

function decode(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|([a-z]+));/g,
    (whole, code: string | undefined, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name] ?? whole;
      const point = Number(code);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
