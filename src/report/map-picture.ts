import { scaleQuantize } from 'd3-scale';
import { isDeath } from '../domain/turn-effect.ts';
import { locationId } from '../domain/ids.ts';
import { roomDisplayName, totalVisits, type MapGraph } from '../managers/map/map-graph.ts';
import type { EpisodeView } from './episode-view.ts';
import { markup, type Markup } from './page.ts';
import { legend, picture, px } from './plot.ts';
import type { MapData } from './report-data.ts';

/** The places of rooms and exits in Graphviz's layout. Coordinates are those of its `translate`d group. */
type Layout = NonNullable<ReturnType<typeof readLayout>>;

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

/** Reads Graphviz's SVG of a map: only numbers and label texts, so that no name smuggles anything in. Else null. */
export function readLayout(svg: string) {
  const [view, shift] = [VIEW_BOX.exec(svg), SHIFT.exec(svg)];
  if (view === null || shift === null) return null;
  const groups = [...svg.matchAll(GROUP)].map(([, kind, body = '']) => ({ kind, body }));
  return {
    width: Number(view[1]),
    height: Number(view[2]),
    shift: [Number(shift[1]), Number(shift[2])] as const,
    rooms: groups.flatMap(({ kind, body }) => (kind === 'node' ? readRoom(body) : [])),
    ways: groups.flatMap(({ kind, body }) => (kind === 'edge' ? readWay(body) : [])),
  };
}

function readRoom(body: string) {
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

/** An exit with its path data, only absolute M and C, and the corners of its arrow head. */
function readWay(body: string) {
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
      labelAt: label === null ? null : ([Number(label[1]), Number(label[2])] as const),
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

const NAME_LENGTH = 26;
/** For the number over a room in the first row. */
const HEADROOM = 14;
const HEAT_STEPS = [1, 2, 3, 4, 5] as const;

/** The map, shaded by visits, and the path of one episode. The viewer's script draws another path with the same classes. */
export function mapPicture(
  map: MapData,
  episodes: readonly EpisodeView[],
  chosen: EpisodeView | null,
  remembered: ReadonlySet<number>,
): Markup {
  if (map.picture.kind === 'failed')
    return markup`<p class="empty">There is no map picture: ${map.picture.reason}</p>`;
  const layout = readLayout(map.picture.svg);
  if (layout === null || layout.rooms.length === 0)
    return markup`<p class="empty">There is no map picture: no room is known yet.</p>`;
  const died = new Set(
    episodes.flatMap(({ turns }) =>
      turns.flatMap(({ record }) =>
        record !== null && isDeath(record) ? [record.before.location.id] : [],
      ),
    ),
  );
  const caption = {
    title: 'Map of what is known',
    description: `${layout.rooms.length} rooms and ${layout.ways.length} ways, shaded by visits.`,
  };
  const size = { width: layout.width, height: layout.height + HEADROOM };
  return markup`<label class="note"><input type="checkbox" id="map-whole"> whole map</label>
    <div class="map-scroll" tabindex="0" id="map">
      ${picture(caption, size, drawing(layout, map.graph, chosen?.path ?? [], { died, remembered }))}
    </div>
    <p class="note">Below the name of a room: its number, and how often it was entered.</p>
    ${legend([
      { swatch: 'room-unseen', name: 'seen only' },
      ...HEAT_STEPS.map((step) => ({
        swatch: `heat-${step}`,
        name: step === 1 ? 'few visits' : step === 5 ? 'most visits' : '',
      })),
      { swatch: 'room-died', name: 'died here' },
      { swatch: 'way-taken', name: 'path of the chosen episode, numbered by first entry' },
      { swatch: 'way-probed', name: 'way seen, never walked' },
      { swatch: 'way-deadly', name: 'deadly way' },
    ])}`;
}

function drawing(
  layout: Layout,
  graph: MapGraph,
  path: readonly number[],
  { died, remembered }: Readonly<Record<'died' | 'remembered', ReadonlySet<number>>>,
): Markup {
  const taken = new Set(path.slice(1).map((to, index) => `${path[index] ?? ''}-${to}`));
  const order = [...new Set(path)];
  const most = Math.max(1, ...[...graph.rooms.values()].map(totalVisits));
  const heat = scaleQuantize([1, Math.max(most, 2)], HEAT_STEPS);
  const [dx, dy] = layout.shift;
  return markup`<g transform="translate(${px(dx)} ${px(dy + HEADROOM)})">
    ${layout.ways.map((way) => drawWay(way, !way.isProbed && taken.has(`${way.from}-${way.to}`)))}
    ${layout.rooms.map((placed) => {
      const room = graph.rooms.get(locationId(placed.id));
      const visits = room === undefined ? 0 : totalVisits(room);
      const drawn = drawRoom(placed, {
        name: roomDisplayName(graph, locationId(placed.id)),
        visits,
        order: order.indexOf(placed.id) + 1,
        look: `${visits === 0 ? 'room-unseen' : `heat-${heat(visits)}`}${died.has(placed.id) ? ' room-died' : ''}`,
      });
      return remembered.has(placed.id) ? markup`<a href="#room-${placed.id}">${drawn}</a>` : drawn;
    })}</g
  >`;
}

function drawWay(way: Layout['ways'][number], isTaken: boolean): Markup {
  const kind = `way${way.isProbed ? ' way-probed' : ''}${way.isDeadly ? ' way-deadly' : ''}${isTaken ? ' way-taken' : ''}`;
  const [x, y] = way.labelAt ?? [0, 0];
  return markup`<g class="${kind}"${way.isProbed ? null : markup` data-way="${way.from}-${way.to}"`}
    ><path d="${way.path}" /><polygon points="${way.head}" />${
      way.labelAt === null
        ? null
        : markup`<text x="${px(x)}" y="${px(y)}">${short(way.label, 20)}</text>`
    }</g
  >`;
}

/** A room. `order` is its place in the chosen path, 0 for none. */
function drawRoom(
  { id, box }: Layout['rooms'][number],
  {
    name,
    visits,
    order,
    look,
  }: Readonly<{ name: string; visits: number; order: number; look: string }>,
): Markup {
  const [left, top, right, bottom] = box;
  const middle = px((left + right) / 2);
  const times = visits === 0 ? '' : ` · ${visits}×`;
  return markup`<g class="room ${look}${order > 0 ? ' on-path' : ''}" data-room="${id}"
    ><title>${name} (${id}), ${visits} visits</title>
    <rect
      x="${px(left)}"
      y="${px(top)}"
      width="${px(right - left)}"
      height="${px(bottom - top)}"
      rx="5"
    />
    <text class="name" x="${middle}" y="${px(bottom - 24)}">${short(name, NAME_LENGTH)}</text>
    <text class="visits" x="${middle}" y="${px(bottom - 9)}">${id}${times}</text>
    <text class="order" x="${px(left + 3)}" y="${px(top - 2)}">${order > 0 ? order : ''}</text></g
  >`;
}

function short(text: string, length: number): string {
  const characters = Array.from(text.replace(/\s+/g, ' '));
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
