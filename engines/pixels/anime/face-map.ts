// Maps the skin, eyes, brows and mouth of each face from its mesh, so that a drawing can treat them differently: finer lines on the features, and
// even skin between them.

import { blurPlane } from '../gaussian.ts';
import { median } from '../median.ts';
import type { Lab, LabColour } from '../oklab.ts';

export type Place = readonly [x: number, y: number];

/** 468 points of the face mesh (Kartynnik et al., 2019), in pixels of the drawn image. */
export type FaceMesh = readonly Place[];

/** All planes are 0..1, one value per pixel. */
export interface FaceMap {
  /** Skin of the face, without eyes, brows, nostrils and mouth. */
  readonly skin: Float32Array;
  /** Eyes, brows, nostrils and lips, slightly beyond their outlines. */
  readonly features: Float32Array;
  /** The eyes alone, within the lids. */
  readonly eyes: Float32Array;
  /** The opening between the lips. */
  readonly mouth: Float32Array;
  /** The short line below the nose by which drawings suggest it. */
  readonly nose: Float32Array;
  /** Round patches on the cheeks. */
  readonly cheeks: Float32Array;
  /** Heads and the bodies below them. */
  readonly subject: Float32Array;
  /** Scale of lines and dabs: 1 on the background, less on faces, and least on small ones. */
  readonly scale: Float32Array;
  /** Median skin colour of the largest face. */
  readonly skinTone: LabColour;
  /** Height of the smallest face, in pixels. */
  readonly min: number;
}

/** Rings of points of the face mesh. */
const oval = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];
const lids = [
  [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246],
  [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466],
];
const aroundEyes = [
  [226, 247, 30, 29, 27, 28, 56, 190, 243, 112, 26, 22, 23, 24, 110, 25],
  [446, 467, 260, 259, 257, 258, 286, 414, 463, 341, 256, 252, 253, 254, 339, 255],
];
const brows = [
  [70, 63, 105, 66, 107, 55, 65, 52, 53, 46],
  [300, 293, 334, 296, 336, 285, 295, 282, 283, 276],
];
const lips = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146];
const betweenLips = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95];
const nostrils = [64, 98, 97, 2, 326, 327, 294, 278, 440, 275, 4, 45, 220, 48];
const noseBase = [98, 97, 2, 326, 327];
const cheekPoints = [205, 425];
const skinPoints = [50, 280, 117, 346, 205, 425, 151, 108, 337, 4];

/** The mesh points used for drawing; the other points of a mesh may be missing. */
export const facePoints: readonly number[] = [
  ...new Set(
    [oval, ...lids, ...aroundEyes, ...brows, lips, betweenLips, nostrils, noseBase, cheekPoints, skinPoints].flat(),
  ),
].sort((a, b) => a - b);

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Sets `value` inside a polygon (even-odd rule, at pixel centres). */
function fillRing(to: Float32Array, width: number, height: number, ring: readonly Place[], value: number): void {
  const ys = ring.map(([, y]) => y);
  const first = Math.max(0, Math.floor(Math.min(...ys)));
  const last = Math.min(height - 1, Math.ceil(Math.max(...ys)));
  for (let row = first; row <= last; row++) {
    const y = row + 0.5;
    const crossings: number[] = [];
    for (let i = 0; i < ring.length; i++) {
      const [ax, ay] = ring[i]!;
      const [bx, by] = ring[(i + 1) % ring.length]!;
      if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
    }
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const end = Math.min(width - 1, Math.round(crossings[i + 1]! - 0.5));
      for (let x = Math.max(0, Math.round(crossings[i]! - 0.5)); x <= end; x++) to[row * width + x] = value;
    }
  }
}

/** Scales a ring about its centroid. */
function grow(ring: readonly Place[], factor: number): Place[] {
  const cx = ring.reduce((sum, [x]) => sum + x, 0) / ring.length;
  const cy = ring.reduce((sum, [, y]) => sum + y, 0) / ring.length;
  return ring.map(([x, y]) => [cx + (x - cx) * factor, cy + (y - cy) * factor]);
}

