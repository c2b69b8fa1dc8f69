// Makes an upright image of the person, or of both, with a matte: rotated so that the eyes are level, and just large enough for the photo.
import { AppError } from 'contract/errors.ts';
import { estimateForeground } from 'engines/cutout/foreground.ts';
import type { Face } from 'engines/faces/faces.ts';
import type { Picture } from 'engines/image.ts';
import { findMatte, type MatteOptions } from 'engines/matte/matte.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { type Frame, toFrame, turnedFrame, warpPixels } from 'engines/warp-pixels.ts';
import { readSmall } from './person.ts';
import type { HeadLines } from './place-head.ts';
import type { HeadRule } from './sizes/size-shape.ts';

export interface Portrait {
  /** The foreground colours, upright. */
  readonly pixels: Pixels;
  readonly alpha: Uint8Array;
  readonly head: HeadLines;
  /** Minimum width of the photo that cuts into no face, if there are several; otherwise 0. */
  readonly minWidth: number;
  /** 1 inside the original image. */
  readonly isInside: Uint8Array;
  /** The mesh of each face, in pixels of the portrait. */
  readonly meshes: readonly Face['mesh'][];
  /** Pixels of the portrait per pixel of the original. */
  readonly scale: number;
  /** Affine map from the portrait's pixels to shares of the original's sides: x' = a x + b y + c, y' = d x + e y + f. */
  readonly toPicture: readonly number[];
  readonly engine?: string;
}

export interface PortraitWishes {
  readonly rule: HeadRule;
  readonly width: number;
  readonly height: number;
  /** A given matte and strokes are in the frame of the portrait. */
  readonly matte: MatteOptions;
}

/** Minimum longer side in pixels. The network's input is 1024 x 1024; a much smaller image would be blurred by upscaling. */
const minSide = 800;
const maxSide = 2600;
/** Factor by which the frame is wider and larger than the photo, because the height of the hair is not known yet. */
const reserve = 1.25;
/** Minimum and maximum height of the crown above the eyes, in distances from eyes to chin. The minimum fits a bald head. */
const hairAbove: readonly [number, number] = [0.86, 1.55];
/** Share of the face's width over which the image's upper edge may cut off the hair before the head counts as cut off. */
const cutWidth = 0.3;

/** Minimum width of a photo of several people, as a factor of the width of their faces. */
const besideFaces = 1.2;

const solid = 128;

interface View {
  readonly frame: Frame;
  readonly scale: number;
  readonly heads: readonly HeadLines[];
}

const middleOf = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]) =>
  [(ax + bx) / 2, (ay + by) / 2] as const;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the bounds of the whole image, rotated upright about the eyes, which are at (0, 0). */
