// Composes the frames of an animated PNG. Source: W3C, Portable Network Graphics, Third Edition, 11.3.6 and 13.
import type { FileHandle } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import { readAt } from '../formats/boxes.ts';
import { maxAnimationPixels } from '../formats/picture-limits.ts';
import { makeChunk, pngSignature } from '../formats/wrap-png.ts';
import { composeFrames, type Disposal, type DrawnFrame } from './canvas.ts';
import type { FrameReader } from './frame-reader.ts';

/** An animation of three minutes has 3,000 frames. */
const maxFrames = 3000;
/** A file has a few chunks for each frame; a file with more wastes time. */
const maxChunks = 200_000;

interface Control {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly delayMs: number;
  readonly disposal: Disposal;
  /** Whether the frame is drawn over what is there; otherwise it replaces it, transparency included. */
  readonly isBlended: boolean;
}

interface ApngFrame extends Control {
  /** The pieces of its compressed pixels. */
  readonly data: Buffer[];
}

interface Parsed {
  /** The body of the first chunk. */
  readonly head: Buffer;
  /** The chunks before the pixels that say how to read them, such as the palette and the profile. */
  readonly before: readonly Buffer[];
  readonly frames: readonly ApngFrame[];
  readonly plays: number;
}

const disposals: readonly Disposal[] = ['keep', 'clear', 'restore'];

/** Undefined for a frame that does not lie on the canvas, which ends the animation. */
function readControl(body: Buffer, head: Buffer): Control | undefined {
  if (body.length < 26) return undefined;
  const [width, height, left, top] = [4, 8, 12, 16].map(at => body.readUInt32BE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const isInside =
    width > 0 && height > 0 && left + width <= head.readUInt32BE(0) && top + height <= head.readUInt32BE(4);
  const disposal = disposals[body[24]!];
  if (!isInside || !disposal) return undefined;
  const delayMs = (body.readUInt16BE(20) * 1000) / (body.readUInt16BE(22) || 100);
  return { left, top, width, height, delayMs, disposal, isBlended: body[25] === 1 };
}

function parse(bytes: Buffer): Parsed | undefined {
  const frames: ApngFrame[] = [];
  const before: Buffer[] = [];
  let [head, plays, isBefore]: [Buffer | undefined, number | undefined, boolean] = [undefined, undefined, true];
  for (let at = pngSignature.length, chunks = 0; at + 12 <= bytes.length; chunks++) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length || chunks > maxChunks) break;
    const name = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, end - 4);
    if (name === 'IHDR' && body.length === 13) head = body;
    else if (name === 'acTL' && body.length === 8 && isBefore) plays = body.readUInt32BE(4);
    else if (name === 'fcTL') {
      const control = head && readControl(body, head);
      if (!control) break;
      if (frames.length === maxFrames) throw new AppError('FILE_CORRUPT', { why: 'frames' });
      frames.push({ ...control, data: [] });
    } else if (name === 'IDAT') {
      isBefore = false;
      // A default picture without a control before it is not part of the animation.
      frames.at(-1)?.data.push(body);
    } else if (name === 'fdAT') frames.at(-1)?.data.push(body.subarray(4));
    else if (name === 'IEND') break;
    else if (isBefore && name !== 'acTL') before.push(bytes.subarray(at, end));
    at = end;
  }
  if (!head || plays === undefined) return undefined;
  return { head, before, plays, frames: frames.filter(({ data }) => data.length > 0) };
}

/** Returns a PNG of one frame alone. */
function wrapFrame({ head, before }: Parsed, { width, height, data }: ApngFrame): Buffer {
  const own = Buffer.from(head);
  own.writeUInt32BE(width, 0);
  own.writeUInt32BE(height, 4);
  return Buffer.concat([
    pngSignature,
    ...makeChunk('IHDR', own),
    ...before,
    ...makeChunk('IDAT', Buffer.concat(data)),
    ...makeChunk('IEND', new Uint8Array()),
  ]);
}

/** Draws one pixel with alpha over another. Both are not premultiplied. */
function blend(canvas: Uint8Array, to: number, pixels: Uint8Array, from: number): void {
  const above = pixels[from + 3]!;
  if (above === 0) return;
  const below = (canvas[to + 3]! * (255 - above)) / 255;
  const alpha = above + below;
  for (let channel = 0; channel < 3; channel++)
    canvas[to + channel] = Math.round((pixels[from + channel]! * above + canvas[to + channel]! * below) / alpha);
  canvas[to + 3] = Math.round(alpha);
}

function paint(canvas: Uint32Array, canvasWidth: number, frame: ApngFrame, pixels: Uint8Array): void {
  const { left, top, width, height, isBlended } = frame;
  const bytes = new Uint8Array(canvas.buffer, canvas.byteOffset, canvas.byteLength);
  for (let y = 0; y < height; y++) {
    const [from, to] = [y * width * 4, ((top + y) * canvasWidth + left) * 4];
    if (!isBlended) bytes.set(pixels.subarray(from, from + width * 4), to);
    else for (let x = 0; x < width * 4; x += 4) blend(bytes, to + x, pixels, from + x);
  }
}

/** A file has about a dozen chunks before its pixels; more only waste time. */
const maxChunksBefore = 200;

/** Whether a PNG claims to be animated: it has an acTL chunk before its pixels. */
export async function claimsFrames(file: FileHandle): Promise<boolean> {
  for (let at = pngSignature.length, number = 0; number < maxChunksBefore; number++) {
    const head = await readAt(file, at, 8);
    const name = head.toString('latin1', 4);
    if (head.length < 8 || name === 'IDAT') return false;
    if (name === 'acTL') return true;
    at += 12 + head.readUInt32BE(0);
  }
  return false;
}

/** Decodes a PNG to red, green, blue and alpha. */
type DecodePng = (png: Buffer) => Promise<Uint8Array>;

/** Reads a PNG with several frames; undefined for any other. The colours of the frames are read as those of a still would be. */
export function readApng(bytes: Buffer, decode: DecodePng): FrameReader | undefined {
  const parsed = parse(bytes);
  if (!parsed || parsed.frames.length < 2) return undefined;
  const { head, frames, plays } = parsed;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const pixels = frames.reduce((sum, frame) => sum + frame.width * frame.height, 0);
  if (pixels > maxAnimationPixels) throw new AppError('FILE_CORRUPT', { why: 'frames' });
  const draw = (frame: ApngFrame): DrawnFrame => ({
    area: frame,
    disposal: frame.disposal,
    drawOn: async canvas => paint(canvas, width, frame, await decode(wrapFrame(parsed, frame))),
  });
  function* drawn(): Generator<DrawnFrame> {
    for (const frame of frames) yield draw(frame);
  }
  return {
    count: frames.length,
    delaysMs: frames.map(({ delayMs }) => delayMs),
    loop: plays,
    compose: count => composeFrames(drawn(), { width, height, count }),
  };
}
