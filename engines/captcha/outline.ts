// Outlines of pieces and holes as signed distances in pixels, negative inside: puzzle pieces, and discs and flowers as decoys.
import { captchaSize } from 'contract/routes/captcha.ts';
import { between, pick, random, shuffle, wholeBetween } from './random.ts';

/** Returns the signed distance from (u, v), relative to the centre of the piece, to the outline. */
export type Outline = (u: number, v: number) => number;

interface Side {
  /** 1 is a knob, -1 a dent, 0 straight. */
  readonly kind: 1 | 0 | -1;
  /** Offset of the knob or dent from the middle of the side, in pixels. */
  readonly shift: number;
}

const halfSide = 15;
const knobRadius = 5.8;
/** Distance in pixels from the centre of the piece to the centre of a knob or a dent. */
const knobCentre = halfSide + 2.2;
const dentCentre = halfSide - 2.2;
const cornerRadius = 2.5;

function distanceToSquare(u: number, v: number): number {
  const [a, b] = [Math.abs(u) - halfSide + cornerRadius, Math.abs(v) - halfSide + cornerRadius];
  return Math.hypot(Math.max(a, 0), Math.max(b, 0)) + Math.min(Math.max(a, b), 0) - cornerRadius;
}

const directions = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

function joinSides(kinds: readonly Side['kind'][]): Outline {
  const sides = kinds.map((kind): Side => ({ kind, shift: wholeBetween(-4, 4) }));
  return (u, v) => {
    let distance = distanceToSquare(u, v);
    for (const [i, { kind, shift }] of sides.entries()) {
      if (kind === 0) continue;
      const [dx, dy] = directions[i]!;
      const along = kind === 1 ? knobCentre : dentCentre;
      const toKnob =
        Math.hypot(u - dx * along - Math.abs(dy) * shift, v - dy * along - Math.abs(dx) * shift) - knobRadius;
      distance = kind === 1 ? Math.min(distance, toKnob) : Math.max(distance, -toKnob);
    }
    return distance;
  };
}

/** A puzzle piece with at least two knobs. */
export const makeJigsaw = (): Outline => joinSides(shuffle([1, 1, pick([1, -1] as const), -1] as const));

/** A puzzle piece with knobs only at the top or bottom, for closely spaced holes: at most 32 pixels wide. */
export function makeNarrowJigsaw(): Outline {
  const [top, bottom] = shuffle([1, pick([1, -1] as const)] as const);
  const [left, right] = shuffle([-1, pick([-1, 0] as const)] as const);
  return joinSides([top!, right!, bottom!, left!]);
}

/** A disc, or a flower with three or five petals: clearly not a puzzle piece. */
export function makeFlower(): Outline {
  const petals = pick([0, 3, 5]);
  const [radius, turn] = [between(15, 18), random() * 2 * Math.PI];
  return (u, v) => Math.hypot(u, v) - radius * (1 + (petals && 0.22) * Math.cos(petals * Math.atan2(v, u) + turn));
}

/** Returns the coverage of a pixel of the piece's square by an outline, 0..1, with `noise` pixels of random jitter at the edge. */
export function coverageAt(outline: Outline, u: number, v: number, noise: number): number {
  const middle = captchaSize.piece / 2;
  const distance = outline(u + 0.5 - middle, v + 0.5 - middle) + (random() - 0.5) * noise;
  return Math.min(1, Math.max(0, 0.5 - distance / 1.5));
}
