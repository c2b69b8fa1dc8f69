// The attack on what is drawn in the holes: how alike the figure on the piece and that in each hole are, by several measures,
// when one is turned, stretched, moved or mirrored.
import { findHoles } from './captcha-outlines.ts';
import {
  centre,
  close,
  cut,
  directionsOf,
  edgesOf,
  makeSolid,
  move,
  profileOf,
  type Turn,
  type Window,
} from './captcha-shapes.ts';
import { piece, type Views, width } from './captcha-views.ts';

/** What attackers make of one window, each once. */
export interface Sight {
  readonly window: Window;
  readonly solid: Window;
  readonly closed: Window;
  readonly stain: Window;
  readonly edges: Window;
  /** Of the window, its figure in the middle. */
  readonly directions: Float32Array;
}

function look(window: Window): Sight {
  const own = makeSolid(window);
  const stain = close(window);
  return {
    window: centre(window, own),
    solid: centre(own),
    closed: centre(makeSolid(stain)),
    stain: centre(stain),
    edges: centre(edgesOf(window), own),
    directions: directionsOf(centre(window, own)),
  };
}

export interface Figures {
  readonly onPiece: Sight;
  readonly inHoles: readonly Sight[];
  /** Left edges of the holes. */
  readonly xs: readonly number[];
}

function middleRow({ alpha }: Views): number {
  const isRow = (y: number) => [20, 25, 30].every(x => alpha[y * piece + x]! > 0.5);
  const rows = Array.from({ length: alpha.length / piece }, (_, y) => y).filter(isRow);
  return Math.round((rows[0]! + rows.at(-1)!) / 2);
}

export function readFigures(views: Views): Figures {
  const y = middleRow(views);
  const xs = findHoles(views);
  const inHoles = xs.map(x => look(cut(views.planes[0]!, width, x + piece / 2, y)));
  return { onPiece: look(cut(views.pieceColours[0]!, piece, piece / 2, y)), inHoles, xs };
}

/** With a mean of 0 and a length of 1: then a product of two is their correlation. */
function normalise(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const length = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0)) || 1;
  return values.map(value => (value - mean) / length);
}

function multiply(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

const turns: readonly Turn[] = [-50, -38, -25, -12, 0, 12, 25, 38, 50].flatMap(degrees =>
  [0.9, 1.1].flatMap(scale => [1, -1].map(flip => ({ angle: (degrees * Math.PI) / 180, scale, flip }))),
);

/** For each hole a number: the higher, the more alike. */
type Measure = (figures: Figures) => number[];

const turned =
  (view: (sight: Sight) => Window, express: (window: Window) => Float32Array, steps: readonly number[]): Measure =>
  ({ onPiece, inHoles }) => {
    const own = turns.flatMap(turn => steps.flatMap(dx => steps.map(dy => express(move(view(onPiece), turn, dx, dy)))));
    return inHoles.map(hole => {
      const other = express(view(hole));
      return Math.max(...own.map(one => multiply(one, other)));
    });
  };

function compareProfiles(a: Window, b: Window): number {
  const [pa, pb] = [profileOf(a), profileOf(b)];
  const shifted = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map(turn => pb.map((_, i) => pb[(i + turn + 36) % 36]!));
  const all = [...shifted, ...shifted.map(each => [...each].reverse())];
  return -Math.min(...all.map(each => each.reduce((sum, value, i) => sum + Math.abs(value - pa[i]!), 0)));
}

const inPairs =
  (compare: (onPiece: Sight, inHole: Sight) => number): Measure =>
  ({ onPiece, inHoles }) =>
    inHoles.map(hole => compare(onPiece, hole));

const area = (solid: Window) => solid.reduce((sum, value) => sum + value, 0);

export const measures = {
  /** Two drawings of one thing have nearly the same silhouette. */
  'solid shapes': turned(sight => sight.solid, normalise, [0]),
  /** Lines with gaps do not fill; closed first, they do. */
  'closed shapes': turned(sight => sight.closed, normalise, [0]),
  /** A stain needs no threshold that could fail. */
  stains: turned(sight => sight.stain, normalise, [0]),
  /** A filled figure and its outline have edges at the same places. */
  edges: turned(sight => sight.edges, normalise, [-1, 1]),
  /** Directions of edges in cells bear small shifts: how pedestrians were found before networks. */
  'directions of edges': turned(sight => sight.window, directionsOf, [0]),
  /** How far a shape reaches in each direction says long or round, two ears or one, at any turn. */
  profiles: inPairs((a, b) => compareProfiles(a.solid, b.solid)),
  'profiles of closed shapes': inPairs((a, b) => compareProfiles(a.closed, b.closed)),
  /** Figures of one kind cover about as much. */
  sizes: inPairs((a, b) => -Math.abs(area(a.solid) - area(b.solid))),
} as const satisfies Readonly<Record<string, Measure>>;
