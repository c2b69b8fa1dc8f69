// Makes an upright picture of the person with a matte, just large enough for the photo: turned so that the eyes are level.
import { AppError } from 'contract/errors.ts';
import type { PartProgress } from 'contract/run.ts';
import { estimateForeground } from 'engines/cutout/foreground.ts';
import type { Face } from 'engines/faces/faces.ts';
import type { Picture } from 'engines/image.ts';
import { findMatte } from 'engines/matte/matte.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { type Frame, toFrame, turnedFrame, warpPixels } from 'engines/warp-pixels.ts';
import { readSmall } from './person.ts';
import type { HeadLines } from './place-head.ts';
import type { HeadRule } from './size-shape.ts';

export interface Portrait {
  /** The person's own colours, upright. */
  readonly pixels: Pixels;
  readonly alpha: Uint8Array;
  readonly head: HeadLines;
  /** 1 where the picture is. */
  readonly isInside: Uint8Array;
  /** The face mesh in these pixels. */
  readonly mesh: Face['mesh'];
  /** Pixels of this for one of the original. */
  readonly scale: number;
  readonly engine?: string;
}

export interface PortraitWishes {
  readonly rule: HeadRule;
  readonly width: number;
  readonly height: number;
  readonly modelFile?: string | undefined;
  readonly progress?: PartProgress;
}

/** The network looks at 1024 x 1024: with much less than that it would see a blur. */
const leastSide = 800;
const mostSide = 2600;
/** Seen wider and drawn larger than the photo, since how high the hair reaches is not known yet. */
const reserve = 1.25;
/** Hair reaches at most this far above the eyes, in distances from eyes to chin; a bald head at least that far. */
const hairAbove: readonly [number, number] = [0.86, 1.55];
/** Share of the face's width that the picture's upper edge may cut off the hair before the head counts as cut off. */
const cutWidth = 0.3;

const solid = 128;

interface View {
  readonly frame: Frame;
  readonly scale: number;
  readonly middle: number;
  readonly eyes: number;
  readonly chin: number;
}

const middleOf = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]) =>
  [(ax + bx) / 2, (ay + by) / 2] as const;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Bounds of the whole picture, turned upright about the eyes, which are at 0, 0. */
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

/** The frame around head and shoulders, in pixels of a picture scaled by `scale`. */
function viewOf(picture: Picture, face: Face, { rule, width, height }: PortraitWishes): View {
  const eyes = middleOf(face.leftEye, face.rightEye);
  const down = Math.hypot(face.chin[0] - eyes[0], face.chin[1] - eyes[1]);
  const tallest = (down * 2 * reserve) / rule.head[0];
  const half = Math.max((tallest * width) / height / 2, down * 2.4);
  const there = boxOfPicture(picture, eyes, face.tiltDegrees);
  const box: Box = {
    left: Math.max(-half, there.left),
    right: Math.min(half, there.right),
    top: Math.max(-Math.max(tallest * (1 - (rule.eyes?.[0] ?? 0.45)), down * 2.6), there.top),
    bottom: Math.min(Math.max(tallest * (rule.eyes?.[1] ?? 0.62), down * 3.4), there.bottom),
  };
  const longest = Math.max(box.right - box.left, box.bottom - box.top);
  const wanted = (height * ((rule.head[0] + rule.head[1]) / 2)) / (down * 2);
  const scale = Math.min(1, mostSide / longest, Math.max(wanted * reserve, leastSide / longest));
  const size = {
    width: Math.max(1, Math.floor((box.right - box.left) * scale)),
    height: Math.max(1, Math.floor((box.bottom - box.top) * scale)),
  };
  const at = [-box.left * scale, -box.top * scale] as const;
  const frame = turnedFrame(size, [eyes[0] * scale, eyes[1] * scale], at, 1, face.tiltDegrees);
  const chin = toFrame(frame, [face.chin[0] * scale, face.chin[1] * scale]);
  // A head turned aside is centred on the face, not on the eyes.
  const across = face.mesh.map(([x, y]) => toFrame(frame, [x * scale, y * scale])[0]);
  return { frame, scale, middle: (Math.min(...across) + Math.max(...across)) / 2, eyes: at[1], chin: chin[1] };
}

/** The first row, between the columns, that holds the person. */
function findTop(alpha: Uint8Array, width: number, height: number, from: number, to: number): number {
  for (let y = 0; y < height; y++) {
    let count = 0;
    for (let x = Math.max(0, from); x < Math.min(width, to); x++) if (alpha[y * width + x]! >= solid) count++;
    if (count >= Math.max(2, (to - from) * 0.06)) return y;
  }
  return height;
}

/** Whether the picture ends where there is still hair. */
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
    // A turned picture's edge runs slanting through the rows.
    while (y < crown + (to - from) * 0.5 && !isInside[y * width + x]) y++;
    const isEdge = y === 0 || !isInside[(y - 1) * width + x];
    if (isEdge && alpha[(y + 2) * width + x]! >= solid) cut++;
  }
  return cut > (to - from) * cutWidth;
}

/** Refuses FACE_CUT_OFF when the picture ends within the hair. */
export async function makePortrait(picture: Picture, face: Face, wishes: PortraitWishes): Promise<Portrait> {
  const { frame, scale, middle, eyes, chin } = viewOf(picture, face, wishes);
  const source = await readSmall(picture, scale);
  const { pixels, isInside } = warpPixels(source, frame);
  const { alpha, engine } = await findMatte(pixels, {
    ...(wishes.modelFile && { modelFile: wishes.modelFile }),
    ...(wishes.progress && { progress: wishes.progress }),
  });
  for (let i = 0; i < alpha.length; i++) if (!isInside[i]) alpha[i] = 0;
  const faceWidth = face.box.w * scale;
  const [from, to] = [Math.round(middle - faceWidth * 0.4), Math.round(middle + faceWidth * 0.4)];
  const down = chin - eyes;
  const seen = findTop(alpha, pixels.width, pixels.height, from, to);
  const crown = Math.min(eyes - down * hairAbove[0], Math.max(eyes - down * hairAbove[1], seen));
  if (isCrownCut(alpha, isInside, pixels.width, crown, from, to)) throw new AppError('FACE_CUT_OFF');
  return {
    pixels: estimateForeground(pixels, alpha),
    alpha,
    head: { crown, eyes, chin, middle },
    isInside,
    mesh: face.mesh.map(([x, y]) => toFrame(frame, [x * scale, y * scale])),
    scale,
    ...(engine && { engine }),
  };
}
