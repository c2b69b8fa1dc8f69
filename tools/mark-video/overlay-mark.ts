// Renders the watermark of a clip as one image, and computes where and when it is overlaid on the frames.
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { type Placed, type Size, shorterEdge } from 'contract/mark/place.ts';
import type { InputFile } from 'contract/run.ts';
import { listWarnings, type WarningCode } from 'contract/warnings.ts';
import { evenOut } from 'engines/draw-mark/draw-cues.ts';
import { makeLayer } from 'engines/draw-mark/draw-mark.ts';
import { type MadeMark, makeMarks } from 'engines/draw-mark/make-mark.ts';
import { turnSheet } from 'engines/draw-mark/turn.ts';
import { openPicture } from 'engines/image.ts';
import { fillSheet, type Laid, putOver } from 'engines/pixels/composite.ts';
import { sharp } from 'engines/sharp.ts';
import type { ClipFile } from 'engines/video/open-arguments.ts';
import { moveCorner, type Overlay } from 'engines/video/overlay-arguments.ts';
import type { ProbedClip } from 'engines/video/probe-clip.ts';
import { writeFrame } from 'engines/video/write-poster.ts';
import type { MarkVideoOptions } from './contract.ts';

interface Asked {
  readonly file: ClipFile;
  readonly facts: ProbedClip;
  /** Size and duration of the result. */
  readonly frame: Size & { readonly seconds: number };
  readonly options: MarkVideoOptions;
  readonly markFile: InputFile | undefined;
  readonly folder: string;
}

/** Returns the part of the clip in which the mark is visible; undefined for all of it. Throws CLIP_RANGE_EMPTY. */
function findWindow({ start, end }: MarkVideoOptions, seconds: number): Overlay['window'] {
  if (start === undefined && end === undefined) return undefined;
  const window = { start: start ?? 0, end: Math.min(end ?? seconds + 1, seconds + 1) };
  if (window.end <= window.start || window.start >= seconds) throw new AppError('CLIP_RANGE_EMPTY');
  return window;
}

/** Renders all repetitions into one image of the frame's size. */
function tile(made: MadeMark, frame: Size): Laid | undefined {
  const { painted, placed, look } = made;
  const layer = makeLayer(
    { painted, placed, opacity: look.opacity, tileGap: look.tileGap * shorterEdge(frame) },
    frame,
  );
  if (!layer?.isRepeated) return layer;
  const sheet = fillSheet(frame.width, frame.height, 'transparent');
  for (let top = 0; top < frame.height; top += layer.sheet.height)
    for (let left = 0; left < frame.width; left += layer.sheet.width) putOver(sheet, { sheet: layer.sheet, left, top });
  return { sheet, left: 0, top: 0 };
}

function fade({ sheet, ...laid }: Laid, opacity: number): Laid {
  const data = sheet.data.slice();
  for (let at = 3; at < data.length; at += 4) data[at] = Math.round(data[at]! * opacity);
  return { ...laid, sheet: { ...sheet, data } };
}

/** Renders the whole mark, including parts that are initially outside the frame. */
function layWhole({ painted, placed, look }: MadeMark): Laid | undefined {
  const laid = turnSheet(painted.sheet, placed.centre, placed.degrees);
  return laid && fade(laid, look.opacity);
}

const even = (value: number) => Math.floor(value / 2) * 2;

/** Aligns the mark to even pixels, because frames store chroma for blocks of 2 x 2. */
function settle({ sheet, left, top }: Laid): Laid {
  const [x, y] = [even(left), even(top)];
  const wide = fillSheet(even(left - x + sheet.width + 1), even(top - y + sheet.height + 1), 'transparent');
  putOver(wide, { sheet, left: left - x, top: top - y });
  return { sheet: wide, left: x, top: y };
}

/** Refuses what image watermarking refuses, and CLIP_RANGE_EMPTY. There is no overlay if the mark lies outside the frame. */
export async function overlayMark({
  file,
  facts,
  frame,
  options,
  markFile,
  folder,
}: Asked): Promise<{ overlay: Overlay | undefined; warnings: WarningCode[] }> {
  const window = findWindow(options, frame.seconds);
  const look = markFile && !options.markContent?.trim() ? { ...options, markType: 'image' as const } : options;
  // The mark is placed, and an automatic colour is chosen, on the first frame in which it is visible.
  const framePath = join(folder, 'frame.png');
  await writeFrame(file, facts, framePath, { at: window?.start ?? 0, size: frame });
  const [mark] = await makeMarks(await openPicture(framePath), [{ look, file: markFile }]);
  const made = mark!;
  const warnings = listWarnings({ 'signs-missing': made.missing.length > 0 });
  const isMoving = options.motion !== 'none' && !options.tile;
  const drawn = options.tile ? tile(made, frame) : layWhole(made);
  const laid = drawn && (isMoving ? settle(drawn) : evenOut(drawn, frame));
  if (!laid) return { overlay: undefined, warnings };
  const path = join(folder, 'mark.png');
  const { data, width, height } = laid.sheet;
  await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(path);
  const moving = { motion: isMoving ? options.motion : 'none', period: options.motionPeriod } as const;
  const placed: Placed = made.placed;
  const corner = moveCorner(frame, placed, { x: laid.left, y: laid.top }, moving, window?.start ?? 0);
  return { overlay: { source: { kind: 'picture', path }, ...corner, window }, warnings };
}
