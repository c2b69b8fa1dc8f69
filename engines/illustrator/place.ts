// Places clusters in a backdrop: by depth and scale, near the things they are related to, and so that nothing named is hidden.
import type { Random } from 'contract/random.ts';
import type { Backdrop } from './backdrops/stage.ts';
import { type Cluster, shownSize } from './cluster.ts';
import { between, pick } from './random.ts';
import type { Place, RelationKind, Wish } from './wish.ts';

/** A cluster with its position: pixels per unit of height, and the pixel of its origin. */
export interface Standing {
  readonly cluster: Cluster;
  readonly x: number;
  readonly y: number;
  readonly unit: number;
  readonly isMirrored: boolean;
  readonly kind: 'ground' | 'water' | 'air' | 'heaven' | 'wall' | 'hung' | 'far';
  readonly box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly unit: number;
  readonly kind: Standing['kind'];
}

interface Room {
  readonly wish: Wish;
  readonly backdrop: Backdrop;
  readonly width: number;
  readonly height: number;
  readonly random: Random;
  /** Pixels of a person's height at the front. */
  readonly unit: number;
  /** Preferred horizontal position of the main thing, as a share of the width. */
  readonly focus: number;
}

const tries = 26;

/** Range of depths of a thing: 0 the back of the ground, 1 the front. */
const depths: Readonly<Partial<Record<Place, readonly [number, number]>>> = {
  b: [0, 0.14],
  v: [0.3, 0.72],
  t: [0.45, 0.92],
  r: [0.2, 0.5],
  g: [0.34, 0.78],
  k: [0.5, 0.9],
  e: [0.5, 0.9],
  n: [0.5, 0.9],
};

const depthScale = (t: number) => 0.56 + 0.44 * t;

function depthOf(wish: Wish, root: number): readonly [number, number] {
  const { place, size } = wish.things[root]!.thing;
  if (place === 'p' || place === 'o') return size > 1.2 ? [0.06, 0.4] : [0.4, 1];
  if (place === 'g' && size > 1.25) return [0.16, 0.5];
  return depths[place] ?? [0.34, 0.8];
}

const countTargets = [0, 0.5, 0.42, 0.36, 0.31, 0.29, 0.26, 0.24, 0.22];

/** Chooses the pixels of a person's height so that the main thing fills its share of the picture. */
function chooseUnit(wish: Wish, clusters: readonly Cluster[], width: number, height: number): number {
  const standing = clusters.filter(({ root }) => !['c', 'o', 'd', 'm'].includes(wish.things[root]!.thing.place));
  const main = findMain(wish, clusters);
  if (!main) return 260;
  const count = Math.min(8, Math.max(1, standing.length));
  const target = countTargets[count]! * Math.min(width, height * 1.15);
  const tall = Math.max(-main.top, (main.right - main.left) * 0.72);
  const wide = standing.reduce((sum, { left, right }) => sum + Math.min(right - left, tall * 2), 0);
  const rows = standing.length > 5 ? 2.2 : standing.length > 2 ? 1.45 : 0.96;
  const unit = Math.min(
    target / (tall * 0.85),
    (width * rows) / (wide * 0.82),
    (height * 0.8) / tall,
    (width * 0.84) / (main.right - main.left),
  );
  return Math.min(unit, 720);
}

const isAlive = (wish: Wish, root: number) => {
  const { thing } = wish.things[root]!;
  return thing.place === 'g' || thing.face !== undefined || thing.wear !== undefined;
};

function findMain(wish: Wish, clusters: readonly Cluster[]): Cluster | undefined {
  const near = clusters.filter(({ root }) => !['c', 'd', 'm', 'o'].includes(wish.things[root]!.thing.place));
  return (
    near.find(({ root, parts }) => isAlive(wish, root) || parts.some(({ of }) => isAlive(wish, of))) ??
    near[0] ??
    clusters[0]
  );
}