/** Height of a face, in half line widths, at which lines would be as wide as in the background; then the limits of their scale. */
const lineHeights = 150;
const minScale = 0.42;
const maxScale = 0.85;

function areaOf(mesh: FaceMesh, width: number, height: number): Area {
  const xs = oval.map(index => mesh[index]![0]);
  const ys = oval.map(index => mesh[index]![1]);
  const margin = (Math.max(...ys) - Math.min(...ys)) * 0.25;
  return {
    left: Math.max(0, Math.floor(Math.min(...xs) - margin)),
    top: Math.max(0, Math.floor(Math.min(...ys) - margin)),
    right: Math.min(width, Math.ceil(Math.max(...xs) + margin)),
    bottom: Math.min(height, Math.ceil(Math.max(...ys) + margin)),
  };
}

/** Of a face without a visible part, a usual shade. */
const middleOf = (values: readonly number[]): number => (values.length > 0 ? median(values) : 0.7);

function findSkinTone({ width, height, l, a, b }: Lab, mesh: FaceMesh): LabColour {
  const seen = skinPoints.flatMap(index => {
    const [x, y] = mesh[index]!.map(Math.floor) as [number, number];
    return x < 0 || y < 0 || x >= width || y >= height ? [] : [y * width + x];
  });
  return [middleOf(seen.map(at => l[at]!)), middleOf(seen.map(at => a[at]!)), middleOf(seen.map(at => b[at]!))];
}

/** Returns the height of a face, also of a tilted one: the distance from the top of the forehead to the chin. */
export function heightOf(mesh: FaceMesh): number {
  const [top, chin] = [mesh[10]!, mesh[152]!];
  return Math.max(4, Math.hypot(chin[0] - top[0], chin[1] - top[1]));
}

/** Fills `rings` except for `spared`, blurs them by `sigma`, and raises `to` to at least the result. */
function drawRings(
  to: Float32Array,
  width: number,
  { left, top, right, bottom }: Area,
  sigma: number,
  rings: readonly (readonly Place[])[],
  spared: readonly (readonly Place[])[] = [],
): void {
  const w = right - left;
  const h = bottom - top;
  const part = new Float32Array(w * h);
  const shift = (ring: readonly Place[]) => ring.map(([x, y]): Place => [x - left, y - top]);
  for (const ring of rings) fillRing(part, w, h, shift(ring), 1);
  for (const ring of spared) fillRing(part, w, h, shift(ring), 0);
  const soft = blurPlane(part, w, h, sigma);
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0, at = (top + y) * width + left; x < w; x++, i++, at++) to[at] = Math.max(to[at]!, soft[i]!);
}

/** Turns a line into a ring that is thickest in the middle, by a share of the face's height, towards the chin. */
function thicken(line: readonly Place[], mesh: FaceMesh, share: number): Place[] {
  const [top, chin] = [mesh[10]!, mesh[152]!];
  const under = line.map(([x, y], index): Place => {
    const thick = share * Math.sin((Math.PI * index) / (line.length - 1));
    return [x + (chin[0] - top[0]) * thick, y + (chin[1] - top[1]) * thick];
  });
  return [...line, ...under.reverse()];
}

/** Whether the mouth is open far enough for teeth to show. */
const isOpen = (mesh: FaceMesh, tall: number): boolean =>
  Math.hypot(mesh[13]![0] - mesh[14]![0], mesh[13]![1] - mesh[14]![1]) > tall * 0.035;

