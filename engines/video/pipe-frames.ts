// Pipes raw video frames from and to ffmpeg. Both directions use a constant frame rate, so that a frame's number
// determines its time.
import { maxFramesPerSecond } from 'contract/clip/formats.ts';
import { steadyRate } from 'contract/clip/plan.ts';
import { AppError } from 'contract/errors.ts';
import type { StreamFacts } from 'contract/facts.ts';
import { z } from 'zod';
import { nameMatrix } from './assumed-matrix.ts';
import { cutPart } from './cut-part.ts';
import { deinterlace } from './deinterlace.ts';
import { type ClipFile, openArguments } from './open-arguments.ts';
import { runFfprobe, startFfmpeg } from './run-ffmpeg.ts';
import { toneMap } from './tone-map.ts';
import { thinFrames } from './write-arguments.ts';

/** Raw 8-bit YUV 4:2:0 frames: the luma plane, then both chroma planes at half the width and height. */
export interface FrameFormat {
  /** Even, upright, and with square pixels. */
  readonly width: number;
  readonly height: number;
  /** The size before an odd row or column is cropped. */
  readonly whole: { readonly width: number; readonly height: number };
  /** Frames per second as a fraction, such as "30000/1001". */
  readonly rate: string;
  readonly framesPerSecond: number;
  /** Arguments that tag the output with the input's colour space. */
  readonly tags: readonly string[];
}

const tag = z
  .string()
  .regex(/^[a-z0-9-]+$/)
  .refine(name => name !== 'unknown' && name !== 'reserved')
  .optional()
  .catch(undefined);
/** Transfer curves that ffprobe and ffmpeg's options name differently. */
const transferOptions: Readonly<Record<string, string>> = { bt470m: 'gamma22', bt470bg: 'gamma28' };

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

/** Common frame rates. A clip with a variable frame rate gets the next one above its mean. */
const usualRates = ['24000/1001', '24', '25', '30000/1001', '30', '50', '60000/1001', '60', '120', '240'];
const numberOf = (rate: string) => {
  const [above = 0, below = 1] = rate.split('/').map(Number);
  return below > 0 ? above / below : 0;
};

const even = (pixels: number) => Math.floor(pixels / 2) * 2;

/** How frames of this clip are piped. `size` is its displayed size in pixels. */
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
  const isSteady = stream.isVariable !== true && numberOf(own) >= 1 && numberOf(own) <= maxFramesPerSecond;
  const rate = isSteady ? own : (usualRates.find(each => numberOf(each) >= steadyRate(stream) * 0.99) ?? '240');
  const { color_space, color_transfer: transfer } = probed!;
  const matrix = stream.assumedMatrix ?? color_space;
  // Tone-mapped frames no longer match the clip's colour tags.
  const tags = stream.isHdr
    ? ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']
    : [
        ...(matrix ? ['-colorspace', matrix] : []),
        ...(probed!.color_primaries ? ['-color_primaries', probed!.color_primaries] : []),
        ...(transfer ? ['-color_trc', transferOptions[transfer] ?? transfer] : []),
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
  /** The clip's duration in seconds. */
  readonly seconds: number;
  /** In seconds of the clip; absent: from the start, to the end. */
  readonly start?: number | undefined;
  readonly taken?: number | undefined;
  /** Frames per second to read, fewer than the clip has; absent: all frames. */
  readonly everyHertz?: number | undefined;
}

/** A clip may end slightly later than its header says. */
const longer = { factor: 1.1, seconds: 1 };

/**
 * The input and filter arguments for reading. Frame numbers determine times, so gaps are filled by repeating frames: by the muxer, which emits one at
 * a time and stops at a count. The filter `fps` emits all frames of a gap at once, so that a 14 KB file with an edit list of 49 days filled 20 GB.
 * Frames whose size changes midway, or with an extreme pixel aspect ratio, are scaled to the probed size.
 */
function readArguments(reading: FrameReading): string[] {
  const { file, stream, format, canToneMap, seconds, start = 0, everyHertz } = reading;
  const taken = reading.taken ?? Math.max(0, seconds - start) * longer.factor + longer.seconds;
  const isPart = start > 0 || reading.taken !== undefined;
  const cut = cutPart(file, { start, taken }, isPart || stream.isUntimed ? stream : undefined, format.rate);
  const filters = [
    ...cut.picture,
    ...nameMatrix(stream),
    ...deinterlace(stream),
    ...(everyHertz === undefined ? [] : thinFrames(everyHertz)),
    ...(canToneMap ? toneMap(stream) : []),
    `scale=${format.whole.width}:${format.whole.height}:flags=bicubic`,
    'setsar=1',
    `crop=${format.width}:${format.height}:0:0`,
    'format=yuv420p',
  ];
  const rate = everyHertz === undefined ? format.rate : everyHertz.toFixed(3);
  const max = Math.ceil((taken + longer.seconds) * (everyHertz ?? format.framesPerSecond));
  return [
    ...cut.input,
    ...['-map', `0:${stream.index}`, '-an', '-sn', '-dn', '-vf', filters.join(',')],
    ...['-r', rate, '-fps_mode', 'cfr', '-frames:v', String(max), '-f', 'rawvideo', 'pipe:1'],
  ];
}

const bytesOf = ({ width, height }: Pick<FrameFormat, 'width' | 'height'>): number => (width * height * 3) / 2;

/** Reads the frames one by one, each in a new buffer. Throws FILE_CORRUPT and everything else that `runFfmpeg` throws. */
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
  /** An absolute path chosen by the server, ending in .mp4. */
  readonly path: string;
  readonly folder: string;
}

/** Constant rate factor of x264, chosen so that the pixels around a mark look the same as in the source. */
const crf = 17;

/** Arguments for writing visually lossless H.264 in MP4, without sound. */
function writeFramesArguments({ format, path }: FrameWriting): string[] {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-video_size', `${format.width}x${format.height}`];
  return [
    ...[...raw, '-framerate', format.rate, '-i', 'pipe:0'],
    ...['-map', '0:v', '-c:v', 'libx264', '-preset', 'faster', '-profile:v:0', 'high', '-crf', String(crf)],
    ...format.tags,
    ...['-f', 'mp4', `file:${path}`],
  ];
}

export interface FrameWriter {
  /** Waits while the encoder is behind. */
  readonly write: (frame: Uint8Array) => Promise<void>;
  /** Waits until the file is complete. */
  readonly finish: () => Promise<void>;
  readonly stop: () => void;
}

export function openFrameWriter(writing: FrameWriting): FrameWriter {
  const run = startFfmpeg(writeFramesArguments(writing), writing.folder);
  // Nothing is printed there, but the stream only closes once it has been read.
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
