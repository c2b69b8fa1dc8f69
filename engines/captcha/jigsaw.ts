// The outline of a puzzle piece as a signed distance function: a square whose sides have knobs, dents or neither.
import { pick, shuffle, wholeBetween } from './random.ts';

interface Side {
  /** 1 a knob, -1 a dent, 0 straight. */
  readonly kind: 1 | 0 | -1;
  /** Offset of the knob from the middle of the side. */
  readonly shift: number;
}

/** From the top side clockwise. */
export type Jigsaw = readonly [Side, Side, Side, Side];

const halfSide = 15;
const knobRadius = 5.8;
/** Distance from the centre of the piece to the centre of a knob or a dent. */
const knobCentre = halfSide + 2.2;
const dentCentre = halfSide - 2.2;
const cornerRadius = 2.5;

const makeSide = (kind: Side['kind']): Side => ({ kind, shift: wholeBetween(-4, 4) });

/** Knobs are above and below only, so that many holes go into a row; the sides have dents or are straight. */
export function makeJigsaw(): Jigsaw {
  const [top, bottom] = shuffle([1, pick([1, -1] as const)] as const);
  const [left, right] = shuffle([-1, pick([-1, 0] as const)] as const);
  return [top!, right!, bottom!, left!].map(kind => makeSide(kind as Side['kind'])) as unknown as Jigsaw;
}

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

/** Signed distance of (u, v), relative to the middle of the piece, to its outline; negative inside. */
export function distanceTo(jigsaw: Jigsaw, u: number, v: number): number {
  let distance = distanceToSquare(u, v);
  for (let i = 0; i < 4; i++) {
    const { kind, shift } = jigsaw[i]!;
    if (kind === 0) continue;
    const [dx, dy] = directions[i]!;
    const along = kind === 1 ? knobCentre : dentCentre;
    const toKnob =
      Math.hypot(u - dx * along - Math.abs(dy) * shift, v - dy * along - Math.abs(dx) * shift) - knobRadius;
    distance = kind === 1 ? Math.min(distance, toKnob) : Math.max(distance, -toKnob);
  }
  return distance;
}
