// The colours that a file declares with numbers instead of an ICC profile. Source: ITU-T H.273, 8.1 and 8.2.
import { type Point, type Primaries, srgb as srgbPrimaries } from '../pixels/primaries.ts';

/** A curve from coded values to light: an exponent, or a curve with a name. */
export type Curve = number | NamedCurve | 'pq' | 'hlg';
export type NamedCurve = 'srgb' | 'smpte240' | 'smpte428';

export interface DeclaredColours {
  readonly primaries: Primaries;
  readonly curve: Curve;
  /** Brightest light of the content in cd/m², for PQ and HLG; absent: not declared. */
  readonly peakNits?: number;
}

const d65: Point = [0.3127, 0.329];
const white: Readonly<Record<'c' | 'e' | 'dci', Point>> = { c: [0.31, 0.316], e: [1 / 3, 1 / 3], dci: [0.314, 0.351] };
export const rec2020Primaries: Primaries = [d65, [0.708, 0.292], [0.17, 0.797], [0.131, 0.046]];
const smptePrimaries: Primaries = [d65, [0.63, 0.34], [0.31, 0.595], [0.155, 0.07]];

const primariesOf = new Map<number, Primaries>([
  [4, [white.c, [0.67, 0.33], [0.21, 0.71], [0.14, 0.08]]],
  [5, [d65, [0.64, 0.33], [0.29, 0.6], [0.15, 0.06]]],
  [6, smptePrimaries],
  [7, smptePrimaries],
  [8, [white.c, [0.681, 0.319], [0.243, 0.692], [0.145, 0.049]]],
  [9, rec2020Primaries],
  [10, [white.e, [1, 0], [0, 1], [0, 0]]],
  [11, [white.dci, [0.68, 0.32], [0.265, 0.69], [0.15, 0.06]]],
  [12, [d65, [0.68, 0.32], [0.265, 0.69], [0.15, 0.06]]],
  [22, [d65, [0.63, 0.34], [0.295, 0.605], [0.155, 0.077]]],
]);

const curveOf = new Map<number, Curve>([
  [4, 2.2],
  [5, 2.8],
  [7, 'smpte240'],
  [8, 1],
  [16, 'pq'],
  [17, 'smpte428'],
  [18, 'hlg'],
]);
/** The curves of television. A PNG shows them as a television does, other stills as sRGB; both as browsers do. */
const televisionCurves = [1, 6, 11, 14, 15];
const televisionExponent = 2.4;

/** The colours of these code points. Unknown and unspecified ones count as sRGB. */
export function coloursOfCodes(primaries: number, transfer: number, isPng = false): DeclaredColours {
  const isTelevision = isPng && televisionCurves.includes(transfer);
  return {
    primaries: primariesOf.get(primaries) ?? srgbPrimaries,
    curve: isTelevision ? televisionExponent : (curveOf.get(transfer) ?? 'srgb'),
  };
}

/**
 * Parameters of ICC's parametric curves (ICC.1:2022, 10.18): (ax + b)^g, and below d the line cx. All named curves have the same form.
 */
export const curveParameters: Readonly<
  Record<NamedCurve, readonly [g: number, a: number, b: number, c: number, d: number]>
> = {
  srgb: [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45],
  smpte240: [1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4, 0.0912],
  // Its white is darker than the brightest code.
  smpte428: [2.6, (52.37 / 48) ** (1 / 2.6), 0, 0, 0],
};

export const isHdr = ({ curve }: DeclaredColours): boolean => curve === 'pq' || curve === 'hlg';

const displayP3 = primariesOf.get(12)!;
/** Whether sharp can convert deep pixels: it does so by way of Display P3, which cuts off wider colours. */
export const fitDisplayP3 = ({ primaries }: DeclaredColours): boolean => primaries === displayP3;

/** Chromaticities in files are rounded to four or five digits. */
const roundedBy = 0.002;

/** Whether these are the colours of a file that declares nothing. */
export function areSrgb({ primaries, curve }: DeclaredColours): boolean {
  const isNear = primaries.every((point, i) =>
    point.every((value, k) => Math.abs(value - srgbPrimaries[i]![k]!) < roundedBy),
  );
  return isNear && curve === 'srgb';
}