const boxOf = ({ left, right, top }: Cluster, { x, y, unit }: Spot, isMirrored: boolean): Standing['box'] => ({
  left: x + (isMirrored ? -right : left) * unit,
  right: x + (isMirrored ? -left : right) * unit,
  top: y + top * unit,
  bottom: y,
});

const areaOf = (box: Standing['box']) => Math.max(1, (box.right - box.left) * (box.bottom - box.top));
function overlap(a: Standing['box'], b: Standing['box']): number {
  const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return w > 0 && h > 0 ? w * h : 0;
}

/** Prices a spot by the things that hide each other and by the parts outside the picture. */
function judge(room: Room, box: Standing['box'], placed: readonly Standing[], isMain: boolean): number {
  const { width, height } = room;
  let cost = 0;
  for (const other of placed) {
    const shared = overlap(box, other.box);
    if (shared === 0) continue;
    const hidden = box.bottom < other.box.bottom ? areaOf(box) : areaOf(other.box);
    cost += (shared / hidden) * 5 + (shared / Math.min(areaOf(box), areaOf(other.box))) * 1.2;
  }
  const out = Math.max(0, 14 - box.left, box.right - width + 14) / Math.max(1, box.right - box.left);
  const over = Math.max(0, 10 - box.top, box.bottom - height) / Math.max(1, box.bottom - box.top);
  cost += out * 9 + over * 9;
  const middle = (box.left + box.right) / 2 / width;
  return cost + (isMain ? Math.abs(middle - room.focus) * 2.4 : 0) + room.random() * 0.18;
}

function groundSpot(room: Room, cluster: Cluster): Spot {
  const { wish, backdrop, width, random } = room;
  const [from, to] = depthOf(wish, cluster.root);
  const t = between(random, from, to);
  const { top, bottom } = backdrop.ground;
  return {
    x: between(random, 0.07, 0.93) * width,
    y: top + t * (bottom - top),
    unit: room.unit * depthScale(t),
    kind: 'ground',
  };
}

function waterSpot(room: Room, water: { readonly top: number; readonly bottom: number }): Spot {
  const { width, random } = room;
  const t = between(random, 0.25, 0.95);
  return {
    x: between(random, 0.12, 0.88) * width,
    y: water.top + t * (water.bottom - water.top),
    unit: room.unit * (0.6 + 0.4 * t),
    kind: 'water',
  };
}

function freeSpot(
  room: Room,
  zone: { readonly top: number; readonly bottom: number },
  cluster: Cluster,
  unit: number,
): Spot {
  const { width, random } = room;
  const tall = -cluster.top * unit;
  const low = Math.max(zone.top + tall, zone.bottom);
  return {
    x: between(random, 0.08, 0.92) * width,
    y: between(random, Math.min(zone.top + tall, low), low),
    unit,
    kind: 'air',
  };
}

/** Suggests a spot for sun, moon, stars and clouds, which have their own size, whatever is in front. */
function heavenSpot(room: Room, cluster: Cluster): Spot {
  const { wish, backdrop, width, random } = room;
  const wished = wish.things[cluster.root]!;
  const isArch = wished.thing.icon === 'rainbow' || wished.thing.icon === 'milky-way-band';
  if (isArch) {
    const wide = width * 0.74;
    return {
      x: width * between(random, 0.42, 0.58),
      y: backdrop.horizon + 20,
      unit: wide / (cluster.right - cluster.left),
      kind: 'heaven',
    };
  }
  const holds = cluster.parts.length > 1;
  const tall = -cluster.top;
  const pixels = holds
    ? Math.min(room.height * 0.62, room.unit * tall)
    : Math.min(330, 300 * wished.thing.size * wished.scale + 30);
  const unit = pixels / tall;
  return {
    ...freeSpot(room, { top: backdrop.sky.top, bottom: Math.max(backdrop.sky.bottom, pixels + 40) }, cluster, unit),
    kind: 'heaven',
  };
}

