// The features of an image that every look draws from: OKLab values with even skin, flattened surfaces, edge flow and lines, the latter computed on
// demand. All lengths are relative to the image, so that a small preview looks like the full drawing.
import { blurPlane } from '../gaussian.ts';
import { type Lab, toOklab } from '../oklab.ts';
import type { Pixels } from '../plane.ts';
import { type FaceMap, type FaceMesh, mapFaces } from './face-map.ts';
import { type Flow, findFlow } from './flow.ts';
import { findLines, flatten } from './flow-filters.ts';
import { ramp } from './grounds.ts';

export interface Study {
  readonly width: number;
  readonly height: number;
  /** A thousandth of the side of a square with the image's area, in pixels. */
  readonly unit: number;
  /** Seed of the noise in paper, strokes and grain. */
  readonly seed: number;
  /** The image with even skin and calm teeth. */
  readonly lab: Lab;
  readonly flow: Flow;
  /** Undefined if no face was found. */
  readonly faces: FaceMap | undefined;
  /** The image with flat surfaces; computed once. */
  readonly flat: () => Lab;
  /** Lines of this half width, in thousandths: about 0 where there are none, above 1 in the middle of clear ones. */
  readonly lines: (halfWidth: number, from?: Lab) => Float32Array;
}

/** Half the usual width of a line, in thousandths of the image. */
const usualLine = 1.3;
/** Contrast of a clear line, in lightness. */
const clearLine = 0.016;

/** Evens the skin of faces: broad shading stays, spots and fine wrinkles disappear. Teeth merge into one area. */
function calmFaces(lab: Lab, faces: FaceMap, unit: number): Lab {
  const { width, height } = lab;
  const reach = Math.max(0.8, Math.min(5 * unit, faces.min * 0.022));
  const even = (plane: Float32Array, mask: Float32Array, sigma: number, amount: number) => {
    const weights = blurPlane(mask, width, height, sigma);
    const sums = blurPlane(
      plane.map((value, i) => value * mask[i]!),
      width,
      height,
      sigma,
    );
    return plane.map((value, i) => {
      const share = mask[i]! * amount;
      return share < 0.01 ? value : value + (sums[i]! / Math.max(1e-4, weights[i]!) - value) * share;
    });
  };
  const calm = (plane: Float32Array) => even(even(plane, faces.skin, reach, 0.65), faces.mouth, reach, 0.6);
  const l = calm(lab.l);
  for (let i = 0; i < l.length; i++) l[i]! += 0.14 * faces.mouth[i]! * ramp(0.5, 0.68, l[i]!);
  return { width, height, l, a: calm(lab.a), b: calm(lab.b) };
}

/** Weakens lines on skin, where most are noise, and between the lips; strengthens them a little on eyes, brows and lips. */
const weighLine = (faces: FaceMap, i: number): number =>
  (1 - 0.45 * faces.skin[i]!) * (1 + 0.6 * faces.features[i]!) * (1 - 0.85 * faces.mouth[i]!);

export function studyPicture(pixels: Pixels, meshes: readonly FaceMesh[], seed: number): Study {
  const { width, height } = pixels;
  const unit = Math.max(0.25, Math.sqrt(width * height) / 1000);
  const raw = toOklab(pixels);
  const faces = mapFaces(raw, meshes, usualLine * unit);
  const lab = faces ? calmFaces(raw, faces, unit) : raw;
  const flow = findFlow(
    lab,
    Math.max(1, 3.2 * unit),
    faces && { sigma: Math.max(0.8, 1.6 * unit), share: faces.features },
  );
  const scale = faces?.scale;
  let flat: Lab | undefined;
  const findFlat = () => {
    flat ??= flatten(lab, flow, { step: Math.max(0.6, 0.9 * unit), range: 0.055, rounds: 3, scale });
    return flat;
  };
  const lines = (halfWidth: number, from = findFlat()) => {
    const wishes = { sigma: Math.max(0.55, halfWidth * unit), along: Math.max(2, 5 * unit), scale };
    const found = findLines(from.l, flow, wishes);
    for (let i = 0; i < found.length; i++) {
      found[i]! *= (faces ? weighLine(faces, i) : 1) / clearLine;
      // Under even light, the nose has no other visible line.
      if (faces && faces.nose[i]! > 0.02) found[i] = Math.max(found[i]!, 0.7 * faces.nose[i]!);
    }
    return found;
  };
  return { width, height, unit, seed, lab, flow, faces, flat: findFlat, lines };
}
