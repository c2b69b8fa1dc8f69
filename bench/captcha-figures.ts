// The attack on what is drawn in the holes: finds the row of holes by their outline, makes solid shapes of the figures in them and on
// the piece, and looks for the hole whose shape lies best on the piece's when turned, stretched, moved or mirrored.
import { type Plane, piece, type Views, width } from './captcha-views.ts';

/** Pixels from the middle of a figure to the border of the window. */
const reach = 16;
const side = 2 * reach + 1;

type Window = Float32Array;

const cut = (plane: Plane, across: number, cx: number, cy: number): Window =>
  Float32Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [cx - reach + (i % side), cy - reach + Math.floor(i / side)];
    return plane[y * across + Math.min(across - 1, Math.max(0, x))] ?? 0;
  });

const farOf = (i: number) => Math.hypot((i % side) - reach, Math.floor(i / side) - reach);

/** The value that parts the window's pixels into the two most even classes (Otsu). */
function findThreshold(window: Window): number {
  const sorted = [...window].filter((_, i) => farOf(i) < 14).sort((a, b) => a - b);
  const sums = [0];
  for (const value of sorted) sums.push(sums.at(-1)! + value);
  let [best, threshold] = [-1, 0];
  for (let k = 8; k < sorted.length - 8; k++) {
    const [low, high] = [sums[k]! / k, (sums.at(-1)! - sums[k]!) / (sorted.length - k)];
    const apart = k * (sorted.length - k) * (high - low) ** 2;
    if (apart > best) [best, threshold] = [apart, sorted[k]!];
  }
  return threshold;
}

/** 1 where the figure is, its inside filled; what can be reached from the window's rim is ground. */
export function makeSolid(window: Window): Window {
  const threshold = findThreshold(window);
  const rim = [...window].filter((_, i) => farOf(i) > 12.5 && farOf(i) < 15);
  const isGroundHigh = rim.filter(value => value > threshold).length > rim.length / 2;
  const isGround = (i: number) => window[i]! > threshold === isGroundHigh;
  const solid = new Float32Array(window.length).fill(1);
  const open = [...solid.keys()].filter(i => farOf(i) > 13.5);
  for (const i of open) solid[i] = 0;
  while (open.length > 0) {
    const at = open.pop()!;
    for (const next of [at - 1, at + 1, at - side, at + side])
      if (solid[next] === 1 && isGround(next)) {
        solid[next] = 0;
        open.push(next);
      }
  }
  return solid;
}

function correlate(a: Window, b: Window): number {
  let [sa, sb, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    sa += a[i]!;
    sb += b[i]!;
    aa += a[i]! ** 2;
    bb += b[i]! ** 2;
    ab += a[i]! * b[i]!;
  }
  const n = a.length;
  const spread = Math.sqrt((aa - sa ** 2 / n) * (bb - sb ** 2 / n));
  return spread > 0 ? (ab - (sa * sb) / n) / spread : -1;
}

function transform(window: Window, angle: number, scale: number, flip: number, dx: number, dy: number): Window {
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  return Float32Array.from({ length: window.length }, (_, i) => {
    const [x, y] = [(i % side) - reach - dx, Math.floor(i / side) - reach - dy];
    const [u, v] = [Math.round(flip * (cos * x + sin * y) + reach), Math.round(cos * y - sin * x + reach)];
    return u >= 0 && v >= 0 && u < side && v < side ? window[v * side + u]! : 0;
  });
}

/** Moves a shape's middle to the middle of the window. */
function centre(window: Window): Window {
  let [x, y, sum] = [0, 0, 1e-6];
  for (let i = 0; i < window.length; i++) {
    x += window[i]! * ((i % side) - reach);
    y += window[i]! * (Math.floor(i / side) - reach);
    sum += window[i]!;
  }
  return transform(window, 0, 1, 1, -x / sum, -y / sum);
}

const angles = Array.from({ length: 11 }, (_, i) => ((i - 5) * 10 * Math.PI) / 180);

function likeness(a: Window, b: Window, moves: readonly number[]): number {
  let best = -1;
  for (const angle of angles)
    for (const scale of [0.85, 1, 1.15])
      for (const flip of [1, -1])
        for (const dx of moves)
          for (const dy of moves) best = Math.max(best, correlate(a, transform(b, angle, scale, flip, dx, dy)));
  return best;
}