function suggest(room: Room, cluster: Cluster): Spot {
  const { wish, backdrop, width, height, random } = room;
  const wished = wish.things[cluster.root]!;
  const { place, icon } = wished.thing;
  const { action } = wished;
  if (place === 'c') return heavenSpot(room, cluster);
  if (backdrop.under && place !== 'b' && place !== 'p' && !(place === 'r') && icon !== 'crab')
    if (backdrop.ground.top > height * 0.83 ? place !== 't' && place !== 'g' : true)
      return freeSpot(room, backdrop.under, cluster, room.unit * between(random, 0.82, 1.05));
  if (place === 'y' || action === 'flying')
    return freeSpot(room, { top: backdrop.sky.top, bottom: backdrop.sky.bottom + 40 }, cluster, room.unit * 0.85);
  if (place === 'l')
    return freeSpot(
      room,
      { top: backdrop.sky.top + 40, bottom: backdrop.horizon + 80 },
      cluster,
      room.unit * between(random, 0.8, 1.05),
    );
  if ((place === 'w' || place === 'u' || action === 'swimming') && backdrop.water)
    return waterSpot(room, backdrop.water);
  if (place === 'o' && icon !== 'flag') {
    const unit = room.unit * between(random, 0.8, 1.1);
    const tall = -cluster.top * unit;
    return {
      x: between(random, 0.08, 0.92) * width,
      y: between(random, 0.05, 0.16) * height + tall,
      unit,
      kind: 'hung',
    };
  }
  if (place === 'm') {
    const unit = (backdrop.horizon * 0.62) / -cluster.top;
    return { x: between(random, 0.2, 0.8) * width, y: backdrop.horizon + 34, unit, kind: 'far' };
  }
  if (place === 'd' && backdrop.isIndoors) {
    const pixels = backdrop.horizon * (icon === 'door' || icon === 'fireplace' ? 0.62 : icon === 'window' ? 0.46 : 0.3);
    const low = icon === 'door' || icon === 'fireplace' ? backdrop.horizon + 6 : backdrop.horizon * 0.7;
    return { x: between(random, 0.14, 0.86) * width, y: low, unit: pixels / -cluster.top, kind: 'wall' };
  }
  if (icon === 'bridge') {
    const zone = backdrop.water ?? backdrop.ground;
    const wide = width * 0.5;
    return {
      x: between(random, 0.4, 0.6) * width,
      y: zone.top + (zone.bottom - zone.top) * 0.45,
      unit: wide / (cluster.right - cluster.left),
      kind: 'ground',
    };
  }
  return groundSpot(room, cluster);
}

/** Suggests a spot for a thing in relation to another one. */
function suggestBy(room: Room, cluster: Cluster, kind: RelationKind, other: Standing): Spot {
  const { backdrop, random } = room;
  const { top, bottom } = backdrop.ground;
  const deep = Math.min(1, Math.max(0, (other.y - top) / (bottom - top)));
  const at = (t: number, x: number): Spot => {
    const inside = Math.min(1, Math.max(0, t));
    return { x, y: top + inside * (bottom - top), unit: room.unit * depthScale(inside), kind: 'ground' };
  };
  const wide = other.box.right - other.box.left;
  const own = (cluster.right - cluster.left) * room.unit * depthScale(deep);
  const side = random() < 0.5 ? -1 : 1;
  const middle = (other.box.left + other.box.right) / 2;
  const isOnGround = other.kind === 'ground';
  if (kind === 'above') {
    const unit = Math.min(room.unit * 0.85, Math.max(room.unit * 0.45, (other.box.top - 40) / -cluster.top));
    return {
      x: middle + between(random, -0.2, 0.2) * wide,
      y: Math.max(other.box.top - 24, 30 - cluster.top * unit),
      unit,
      kind: 'air',
    };
  }
  if (!isOnGround) {
    const free = suggest(room, cluster);
    return free.kind === other.kind
      ? { ...free, x: middle + side * (wide / 2 + own * 0.6), y: other.y }
      : free.kind === 'ground'
        ? { ...free, x: middle + side * (wide / 2 + own * 0.3) }
        : free;
  }
  const isFlier = suggest(room, cluster).kind === 'air';
  if (isFlier)
    return {
      ...suggest(room, cluster),
      x: middle + side * (wide / 2 + own * 0.55),
      y: between(
        random,
        other.box.top + (other.box.bottom - other.box.top) * 0.15,
        other.box.bottom - (other.box.bottom - other.box.top) * 0.35,
      ),
    };
  if (kind === 'under') return at(deep + between(random, 0.04, 0.26), middle + between(random, -0.5, 0.5) * wide);
  if (kind === 'front')
    return at(Math.max(deep + between(random, 0.22, 0.4), 0.4), middle + between(random, -0.34, 0.34) * wide);
  if (kind === 'behind') {
    const isLarger = -cluster.top * room.unit > (other.box.bottom - other.box.top) * 1.3;
    return at(
      deep - between(random, 0.12, 0.24),
      middle + (isLarger ? between(random, -0.3, 0.3) : side * 0.62) * wide,
    );
  }
  return at(deep + between(random, 0, 0.1), middle + side * (wide / 2 + own * 0.54));
}

