// Mends the frames of a clip as they are read, one marked area after the other, and writes them in order.
import { AppError } from 'contract/errors.ts';
import { inpaint } from '../inpaint/inpaint.ts';
import { type FrameFormat, readFrames } from '../video/pipe-frames.ts';
import type { ClipSource } from './clip-source.ts';
import { createMender, type FillHoles, type Mender } from './mend-frames.ts';
import {
  alignBox,
  type Box,
  cutPatch,
  emptyPatch,
  type Frame,
  fromPixels,
  halveMask,
  type Patch,
  pastePatch,
  toPixels,
} from './patch.ts';
import { presenceReach, type Watch } from './watch-frames.ts';

/** An area of the frame that is mended for some time. */
export interface Mending {
  readonly box: Box;
  /** Frames are counted from the first one looked at. */
  readonly watch: Watch;
  /** Numbers of the first frame to mend and of the one after the last, counted from the first frame written. */
  readonly from: number;
  readonly to: number;
  /** The same of the frames that are looked at. */
  readonly seenFrom: number;
  readonly seenTo: number;
  /** Number of frames to look ahead and back. */
  readonly reach: number;
}

/** Maximum bytes of all frames held while mending. */
const maxHeldBytes = 400 * 1024 * 1024;
/** Margin in pixels around holes from which they are filled. */
const fillMargin = 128;
/** Frames beyond the reach that are needed to tell whether a frame carries a mark. */
const presenceLook = presenceReach;

/** Chooses how many frames to look ahead and back so that the frames held for areas of these sizes stay within the memory limit. */
export function chooseReach(boxes: readonly Box[], { width, height }: FrameFormat, wanted: number): number {
  const perFrame = boxes.reduce((sum, { w, h }) => sum + 6 * w * h, width * height * 1.5);
  return Math.max(2, Math.min(wanted, Math.floor(maxHeldBytes / perFrame) - presenceLook));
}

/** Returns a function that fills holes of a patch from a wider part of its frame with the inpainting engine for images. */
function fillFrom(frame: Frame, box: Box): FillHoles {
  return async (patch, holes) => {
    const wide = alignBox(box, { across: fillMargin, down: fillMargin }, frame);
    const around: Frame = { data: frame.data.slice(), width: frame.width, height: frame.height };
    const everything = [new Uint8Array(holes.length).fill(1), new Uint8Array(holes.length / 4).fill(1)] as const;
    pastePatch(around, box, patch, [everything[0], everything[1], everything[1]]);
    const mask = new Uint8Array(wide.w * wide.h);
    const [left, top] = [box.x - wide.x, box.y - wide.y];
    for (let y = 0; y < box.h; y++) mask.set(holes.subarray(y * box.w, (y + 1) * box.w), (top + y) * wide.w + left);
    const filled = fromPixels(await inpaint(toPixels(cutPatch(around, wide)), mask, { looksForPeople: false }));
    const whole: Frame = { data: joinPlanes(filled), width: wide.w, height: wide.h };
    const inner = cutPatch(whole, { x: left, y: top, w: box.w, h: box.h });
    const out = emptyPatch(box.w, box.h);
    const halfHoles = halveMask(holes, box.w, box.h);
    for (const [c, { data }] of out.entries()) {
      const wanted = c === 0 ? holes : halfHoles;
      for (let i = 0; i < data.length; i++) data[i] = wanted[i] ? inner[c]!.data[i]! : patch[c]!.data[i]!;
    }
    return out;
  };
}

function joinPlanes([y, u, v]: Patch): Uint8Array {
  const data = new Uint8Array(y.data.length * 1.5);
  data.set(y.data);
  data.set(u.data, y.data.length);
  data.set(v.data, y.data.length + u.data.length);
  return data;
}

interface Working extends Mending {
  readonly mender: Mender;
}

/** Reads the clip, or `part` of it, and writes all its frames, mended where an area carries a mark. Throws FILE_CORRUPT. */
export async function mendClip(
  mendings: readonly Mending[],
  { reading, format, seconds }: ClipSource,
  {
    part,
    write,
    onProgress,
  }: {
    readonly part: { readonly start: number; readonly taken: number } | undefined;
    readonly write: (frame: Uint8Array) => Promise<void>;
    readonly onProgress: (fraction: number) => void;
  },
): Promise<void> {
  const { framesPerSecond, width, height } = format;
  const total = Math.max(1, Math.round((part?.taken ?? seconds) * framesPerSecond));
  const reach = Math.max(...mendings.map(each => each.reach));
  const workings = mendings.map(
    (each): Working => ({ ...each, mender: createMender(each.box, each.watch, each.reach) }),
  );
  const waiting: Frame[] = [];
  let written = 0;
  async function finishOne(): Promise<void> {
    const frame = waiting.shift()!;
    for (const { box, mender, from, to, seenFrom } of workings) {
      if (written < from || written >= to) continue;
      const mended = await mender.mend(written - seenFrom, fillFrom(frame, box));
      if (mended) pastePatch(frame, box, mended.patch, mended.masks);
    }
    await write(frame.data);
    written++;
    onProgress(Math.min(1, written / total));
  }
  let read = 0;
  for await (const data of readFrames({ ...reading, ...part })) {
    const frame: Frame = { data, width, height };
    for (const { box, mender, seenFrom, seenTo } of workings)
      if (read >= seenFrom && read < seenTo) mender.add(cutPatch(frame, box));
    waiting.push(frame);
    read++;
    if (waiting.length > reach + presenceLook) await finishOne();
  }
  while (waiting.length > 0) await finishOne();
  if (written === 0) throw new AppError('FILE_CORRUPT');
}
