// Frames of a clip through pipes: read as raw pixels, and written from raw pixels with the sound of the clip beside them. Both sides
// count frames at one steady rate, so that a frame's number is its time.
import { AppError } from 'contract/errors.ts';
import type { StreamFacts } from 'contract/facts.ts';
import { z } from 'zod';
import { type ClipFile, openArguments, openPart } from './open-arguments.ts';
import { runFfprobe, startFfmpeg } from './run-ffmpeg.ts';
import { hdrFilters, leaveOut, thinFrames } from './write-arguments.ts';

/** Raw YUV 4:2:0 frames with 8 bits: the plane of brightness, then both of colour at half the size. */
export interface FrameFormat {
  /** Even, upright, with square pixels. */
  readonly width: number;
  readonly height: number;
  /** The same before a line or a column too many is cut off. */
  readonly whole: { readonly width: number; readonly height: number };
  /** Frames a second as a fraction, such as "30000/1001". */
  readonly rate: string;
  readonly framesPerSecond: number;
  /** Arguments that tag what is written with the colours of what was read. */
  readonly tags: readonly string[];
}

const tag = z
  .string()
  .regex(/^[a-z0-9-]+$/)
  .refine(name => name !== 'unknown' && name !== 'reserved')
  .optional()
  .catch(undefined);
const probeSchema = z.object({
  streams: z
    .array(
      z.object({
        r_frame_rate: z.string().catch('0/0'),
        color_space: tag,
        color_primaries: tag,
        color_transfer: tag,
      }),
    )
    .min(1),
});

/** The rates that clips are filmed in; a clip whose frames do not follow evenly is given the next one above its mean. */
const usualRates = ['24000/1001', '24', '25', '30000/1001', '30', '50', '60000/1001', '60'];
const mostFramesPerSecond = 120;
const numberOf = (rate: string) => {
  const [above = 0, below = 1] = rate.split('/').map(Number);
  return below > 0 ? above / below : 0;
};

const even = (pixels: number) => Math.floor(pixels / 2) * 2;

/** How frames of this clip are piped. `size`: its pixels as they are seen. */
export async function readFormat(
  file: ClipFile,
  stream: StreamFacts,
  size: { readonly width: number; readonly height: number },
  folder: string,
): Promise<FrameFormat> {
  const shown = 'stream=r_frame_rate,color_space,color_primaries,color_transfer';
  const asked = ['-select_streams', String(stream.index), '-show_entries', shown, ...openArguments(file)];
  const parsed = probeSchema.safeParse(await runFfprobe(asked, folder));
  if (!parsed.success) throw new AppError('FILE_CORRUPT');
  const [probed] = parsed.data.streams;
  const own = probed!.r_frame_rate;
  const mean = stream.framesPerSecond || 25;
  const isSteady = stream.isVariable !== true && numberOf(own) >= 1 && numberOf(own) <= mostFramesPerSecond;
  const rate = isSteady ? own : (usualRates.find(each => numberOf(each) >= mean * 0.99) ?? '60');
  // Colours that were made ordinary are no longer what the clip's tags say.
  const tags = stream.isHdr
    ? ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']
    : [
        ...(probed!.color_space ? ['-colorspace', probed!.color_space] : []),
        ...(probed!.color_primaries ? ['-color_primaries', probed!.color_primaries] : []),
        ...(probed!.color_transfer ? ['-color_trc', probed!.color_transfer] : []),
      ];
  const [width, height] = [Math.max(2, size.width), Math.max(2, size.height)];
  const whole = { width, height };
  return { width: even(width), height: even(height), whole, rate, framesPerSecond: numberOf(rate), tags };
}

export interface FrameReading {
  readonly file: ClipFile;
  readonly stream: StreamFacts;
  readonly format: FrameFormat;
  readonly folder: string;
  readonly canToneMap: boolean;
  /** How long the clip is, in seconds. */
  readonly seconds: number;
  /** Seconds of the clip; absent: from its beginning, to its end. */
  readonly start?: number | undefined;
  readonly taken?: number | undefined;
  /** Frames a second to read, fewer than there are; absent: every one. */
  readonly everyHertz?: number | undefined;
}

/** The end of a clip may lie a little behind what its header tells. */
const longer = { factor: 1.1, seconds: 1 };

/**
 * The arguments of one reading, without the output. A frame's number is its time, so frames are repeated where a clip has a gap: by the muxer,
 * which makes one at a time and stops at a count. The filter `fps` makes those of a gap at once, and 14 KB whose edits last 49 days filled
 * 20 GB. A shape that changes on the way, and pixels that claim to be a thousand times as wide as high, come in the size that the facts told.
 */
