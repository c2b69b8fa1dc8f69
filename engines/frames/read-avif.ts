// Reads the frames of an animated AVIF (image sequence) with ffmpeg, because libvips opens only stills. Sources: AV1 Image File Format, 3; ISO/IEC
// 14496-12, 8.3 (tracks), 8.6 (times).
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { type Box, readBoxes, readTopBox } from '../formats/boxes.ts';
import { openArguments } from '../video/open-arguments.ts';
import { startFfmpeg } from '../video/run-ffmpeg.ts';
import type { FrameReader } from './frame-reader.ts';

/** An animation of three minutes has 3,000 frames. */
const maxFrames = 3000;
const maxTracks = 64;

interface Track {
  /** pict: colours; auxv: alpha, or something else, such as depth. */
  readonly handler: string;
  readonly isAlpha: boolean;
  readonly delaysMs: readonly number[];
  readonly plays: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

const find = (boxes: readonly Box[], name: string): Buffer | undefined => boxes.find(box => box.name === name)?.body;

/** Returns the boxes at the end of a path of names. */
function inside(body: Buffer, ...path: readonly string[]): Box[] {
  const [name, ...rest] = path;
  const boxes = [...readBoxes(body)];
  if (name === undefined) return boxes;
  const next = find(boxes, name);
  return next ? inside(next, ...rest) : [];
}

/** A number of 32 bits, or of 64 in the second version of a box; infinity where all bits are set, which means unknown. */
function readTime(body: Buffer, at: number): { readonly value: number; readonly next: number } {
  if (body[0] !== 1) {
    const value = body.readUInt32BE(at);
    return { value: value === 0xff_ff_ff_ff ? Number.POSITIVE_INFINITY : value, next: at + 4 };
  }
  const value = body.readBigUInt64BE(at);
  return { value: value === 2n ** 64n - 1n ? Number.POSITIVE_INFINITY : Number(value), next: at + 8 };
}

/** Creation and modification time, and their size in both versions. */
const timesEnd = (body: Buffer) => (body[0] === 1 ? 20 : 12);

function readDelays(media: Buffer): number[] {
  const head = find(inside(media), 'mdhd');
  const times = find(inside(media, 'minf', 'stbl'), 'stts');
  if (!head || !times) return [];
  const perSecond = head.readUInt32BE(timesEnd(head)) || 1;
  const delays: number[] = [];
  for (let entry = 0, at = 8; entry < times.readUInt32BE(4); entry++, at += 8) {
    const count = times.readUInt32BE(at);
    if (delays.length + count > maxFrames) throw new AppError('FILE_CORRUPT', { why: 'frames' });
    for (let i = 0; i < count; i++) delays.push((times.readUInt32BE(at + 4) * 1000) / perSecond);
  }
  return delays;
}

/** Returns how often the track plays: as often as its edit list fits into its duration, or forever. */
function readPlays(track: Buffer): number {
  const edits = find(inside(track, 'edts'), 'elst');
  const head = find(inside(track), 'tkhd');
  if (!edits || !head || edits.readUInt32BE(4) !== 1) return 0;
  if ((edits[3]! & 1) === 0) return 1;
  const whole = readTime(head, timesEnd(head) + 8).value;
  const once = readTime(edits, 8).value;
  return Number.isFinite(whole) && once > 0 ? Math.min(65_535, Math.max(1, Math.round(whole / once))) : 0;
}

/** What an auxiliary track is, in its description; without a word it is alpha. */
function isAlphaTrack(media: Buffer): boolean {
  const description = find(inside(media, 'minf', 'stbl'), 'stsd');
  return !description?.includes('auxi') || description.includes('auxiliary:alpha');
}

function readTrack(track: Buffer): Track {
  const media = find(inside(track), 'mdia');
  const handler = media && find(inside(media), 'hdlr')?.toString('latin1', 8, 12);
  const head = find(inside(track), 'tkhd');
  // The size ends the header, as fixed-point numbers of 16 bits and 16 after the point.
  const [width, height] = head ? [head.readUInt16BE(head.length - 8), head.readUInt16BE(head.length - 4)] : [0, 0];
  const isAlpha = handler === 'auxv' && isAlphaTrack(media!);
  return {
    handler: handler ?? '',
    isAlpha,
    delaysMs: media ? readDelays(media) : [],
    plays: readPlays(track),
    width,
    height,
  };
}

async function readTracks(file: FileHandle): Promise<Track[]> {
  const movie = await readTopBox(file, 'moov');
  if (!movie) return [];
  try {
    return inside(movie)
      .filter(({ name }) => name === 'trak')
      .slice(0, maxTracks)
      .map(({ body }) => readTrack(body));
  } catch (cause) {
    if (cause instanceof RangeError) throw new AppError('FILE_CORRUPT', { why: 'moov' }, { cause });
    throw cause;
  }
}

interface Wanted {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** The index of the track with the colours, and of the one with alpha. */
  readonly colours: number;
  readonly alpha: number | undefined;
}

async function decode({ path, width, height, count, colours, alpha }: Wanted): Promise<Uint8Array> {
  const scale = `scale=${width}:${height}:flags=accurate_rnd+full_chroma_int,format=rgba`;
  const look =
    alpha === undefined ? `[0:${colours}]${scale}[out]` : `[0:${colours}][0:${alpha}]alphamerge,${scale}[out]`;
  const written = ['-fps_mode', 'passthrough', '-frames:v', String(count), '-f', 'rawvideo', 'pipe:1'];
  const run = startFfmpeg(
    [
      '-ignore_editlist',
      '1',
      ...openArguments({ path, type: 'avif' }),
      '-filter_complex',
      look,
      '-map',
      '[out]',
      ...written,
    ],
    dirname(path),
  );
  run.input.end();
  const size = width * height * 4;
  const stack = new Uint8Array(size * count);
  let at = 0;
  for await (const chunk of run.output as AsyncIterable<Uint8Array>) {
    stack.set(chunk.subarray(0, stack.length - at), at);
    at = Math.min(stack.length, at + chunk.length);
  }
  await run.ended;
  if (at < stack.length) throw new AppError('FILE_CORRUPT', { why: 'frames' });
  return stack;
}

/** Reads an AVIF with several frames, composed at this size; undefined for a still. Throws ENGINE_NOT_CONFIGURED without ffmpeg. */
export async function readAvif(path: string, file: FileHandle) {
  const tracks = await readTracks(file);
  const colours = tracks.findIndex(({ handler }) => handler === 'pict');
  const track = tracks[colours];
  const count = track?.delaysMs.length ?? 0;
  if (!track || count < 2) return undefined;
  const auxiliary = tracks.findIndex(({ isAlpha, delaysMs }) => isAlpha && delaysMs.length === count);
  const alpha = auxiliary < 0 ? undefined : auxiliary;
  return {
    hasAlpha: alpha !== undefined,
    width: track.width,
    height: track.height,
    at: ({ width, height }: { readonly width: number; readonly height: number }): FrameReader => ({
      count,
      delaysMs: track.delaysMs,
      loop: track.plays,
      compose: wanted => decode({ path, width, height, count: wanted, colours, alpha }),
    }),
  };
}