export function placeClusters(
  wish: Wish,
  clusters: readonly Cluster[],
  backdrop: Backdrop,
  { width, height, random }: { readonly width: number; readonly height: number; readonly random: Random },
): Standing[] {
  const room: Room = {
    wish,
    backdrop,
    width,
    height,
    random,
    unit: chooseUnit(wish, clusters, width, height),
    focus: pick(random, [0.5, 0.36, 0.64]),
  };
  const main = findMain(wish, clusters);
  const rank = (cluster: Cluster) => {
    const relation = wish.things[cluster.root]!.relations[0];
    const waits = relation ? 20 : 0;
    return waits + (cluster === main ? 0 : 5 - Math.min(4, shownSize(wish.things[cluster.root]!)));
  };
  const placed: Standing[] = [];
  for (const cluster of [...clusters].sort((a, b) => rank(a) - rank(b))) {
    const relation = wish.things[cluster.root]!.relations.find(
      ({ kind, to }) =>
        !['hold', 'wear', 'fly'].includes(kind) &&
        placed.some(({ cluster: by }) => by.parts.some(({ of }) => of === to)),
    );
    const other = relation && placed.find(({ cluster: by }) => by.parts.some(({ of }) => of === relation.to));
    let best: { standing: Standing; cost: number } | undefined;
    for (let i = 0; i < tries; i++) {
      const spot = relation && other ? suggestBy(room, cluster, relation.kind, other) : suggest(room, cluster);
      const isMirrored = random() < 0.5;
      const box = boxOf(cluster, spot, isMirrored);
      const others =
        relation?.kind === 'under' || relation?.kind === 'front' ? placed.filter(one => one !== other) : placed;
      const cost = judge(room, box, others, cluster === main && !relation);
      if (!best || cost < best.cost) best = { standing: { cluster, ...spot, isMirrored, box }, cost };
    }
    placed.push(pullInside(best!.standing, width, height));
  }
  return placed;
}

/** Moves a thing that crosses the border back inside, and shrinks it if it is larger than the picture. */
function pullInside(standing: Standing, width: number, height: number): Standing {
  const { box, cluster, isMirrored } = standing;
  const large = Math.max((box.right - box.left) / (width * 0.96), (box.bottom - box.top) / (height * 0.94), 1);
  const unit = standing.unit / large;
  const shrunk = boxOf(cluster, { ...standing, unit }, isMirrored);
  const dx = Math.max(0, 8 - shrunk.left) - Math.max(0, shrunk.right - width + 8);
  const dy = Math.max(0, 8 - shrunk.top) - Math.max(0, shrunk.bottom - height + 6);
  const moved = { ...standing, unit, x: standing.x + dx, y: standing.y + dy };
  return { ...moved, box: boxOf(cluster, moved, isMirrored) };
}