function readArguments(reading: FrameReading): string[] {
  const { file, stream, format, canToneMap, seconds, start = 0, everyHertz } = reading;
  const taken = reading.taken ?? Math.max(0, seconds - start) * longer.factor + longer.seconds;
  const filters = [
    ...(stream.isInterlaced ? ['yadif'] : []),
    ...(everyHertz === undefined ? [] : thinFrames(everyHertz)),
    ...(stream.isHdr && canToneMap ? hdrFilters : []),
    `scale=${format.whole.width}:${format.whole.height}:flags=bicubic`,
    'setsar=1',
    `crop=${format.width}:${format.height}:0:0`,
    'format=yuv420p',
  ];
  const rate = everyHertz === undefined ? format.rate : everyHertz.toFixed(3);
  const most = Math.ceil((taken + longer.seconds) * (everyHertz ?? format.framesPerSecond));
  return [
    ...openPart(file, { start, taken }),
    ...['-map', `0:${stream.index}`, '-an', '-sn', '-dn', '-vf', filters.join(',')],
    ...['-r', rate, '-fps_mode', 'cfr', '-frames:v', String(most), '-f', 'rawvideo', 'pipe:1'],
  ];
}

const bytesOf = ({ width, height }: Pick<FrameFormat, 'width' | 'height'>): number => (width * height * 3) / 2;

/** Reads the frames one by one; each is a buffer of its own. Throws FILE_CORRUPT and what else `runFfmpeg` throws. */
export async function* readFrames(reading: FrameReading): AsyncGenerator<Uint8Array, void> {
  const bytes = bytesOf(reading.format);
  const run = startFfmpeg(readArguments(reading), reading.folder);
  let frame = new Uint8Array(bytes);
  let filled = 0;
  try {
    for await (const chunk of run.output as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; ) {
        const taken = Math.min(bytes - filled, chunk.length - at);
        frame.set(chunk.subarray(at, at + taken), filled);
        filled += taken;
        at += taken;
        if (filled < bytes) continue;
        yield frame;
        frame = new Uint8Array(bytes);
        filled = 0;
      }
    }
    await run.ended;
  } finally {
    run.stop();
  }
}

export interface FrameWriting {
  readonly format: FrameFormat;
  /** An absolute path of ours, ending in .mp4. */
  readonly path: string;
  readonly folder: string;
  /** The clip whose sound goes along, from `start` on for `taken` seconds; absent: no sound. */
  readonly sound?:
    | {
        readonly file: ClipFile;
        readonly stream: StreamFacts;
        readonly does: 'copy' | 'encode';
        readonly start: number;
        readonly taken?: number | undefined;
      }
    | undefined;
}

/** Constant rate factor of x264: the pixels around a mark cannot be told from those of the clip. */
const crf = 17;
const soundKilobits = 160;

/** Writes an MP4 of H.264; what is seen cannot be told from the frames that it is given. */
function writeFramesArguments({ format, path, sound }: FrameWriting): string[] {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-video_size', `${format.width}x${format.height}`];
  const soundInput = sound ? openPart(sound.file, { start: sound.start, taken: sound.taken }) : [];
  const soundCodec =
    sound?.does === 'copy'
      ? ['-c:a', 'copy']
      : ['-af', 'aresample=async=1:first_pts=0', '-c:a', 'aac', '-b:a', `${soundKilobits}k`, '-ac', '2'];
  return [
    ...[...raw, '-framerate', format.rate, '-i', 'pipe:0', ...soundInput],
    ...['-map', '0:v', '-c:v', 'libx264', '-preset', 'faster', '-profile:v', 'high', '-crf', String(crf)],
    ...format.tags,
    ...(sound ? ['-map', `1:${sound.stream.index}`, ...soundCodec] : ['-an']),
    ...leaveOut,
    ...['-max_muxing_queue_size', '4096', '-movflags', '+faststart', '-f', 'mp4', `file:${path}`],
  ];
}

export interface FrameWriter {
  /** Waits while the encoder is behind. */
  readonly write: (frame: Uint8Array) => Promise<void>;
  /** Waits for the file. */
  readonly finish: () => Promise<void>;
  readonly stop: () => void;
}

export function openFrameWriter(writing: FrameWriting): FrameWriter {
  const run = startFfmpeg(writeFramesArguments(writing), writing.folder);
  // Nothing is printed there, but a pipe is never closed before it was read.
  run.output.resume();
  return {
    write: async frame => {
      if (run.input.write(frame)) return;
      await Promise.race([new Promise(resolve => run.input.once('drain', resolve)), run.ended]);
    },
    finish: async () => {
      run.input.end();
      await run.ended;
    },
    stop: run.stop,
  };
}