function boxOfPicture({ width, height }: Picture, [x, y]: readonly [number, number], degrees: number): Box {
  const whole = turnedFrame({ width, height }, [x, y], [0, 0], 1, degrees);
  const corners = (
    [
      [0, 0],
      [width, 0],
      [0, height],
      [width, height],
    ] as const
  ).map(corner => toFrame(whole, corner));
  const [xs, ys] = [corners.map(corner => corner[0]), corners.map(corner => corner[1])];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Extents of all faces around the mean point of all eyes, in pixels of the original, after the image is rotated upright. */
interface Group {
  readonly eyes: readonly [number, number];
  readonly tiltDegrees: number;
  /** Distance up to the hair of the highest face, assumed as high above its eyes as its chin is below them, and down to the lowest chin. */
  readonly above: number;
  readonly below: number;
  /** The longest distance from eyes to chin, and the horizontal distance between the outermost eyes. */
  readonly down: number;
  readonly spread: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function groupOf(faces: readonly Face[]): Group {
  const pairs = faces.map(face => ({ eyes: middleOf(face.leftEye, face.rightEye), chin: face.chin }));
  const eyes = [mean(pairs.map(pair => pair.eyes[0])), mean(pairs.map(pair => pair.eyes[1]))] as const;
  // The tilts of people who lean towards each other cancel out.
  const tiltDegrees = mean(faces.map(face => face.tiltDegrees));
  const upright = turnedFrame({ width: 1, height: 1 }, eyes, [0, 0], 1, tiltDegrees);
  const placed = pairs.map(pair => ({ eyes: toFrame(upright, pair.eyes), chin: toFrame(upright, pair.chin) }));
  const downs = placed.map(each => Math.hypot(each.chin[0] - each.eyes[0], each.chin[1] - each.eyes[1]));
  const across = placed.map(each => each.eyes[0]);
  return {
    eyes,
    tiltDegrees,
    above: -Math.min(...placed.map((each, i) => each.eyes[1] - downs[i]!)),
    below: Math.max(...placed.map((each, i) => each.eyes[1] + downs[i]!)),
    down: Math.max(...downs),
    spread: Math.max(...across) - Math.min(...across),
  };
}

/** Returns the frame around heads and shoulders, in pixels of an image scaled by `scale`. */
function viewOf(picture: Picture, faces: readonly Face[], { rule, width, height }: PortraitWishes): View {
  const { eyes, tiltDegrees, above, below, down, spread } = groupOf(faces);
  const head = above + below;
  const tallest = (head * reserve) / rule.head[0];
  const half = Math.max((tallest * width) / height / 2, spread / 2 + down * 2.4);
  const there = boxOfPicture(picture, eyes, tiltDegrees);
  const box: Box = {
    left: Math.max(-half, there.left),
    right: Math.min(half, there.right),
    top: Math.max(-Math.max(tallest * (1 - (rule.eyes?.[0] ?? 0.45)), above + down * 1.6), there.top),
    bottom: Math.min(Math.max(tallest * (rule.eyes?.[1] ?? 0.62), below + down * 2.4), there.bottom),
  };
  const longest = Math.max(box.right - box.left, box.bottom - box.top);
  const wanted = (height * ((rule.head[0] + rule.head[1]) / 2)) / head;
  const scale = Math.min(1, maxSide / longest, Math.max(wanted * reserve, minSide / longest));
  const size = {
    width: Math.max(1, Math.floor((box.right - box.left) * scale)),
    height: Math.max(1, Math.floor((box.bottom - box.top) * scale)),
  };
  const at = [-box.left * scale, -box.top * scale] as const;
  const frame = turnedFrame(size, [eyes[0] * scale, eyes[1] * scale], at, 1, tiltDegrees);
  const heads = faces.map(face => linesOf(face, frame, scale));
  return { frame, scale, heads };
}

/** Returns the lines of one head in the frame. Its crown is set to the eyes until the hair is found. */
function linesOf(face: Face, frame: Frame, scale: number): HeadLines {
  const at = ([x, y]: readonly [number, number]) => toFrame(frame, [x * scale, y * scale]);
  const eyes = at(middleOf(face.leftEye, face.rightEye))[1];
  // A head turned aside is centred on the face, not on the eyes.
  const across = face.mesh.map(point => at(point)[0]);
  const middle = (Math.min(...across) + Math.max(...across)) / 2;
  return { crown: eyes, eyes, chin: at(face.chin)[1], middle };
}

/** Returns the first row in which enough of these columns is opaque; the height if there is none. */
function findTop(alpha: Uint8Array, width: number, height: number, from: number, to: number): number {
  for (let y = 0; y < height; y++) {
    let count = 0;
    for (let x = Math.max(0, from); x < Math.min(width, to); x++) if (alpha[y * width + x]! >= solid) count++;
    if (count >= Math.max(2, (to - from) * 0.06)) return y;
  }
  return height;
}

/** Whether the image ends inside the hair. */
function isCrownCut(
  alpha: Uint8Array,
  isInside: Uint8Array,
  width: number,
  crown: number,
  from: number,
  to: number,
): boolean {
  let cut = 0;
  for (let x = Math.max(0, from); x < Math.min(width, to); x++) {
    let y = Math.max(0, Math.floor(crown) - 2);
    // The edge of a rotated image crosses the rows at an angle.
    while (y < crown + (to - from) * 0.5 && !isInside[y * width + x]) y++;
    const isEdge = y === 0 || !isInside[(y - 1) * width + x];
    if (isEdge && alpha[(y + 2) * width + x]! >= solid) cut++;
  }
  return cut > (to - from) * cutWidth;
}

/** Finds the crown of a head by its hair in the matte. Refuses FACE_CUT_OFF if the image ends inside the hair. */
function findCrown(head: HeadLines, faceWidth: number, { alpha, isInside, width, height }: MattePicture): HeadLines {
  const [from, to] = [Math.round(head.middle - faceWidth * 0.4), Math.round(head.middle + faceWidth * 0.4)];
  const down = head.chin - head.eyes;
  const seen = findTop(alpha, width, height, from, to);
  const crown = Math.min(head.eyes - down * hairAbove[0], Math.max(head.eyes - down * hairAbove[1], seen));
  if (isCrownCut(alpha, isInside, width, crown, from, to)) throw new AppError('FACE_CUT_OFF');
  return { ...head, crown };
}

interface MattePicture {
  readonly alpha: Uint8Array;
  readonly isInside: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Joins all heads into one: from the highest crown to the lowest chin, centred between the outermost faces. */
function joinHeads(heads: readonly HeadLines[]): HeadLines {
  const middles = heads.map(head => head.middle);
  return {
    crown: Math.min(...heads.map(head => head.crown)),
    eyes: mean(heads.map(head => head.eyes)),
    chin: Math.max(...heads.map(head => head.chin)),
    middle: (Math.min(...middles) + Math.max(...middles)) / 2,
  };
}

/** Refuses FACE_CUT_OFF if the image ends inside the hair. */
export async function makePortrait(
  picture: Picture,
  faces: readonly Face[],
  wishes: PortraitWishes,
): Promise<Portrait> {
  const { frame, scale, heads } = viewOf(picture, faces, wishes);
  const source = await readSmall(picture, scale);
  const { pixels, isInside } = warpPixels(source, frame);
  const { alpha, engine } = await findMatte(pixels, wishes.matte);
  for (let i = 0; i < alpha.length; i++) if (!isInside[i]) alpha[i] = 0;
  const { width, height } = frame;
  const seen = heads.map((head, i) => findCrown(head, faces[i]!.box.w * scale, { alpha, isInside, width, height }));
  const [a, b, c, d, e, f] = frame.toPicture;
  const place = (point: readonly [number, number]) => toFrame(frame, [point[0] * scale, point[1] * scale]);
  return {
    pixels: estimateForeground(pixels, alpha),
    alpha,
    head: joinHeads(seen),
    minWidth: faces.length === 1 ? 0 : widthOf(heads, faces, scale) * besideFaces,
    isInside,
    meshes: faces.map(face => face.mesh.map(place)),
    scale,
    toPicture: [
      a / source.width,
      b / source.width,
      c / source.width,
      d / source.height,
      e / source.height,
      f / source.height,
    ],
    ...(engine && { engine }),
  };
}

/** Returns the distance from the outer edge of the first face to that of the last. */
function widthOf(heads: readonly HeadLines[], faces: readonly Face[], scale: number): number {
  const lefts = heads.map((head, i) => head.middle - (faces[i]!.box.w * scale) / 2);
  const rights = heads.map((head, i) => head.middle + (faces[i]!.box.w * scale) / 2);
  return Math.max(...rights) - Math.min(...lefts);
}

/** Returns the colours premultiplied by alpha, and alpha and image extent as two channels, so that both can be resampled. */
function weigh({ pixels, alpha, isInside }: Portrait): { weighed: Pixels; cover: Pixels } {
  const { data, width, height } = pixels;
  const weighed = { data: new Uint8Array(data.length), width, height };
  const cover = { data: new Uint8Array(data.length), width, height };
  for (let i = 0, at = 0; i < alpha.length; i++, at += 3) {
    const share = alpha[i]! / 255;
    for (let k = 0; k < 3; k++) weighed.data[at + k] = data[at + k]! * share + 0.5;
    cover.data[at] = alpha[i]!;
    cover.data[at + 1] = isInside[i]! * 255;
  }
  return { weighed, cover };
}

/** Returns the portrait with its pixels rotated clockwise about the centre of the head. */
export function turnPortrait(portrait: Portrait, degrees: number): Portrait {
  if (degrees === 0) return portrait;
  const { pixels, head } = portrait;
  const { width, height } = pixels;
  const centre = [head.middle, (head.crown + head.chin) / 2] as const;
  const frame = turnedFrame({ width, height }, centre, centre, 1, -degrees);
  const { weighed, cover } = weigh(portrait);
  const turned = warpPixels(weighed, frame);
  const { data: covered } = warpPixels(cover, frame).pixels;
  const isInside = turned.isInside.map((flag, i) => (flag && covered[i * 3 + 1]! >= solid ? 1 : 0));
  const alpha = isInside.map((flag, i) => (flag ? covered[i * 3]! : 0));
  const { data } = turned.pixels;
  for (let i = 0, at = 0; i < alpha.length; i++, at += 3)
    for (let k = 0; k < 3; k++) data[at + k] = alpha[i] ? Math.min(255, (data[at + k]! * 255) / alpha[i]! + 0.5) : 0;
  return { ...portrait, pixels: turned.pixels, alpha, isInside };
}
