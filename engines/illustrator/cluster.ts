// Clusters: related things that are assembled before they are placed, such as a cat with a hat on a table.
import type { Random } from 'contract/random.ts';
import { drawFigure, type Figure } from './figures.ts';
import { requireIcon } from './icons.ts';
import type { Relation, Wish, WishedThing } from './wish.ts';

/** A figure of a cluster. The unit of length is the height of a person; y grows downwards, with the ground at 0. */
export interface Part {
  /** Index in the wish. */
  readonly of: number;
  readonly figure: Figure;
  /** The middle of its lower edge. */
  readonly x: number;
  readonly base: number;
  readonly height: number;
  /** Larger values are nearer. */
  readonly order: number;
  /** The end of a string attached to it. */
  readonly string?: readonly [x: number, y: number];
  /** Rotation about its centre in degrees. */
  readonly turn?: number;
}

export interface Cluster {
  /** Index of the thing that the cluster is built on. */
  readonly root: number;
  readonly parts: readonly Part[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** Compresses the range of sizes, so that a ladybird is visible beside a house. */
export const shownSize = ({ thing, scale }: WishedThing): number => thing.size ** 0.72 * scale;

const widthOf = (part: Pick<Part, 'figure' | 'height'>) => (part.height * part.figure.width) / part.figure.height;

/** Converts a point of a figure's box to the cluster's coordinates. */
const pointOf = (part: Part, [x, y]: readonly [number, number]): readonly [number, number] => [
  part.x + (x - 0.5) * widthOf(part),
  part.base - (1 - y) * part.height,
];

const carried: readonly Relation['kind'][] = ['hold', 'wear', 'fly'];
const resting: readonly Relation['kind'][] = ['on', 'in', 'ride'];

const seatOf = ({ thing }: WishedThing): readonly [number, number] =>
  thing.seat ??
  { p: [0.4, 0.34] as const, b: [0.5, 0.08] as const, c: [0.42, 0.66] as const }[thing.place as string] ?? [0.5, 0.06];

class Builder {
  readonly #wish: Wish;
  readonly #random: Random;
  readonly #parts: Part[] = [];

  constructor(wish: Wish, random: Random) {
    this.#wish = wish;
    this.#random = random;
  }

  build(root: number, instance: number): Cluster {
    this.#add(root, { x: 0, base: 0, height: this.#heightOf(root), order: 0 }, instance);
    const boxes = this.#parts.map(part => ({ part, half: widthOf(part) / 2 }));
    return {
      root,
      parts: this.#parts,
      left: Math.min(...boxes.map(({ part, half }) => part.x - half)),
      right: Math.max(...boxes.map(({ part, half }) => part.x + half)),
      top: Math.min(...this.#parts.map(({ base, height }) => base - height)),
    };
  }

  /** Returns a thing's height, enlarged if the things resting on it require it. */
  #heightOf(i: number): number {
    const own = shownSize(this.#wish.things[i]!);
    const riders = this.#guestsOf(i);
    const largest = Math.max(0, ...riders.map(({ at }) => shownSize(this.#wish.things[at]!)));
    const total = riders.reduce(
      (sum, { at, count }) =>
        sum + shownSize(this.#wish.things[at]!) * requireAspect(this.#wish.things[at]!) * count * 1.2,
      0,
    );
    const { place } = this.#wish.things[i]!.thing;
    const wanted = place === 'v' || place === 'w' ? largest * 0.95 : place === 'c' ? largest * 1.8 : largest * 0.75;
    const icon = requireAspect(this.#wish.things[i]!);
    return Math.max(own, Math.min(wanted, own * 2.6), Math.min((total * 0.85) / icon, own * 2.4));
  }

  #guestsOf(i: number) {
    return this.#wish.things.flatMap(({ relations, count }, at) => {
      const relation = relations.find(({ kind, to }) => to === i && resting.includes(kind));
      return relation ? [{ at, count, kind: relation.kind }] : [];
    });
  }

  #add(i: number, where: Pick<Part, 'x' | 'base' | 'height' | 'order'> & { turn?: number }, instance: number): Part {
    const wished = this.#wish.things[i]!;
    const garment = wished.relations
      .filter(({ kind }) => kind === 'wear')
      .map(({ to }) => this.#wish.things[to]!)
      .find(({ thing }) => /dress|t-shirt/.test(thing.icon));
    const dress = garment && {
      kind: garment.thing.icon === 'dress' ? 'dress' : 'shirt',
      colour: garment.colour ?? (garment.thing.icon === 'dress' ? '#d8406b' : '#3f8fd2'),
    };
    const part: Part = { of: i, figure: drawFigure(wished, this.#random, dress), ...where };
    this.#parts.push(part);
    for (const { kind, to } of wished.relations) if (carried.includes(kind)) this.#carry(part, to, kind);
    if (instance === 0 || this.#wish.things[i]!.count > 1) this.#seat(part, i, instance);
    if (wished.action === 'sleeping') this.#snore(part);
    return part;
  }

  #snore(part: Part): void {
    const [x, y] = pointOf(part, [0.85, 0.05]);
    const { body, box } = requireIcon('zzz');
    const figure: Figure = {
      ...part.figure,
      svg: `<g transform="translate(${-box.x},${-box.y})">${body}</g>`,
      width: box.w,
      height: box.h,
    };
    this.#parts.push({ of: part.of, figure, x: x + 0.08, base: y + 0.04, height: 0.2, order: part.order + 3 });
  }

  /** Places the things that rest on it, side by side. Of several instances of a base, the first takes all of them. */
  #seat(base: Part, i: number, instance: number): void {
    if (instance > 0) return;
    const guests = this.#guestsOf(i).flatMap(({ at, count, kind }) =>
      Array.from({ length: count }, (_, k) => ({ at, k, kind })),
    );
    const wished = this.#wish.things[i]!;
    const [seatX, seatY] = seatOf(wished);
    const room = widthOf(base) * 0.84;
    const widths = guests.map(({ at }) => this.#heightOf(at) * requireAspect(this.#wish.things[at]!));
    const total = widths.reduce((sum, w) => sum + w, 0);
    const tight = Math.min(1, room / Math.max(0.01, total));
    let x = (seatX - 0.5) * widthOf(base) - (total * Math.max(0.6, tight)) / 2;
    for (const [g, { at, k, kind }] of guests.entries()) {
      const step = widths[g]! * Math.max(0.6, tight);
      const height =
        this.#heightOf(at) *
        (kind === 'in' ? Math.min(1, Math.max(0.62, tight)) : Math.max(0.7, Math.min(1, tight * 1.15)));
      const top = base.base - (1 - seatY) * base.height;
      const sunk =
        kind === 'in'
          ? height * 0.38
          : kind === 'ride'
            ? wished.thing.place === 'w'
              ? height * 0.28
              : height * 0.3
            : height * 0.02;
      this.#add(
        at,
        { x: base.x + x + step / 2, base: top + sunk, height, order: base.order + (kind === 'on' ? 1 + g * 0.01 : -1) },
        k,
      );
      x += step;
    }
  }

  #carry(part: Part, to: number, kind: Relation['kind']): void {
    const wished = this.#wish.things[to]!;
    const { thing } = wished;
    const { figure } = part;
    const aspect = requireAspect(wished);
    const headWide = figure.head[2] * widthOf(part);
    const add = (x: number, base: number, height: number, order: number, extra: Partial<Part> = {}) =>
      this.#parts.push({
        of: to,
        figure: drawFigure(wished, this.#random),
        x,
        base,
        height,
        order: part.order + order,
        ...extra,
      });
    if (kind === 'fly') {
      const hand = pointOf(part, figure.hand);
      const [x, y] = [hand[0] + part.height * 0.75, hand[1] - part.height * 0.95];
      add(x, y, shownSize(wished) * 0.95, 2, { string: hand });
    } else if (/dress|t-shirt/.test(thing.icon)) {
      return;
    } else if (thing.place === 'k') {
      const height = (headWide * 1.12) / aspect;
      const [x, y] = pointOf(part, [figure.head[0], figure.head[1]]);
      add(x, y + height * 0.34, height, 1.5);
    } else if (thing.place === 'e') {
      const [x, y] = pointOf(part, figure.eyes);
      const height = (headWide * 0.86) / aspect;
      add(x, y + height / 2, height, 1.4);
    } else if (thing.place === 'n') {
      const [x, y] = pointOf(part, figure.neck);
      const height = (headWide * (thing.icon === 'scarf' ? 0.8 : 0.5)) / aspect;
      add(x, y + height * (thing.icon === 'scarf' ? 0.72 : 0.6), height, 1.3);
    } else this.#hold(part, wished, add);
  }

  #hold(
    part: Part,
    wished: WishedThing,
    add: (x: number, base: number, height: number, order: number, extra?: Partial<Part>) => void,
  ): void {
    const { icon } = wished.thing;
    const { figure } = part;
    const held = this.#parts.filter(({ of }) =>
      this.#wish.things[part.of]!.relations.some(({ kind, to }) => kind === 'hold' && to === of),
    ).length;
    const side = held % 2 === 0 ? 1 : -1;
    const hand = pointOf(part, [0.5 + (figure.hand[0] - 0.5) * side, figure.hand[1]]);
    const size = shownSize(wished);
    if (icon === 'balloon')
      for (let k = 0; k < wished.count; k++) {
        const spread = (k - (wished.count - 1) / 2) * 0.3;
        add(hand[0] + 0.12 * side + spread, hand[1] - part.height * 0.16 - Math.abs(spread) * 0.2, size, -1, {
          string: hand,
        });
      }
    else if (icon === 'umbrella') {
      // The canopy, which is the upper half of the drawing, is held over the head.
      const height = Math.max(size, (hand[1] - (part.base - part.height)) / 0.5);
      add(hand[0] * 0.6 + part.x * 0.4, hand[1] + height * 0.04, height, -1);
    } else if (
      /guitar|violin|books|open-book|wrapped-gift|basket|package|teddy-bear|cat|dog|rabbit|bouquet/.test(icon)
    ) {
      const [x, y] = pointOf(part, [0.5, Math.min(0.86, figure.hand[1] + 0.1)]);
      add(x, y, Math.min(size, part.height * 0.42), 2);
    } else add(hand[0] + 0.02 * side, hand[1] + size * 0.35, Math.min(size, part.height * 0.8), 2);
  }
}

/** Returns width over height of a thing's initial drawing. */
function requireAspect({ thing }: WishedThing): number {
  if (thing.face) return 34 / 46;
  if (thing.wear) return 30 / 56;
  const { box } = requireIcon(thing.icon);
  return box.w / box.h;
}

/** Builds all clusters of a wish: those of independent things, each as often as it was wished. */
export function buildClusters(wish: Wish, random: Random): Cluster[] {
  const isCarried = wish.things.map((_, i) =>
    wish.things.some(({ relations }) => relations.some(({ kind, to }) => to === i && carried.includes(kind))),
  );
  return wish.things.flatMap(({ relations, count }, i) => {
    if (isCarried[i] || relations.some(({ kind }) => resting.includes(kind))) return [];
    return Array.from({ length: count }, (_, k) => new Builder(wish, random).build(i, k));
  });
}