/** The five places where the outline is seen best, at least so far apart. */
function findHoles(outline: Float64Array): number[] {
  const found: number[] = [];
  const order = [...outline.keys()].sort((a, b) => outline[b]! - outline[a]!);
  for (const x of order) if (found.length < 5 && found.every(hole => Math.abs(hole - x) > 40)) found.push(x);
  return found;
}

function middleRow({ alpha }: Views): number {
  const isRow = (y: number) => [20, 25, 30].every(x => alpha[y * piece + x]! > 0.5);
  const rows = Array.from({ length: alpha.length / piece }, (_, y) => y).filter(isRow);
  return Math.round((rows[0]! + rows.at(-1)!) / 2);
}

type Compare = (piece: Window, hole: Window) => number;

const figureAttack =
  (view: (views: Views) => { own: Plane; all: Plane }, prepare: (window: Window) => Window, compare: Compare) =>
  (views: Views, outline: Float64Array): Float64Array => {
    const y = middleRow(views);
    const { own, all } = view(views);
    const figure = prepare(cut(own, piece, piece / 2, y));
    const scores = new Float64Array(outline.length).fill(Number.NEGATIVE_INFINITY);
    for (const x of findHoles(outline)) scores[x] = compare(figure, prepare(cut(all, width, x + piece / 2, y)));
    return scores;
  };

const light = ({ pieceColours, planes }: Views) => ({ own: pieceColours[0]!, all: planes[0]! });

function edgesOf(window: Window): Window {
  return window.map((_, i) =>
    farOf(i) > 13.5 ? 0 : Math.hypot(window[i + 1]! - window[i - 1]!, window[i + side]! - window[i - side]!),
  );
}

/** How far the shape reaches in every direction, as it turns: compared at every turn by shifting. */
function profileOf(solid: Window): number[] {
  const reachOf = Array.from({ length: 36 }, () => 0);
  for (let i = 0; i < solid.length; i++) {
    if (solid[i] === 0) continue;
    const angle = Math.atan2(Math.floor(i / side) - reach, (i % side) - reach) + Math.PI;
    const at = Math.min(35, Math.floor((angle / (2 * Math.PI)) * 36));
    reachOf[at] = Math.max(reachOf[at]!, farOf(i));
  }
  return reachOf;
}

const compareProfiles: Compare = (a, b) => {
  const [pa, pb] = [profileOf(a), profileOf(b)];
  const turns = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map(turn => pb.map((_, i) => pb[(i + turn + 36) % 36]!));
  const all = [...turns, ...turns.map(each => [...each].reverse())];
  return -Math.min(...all.map(each => each.reduce((sum, value, i) => sum + Math.abs(value - pa[i]!), 0)));
};

/** Closes gaps between strokes: how far each pixel is from the ground's light, the most within two pixels, then the least. */
function close(window: Window): Window {
  const rim = [...window].filter((_, i) => farOf(i) > 12.5 && farOf(i) < 15).sort((a, b) => a - b);
  const ground = rim[Math.floor(rim.length / 2)]!;
  const around = (from: Window, choose: (...values: number[]) => number) =>
    from.map((_, i) => {
      const near: number[] = [];
      for (let v = -2; v <= 2; v++)
        for (let u = -2; u <= 2; u++) if (u * u + v * v <= 5) near.push(from[i + v * side + u] ?? 0);
      return choose(...near);
    });
  return around(
    around(
      window.map(value => Math.abs(value - ground)),
      Math.max,
    ),
    Math.min,
  );
}

const closeAndFill = (window: Window) => centre(makeSolid(close(window)));

const area = (solid: Window) => solid.reduce((sum, value) => sum + value, 0);

export const figureAttackers = {
  'figures as solid shapes': figureAttack(
    light,
    window => centre(makeSolid(window)),
    (a, b) => likeness(a, b, [0]),
  ),
  'figures closed and filled': figureAttack(light, closeAndFill, (a, b) => likeness(a, b, [0])),
  'figures as stains': figureAttack(
    light,
    window => centre(close(window)),
    (a, b) => likeness(a, b, [-2, 0, 2]),
  ),
  'closed figures by profile': figureAttack(light, closeAndFill, compareProfiles),
  'figures as edges': figureAttack(light, edgesOf, (a, b) => likeness(a, b, [-3, 0, 3])),
  'figures by profile': figureAttack(light, window => centre(makeSolid(window)), compareProfiles),
  'figures by size': figureAttack(light, makeSolid, (a, b) => -Math.abs(area(a) - area(b))),
} as const;
