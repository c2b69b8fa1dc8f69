// Finds the people in an image that is extended: faces and skin are never copied, clothes only to where a body cut by the frame continues.
import { findFaces } from '../faces/faces.ts';
import { maskSkin } from '../faces/skin-mask.ts';
import { headOf } from '../inpaint/heads.ts';
import { type Region, shrinkRegion } from '../inpaint/region.ts';
import { kind } from '../inpaint/wide/stage.ts';
import { keepFaces } from '../matte/keep-faces.ts';
import { dilate } from '../pixels/morphology.ts';
import type { Pixels } from '../pixels/plane.ts';
import { continueBroadly } from './guess-outward.ts';
import type { Inside } from './inside.ts';
import type { Sides } from './sides.ts';

/** Minimum alpha of a pixel that belongs to a person, and the width in pixels of the copy of the fringe around it, which is not copied either. */
const minAlpha = 16;
const fringe = 3;
/** Minimum value in the skin mask of a person's pixel that counts as skin. */
const minSkin = 0.4;
/** Number of cells along the longer side of the canvas on which outlines are continued. */
const outlineCells = 160;
/** Gaps between continued outlines are closed up to twice this many cells. */
const closing = 8;
/** Minimum share of ground in an image for the ground to be able to continue it. */
const minGround = 0.03;

function mapKinds({ width, height, data }: Pixels, alpha: Uint8Array, skins: readonly Float32Array[]): Uint8Array {
  const isPerson = alpha.map(value => (value >= minAlpha ? 1 : 0));
  const isSkin = Uint8Array.from({ length: data.length / 3 }, (_, pixel) =>
    isPerson[pixel] && skins.some(skin => skin[pixel]! >= minSkin) ? 1 : 0,
  );
  const apart = dilate(isSkin, width, height, fringe);
  const kinds = dilate(isPerson, width, height, fringe).map(value => value * kind.body);
  for (let pixel = 0; pixel < kinds.length; pixel++) if (apart[pixel]) kinds[pixel] = kind.apart;
  return kinds;
}

/** Marks in `kinds` where bodies continue outside the frame, along their outlines. Above the image there are none. */
function continueBodies({ width, height, isHole }: Region, top: number, kinds: Uint8Array): void {
  const factor = Math.ceil(Math.max(width, height) / outlineCells);
  const colours = new Uint8Array(width * height * 3);
  kinds.forEach((one, pixel) => {
    if (one !== kind.ground) colours.fill(255, pixel * 3, pixel * 3 + 3);
  });
  const cells = shrinkRegion({ width, height, colours, isHole }, factor);
  const drawn = continueBroadly(cells);
  const bodies = Uint8Array.from(cells.isHole, (_, cell) => (drawn[cell * 3]! > 127 ? 1 : 0));
  // Morphological closing: a shoulder cut by one side and a hem cut by the lower edge belong together.
  const wide = dilate(bodies, cells.width, cells.height, closing);
  const open = dilate(
    wide.map(value => 1 - value),
    cells.width,
    cells.height,
    closing,
  );
  for (let y = top; y < height; y++)
    for (let x = 0; x < width; x++) {
      const cell = Math.floor(y / factor) * cells.width + Math.floor(x / factor);
      if (isHole[y * width + x] && !open[cell]) kinds[y * width + x] = kind.body;
    }
}

/**
 * Returns the content or intended content of each pixel of `searched` as a `kind`; undefined without people. `searched`: an image with `sides` around
 * it, shrunk by `factor`; `inside`: a copy of the image itself.
 */
export async function findKinds(
  { pixels: small, scale, findSubject }: Inside,
  { left, top }: Sides,
  searched: Region,
  factor: number,
): Promise<Uint8Array | undefined> {
  const { width, height } = small;
  const faces = await findFaces(small);
  if (faces.length === 0) return undefined;
  const alpha = Uint8Array.from(await findSubject());
  // If no component of the matte contains a face, it shows a different subject.
  if ((await keepFaces(small, alpha)) === 0) alpha.fill(0);
  const skins = faces.map(({ mesh }) => maskSkin(small, mesh, { x: 0, y: 0, w: width, h: height }));
  const found = mapKinds(small, alpha, skins);
  for (const face of faces) {
    const head = headOf(face, small);
    for (let y = head.top; y < head.bottom; y++) found.fill(kind.apart, y * width + head.left, y * width + head.right);
  }
  const isCrowded = found.filter(one => one === kind.ground).length < minGround * found.length;
  const kinds = new Uint8Array(searched.isHole.length);
  const placeOf = (at: number, before: number, length: number) =>
    Math.min(length - 1, Math.max(0, Math.floor(((at + 0.5) * factor - before) * scale)));
  for (let y = 0; y < searched.height; y++)
    for (let x = 0; x < searched.width; x++) {
      const pixel = y * searched.width + x;
      if (searched.isHole[pixel]) continue;
      const one = found[placeOf(y, top, height) * width + placeOf(x, left, width)]!;
      kinds[pixel] = isCrowded && one === kind.body ? kind.ground : one;
    }
  continueBodies(searched, Math.floor(top / factor), kinds);
  return kinds;
}