/** Maps the faces, largest first; undefined if there are none. `sigma` is half the width of a line in the background, in pixels. */
export function mapFaces(lab: Lab, faces: readonly FaceMesh[], sigma: number): FaceMap | undefined {
  const [first] = faces;
  if (!first) return undefined;
  const { width, height } = lab;
  const make = () => new Float32Array(width * height);
  const map = {
    skin: make(),
    features: make(),
    eyes: make(),
    mouth: make(),
    nose: make(),
    cheeks: make(),
    subject: make(),
    scale: make(),
  };
  const whole = make();
  for (const mesh of faces) {
    const tall = heightOf(mesh);
    const area = areaOf(mesh, width, height);
    if (area.right <= area.left || area.bottom <= area.top) continue;
    const pick = (ring: readonly number[]) => ring.map(index => mesh[index]!);
    const draw = (
      to: Float32Array,
      softness: number,
      rings: readonly (readonly Place[])[],
      spared: readonly (readonly Place[])[] = [],
    ) => drawRings(to, width, area, Math.max(0.7, tall * softness), rings, spared);
    const features = [
      ...aroundEyes.map(ring => grow(pick(ring), 1.12)),
      ...brows.map(ring => grow(pick(ring), 1.08)),
      grow(pick(lips), 1.1),
      grow(pick(nostrils), 1.05),
    ];
    draw(map.skin, 0.02, [grow(pick(oval), 0.93)], features);
    draw(map.features, 0.012, features);
    draw(map.eyes, 0.004, lids.map(pick));
    // Closed lips meet in the line that depicts the mouth.
    if (isOpen(mesh, tall)) draw(map.mouth, 0.006, [pick(betweenLips)]);
    draw(map.nose, 0.003, [thicken(pick(noseBase), mesh, 0.016)]);
    draw(whole, 0.05, [grow(pick(oval), 1.05)]);
    const fineness = Math.min(maxScale, Math.max(minScale, tall / lineHeights / sigma));
    for (let y = area.top; y < area.bottom; y++)
      for (let x = area.left, i = y * width + area.left; x < area.right; x++, i++)
        map.scale[i] = Math.max(map.scale[i]!, whole[i]! * (1 - fineness * (1 - 0.2 * map.features[i]!)));
    addSubject(map.subject, width, height, mesh, tall);
    for (const index of cheekPoints) addPatch(map.cheeks, width, height, mesh[index]!, tall * 0.1);
  }
  for (let i = 0; i < map.scale.length; i++) {
    map.scale[i] = 1 - map.scale[i]!;
    map.skin[i]! *= 1 - map.features[i]!;
  }
  return { ...map, skinTone: findSkinTone(lab, first), min: Math.min(...faces.map(heightOf)) };
}

/** Extent of a head with its hair to each side and upwards, in face heights; the body widens with the distance below the face. */
const headWide = 1.15;
const headHigh = 1.2;
const bodyWidens = 0.75;

function addSubject(to: Float32Array, width: number, height: number, mesh: FaceMesh, tall: number): void {
  const cx = (mesh[10]![0] + mesh[152]![0]) / 2;
  const cy = (mesh[10]![1] + mesh[152]![1]) / 2;
  for (let y = 0; y < height; y++) {
    const up = (y + 0.5 - cy) / tall;
    const wide = headWide + (up > 0 ? up * bodyWidens : 0);
    const high = up < 0 ? (up / headHigh) ** 2 : 0;
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const far = ((x + 0.5 - cx) / tall / wide) ** 2 + high;
      const share = far < 0.55 ? 1 : far > 2.2 ? 0 : (2.2 - far) / 1.65;
      if (share > to[i]!) to[i] = share;
    }
  }
}

function addPatch(to: Float32Array, width: number, height: number, [cx, cy]: Place, radius: number): void {
  const reach = Math.ceil(radius * 2.5);
  for (let y = Math.max(0, Math.floor(cy) - reach); y < Math.min(height, cy + reach); y++)
    for (let x = Math.max(0, Math.floor(cx) - reach); x < Math.min(width, cx + reach); x++) {
      const far = ((x - cx) ** 2 + ((y - cy) * 1.3) ** 2) / (radius * radius);
      to[y * width + x] = Math.max(to[y * width + x]!, Math.exp(-far * 0.9));
    }
}
