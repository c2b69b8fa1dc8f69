// How large a conversion becomes, measured: the wanted part of a clip, or stretches spread over it, is encoded with the arguments of the conversion
// itself, and only the sizes of the packets are kept.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ClipFormat, formatRules } from 'contract/clip/formats.ts';
import { requirePlan } from 'contract/clip/require-plan.ts';
import type { ClipFacts, ClipWish } from 'contract/clip/wish.ts';
import { AppError } from 'contract/errors.ts';
import { cutPart, type PartCut } from './cut-part.ts';
import type { ClipFile } from './open-arguments.ts';
import { chooseSamples, type Samples, spreadStretches } from './plan-stretches.ts';
import { createPacketReader, type Packets, printPackets } from './read-packets.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { canMap } from './tone-map.ts';
import { cutWanted, openCut, type Wanted, writingOf } from './wanted-part.ts';
import { encodeArguments, gifFrames, paletteArguments } from './write-arguments.ts';

export interface Measuring {
  readonly file: ClipFile;
  readonly facts: ClipFacts;
  readonly wish: ClipWish;
  readonly folder: string;
  /** Absent: as many as take some seconds, or the whole part. */
  readonly samples?: Samples;
}

interface Job extends Wanted {
  readonly folder: string;
}

/** Encoders write a key frame at least every so many frames: the defaults of x264 and libvpx. A GIF has none but its first. */
const keyInterval: Readonly<Partial<Record<ClipFormat, number>>> = { webm: 128, gif: Number.POSITIVE_INFINITY };
const usualKeyInterval = 250;

/** x264 gives the last frames of a stretch fewer bits than within a clip, because it sees no frame after them that builds on them. */
const tail = { max: 8, share: 1 / 3 };

/** Bytes that a container adds: its header, and per packet of video and of sound. */
const containerBytes: Readonly<Partial<Record<ClipFormat, readonly [header: number, frame: number, sound: number]>>> = {
  mkv: [900, 9, 8],
  webm: [900, 9, 8],
  gif: [50, 8, 0],
};
const usualContainerBytes = [1500, 8, 5] as const;

/** A palette for these parts of the clip together. */
async function makePalette(job: Job, cuts: readonly PartCut[]): Promise<string> {
  const palette = join(job.folder, 'palette.png');
  const opened = cuts.flatMap(cut => openCut(job, cut));
  const writings = cuts.map(cut => writingOf(job, { cut }));
  await runFfmpeg([...opened, ...paletteArguments(writings, palette)], { folder: job.folder, seconds: 0 });
  if (!existsSync(palette)) throw new AppError('FILE_CORRUPT', { why: 'no frames' });
  return palette;
}

async function encode(job: Job, cut: PartCut, palette: string | undefined): Promise<Packets> {
  const writing = writingOf(job, { cut });
  const reader = createPacketReader();
  const args = palette
    ? [...openCut(job, cut), '-f', 'png_pipe', '-i', `file:${palette}`, ...gifFrames(writing), '-an', '-c:v', 'gif']
    : [...openCut(job, cut), ...encodeArguments(writing)];
  await runFfmpeg([...args, ...printPackets], { folder: job.folder, seconds: 0, hear: reader.hear });
  return reader.read();
}

/** The same for a stretch of a clip that is damaged elsewhere: nothing where it cannot be decoded. */
const encodeIfWhole = (job: Job, cut: PartCut, palette: string | undefined): Promise<Packets | undefined> =>
  encode(job, cut, palette).catch(error => {
    if (error instanceof AppError && error.code === 'FILE_CORRUPT') return undefined;
    throw error;
  });

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Bytes of the video, and its number of frames. Key frames are told apart: a stretch begins with one, a result has one in hundreds of frames. */
function extrapolateFrames(stretches: readonly Packets[], share: number, format: ClipFormat) {
  const interval = keyInterval[format] ?? usualKeyInterval;
  const skipped = (count: number) =>
    formatRules[format].makes.video === 'h264' ? Math.min(tail.max, Math.floor(count * tail.share)) : 0;
  const framed = stretches.map(({ frames }) => frames).filter(frames => frames.length > 0);
  const frames = sum(framed.map(({ length }) => length)) / share;
  const keyBytes = sum(framed.map(([first = 0]) => first)) / framed.length;
  const others = framed.flatMap(all => all.slice(1, all.length - skipped(all.length)));
  const otherBytes = others.length > 0 ? sum(others) / others.length : keyBytes;
  const keys = Math.min(frames, 1 + Math.floor(Math.max(0, frames - 1) / interval));
  return { bytes: keys * keyBytes + (frames - keys) * otherBytes, count: frames };
}

/** Bytes of all sounds and their number of packets. */
function extrapolateSounds(stretches: readonly Packets[], seconds: number) {
  const sounds = stretches.flatMap(one => one.sounds);
  // Each stretch has all tracks, so they are together as long as the stretches times the tracks.
  const tracks = Math.max(0, ...stretches.map(one => one.sounds.length));
  const heard = sum(sounds.map(sound => sound.seconds)) / Math.max(1, tracks);
  const scale = heard > 0 ? seconds / heard : 0;
  return { bytes: sum(sounds.map(({ bytes }) => bytes)) * scale, count: sum(sounds.map(({ count }) => count)) * scale };
}

async function measureWhole(job: Job): Promise<number> {
  const cut = cutWanted(job);
  const palette = job.wish.format === 'gif' ? await makePalette(job, [cut]) : undefined;
  const { frames, sounds } = await encode(job, cut, palette);
  if (frames.length === 0) throw new AppError('FILE_CORRUPT', { why: 'no frames' });
  const [header, perFrame, perSound] = containerBytes[job.wish.format] ?? usualContainerBytes;
  return (
    header + sum(frames) + frames.length * perFrame + sum(sounds.map(({ bytes, count }) => bytes + count * perSound))
  );
}

/**
 * Bytes of the result of a conversion whose video is encoded at constant quality. `facts` are those of `file`. A GIF leaves its palette in `folder`.
 * Throws what `convertClip` throws.
 */
export async function measureSize({ file, facts, wish, folder, samples }: Measuring): Promise<number> {
  const plan = requirePlan(facts, wish);
  const job: Job = { file, facts, wish, plan, folder, canToneMap: await canMap(plan.video?.stream, folder) };
  const chosen = samples ?? chooseSamples(facts, wish, plan);
  const stretches = chosen && spreadStretches(wish, plan, chosen);
  if (!stretches) return measureWhole(job);
  const cuts = stretches.map(stretch => cutPart(file, stretch, undefined));
  const palette = wish.format === 'gif' ? await makePalette(job, cuts) : undefined;
  const encoded: Packets[] = [];
  let read = 0;
  for (const [at, cut] of cuts.entries()) {
    const packets = await encodeIfWhole(job, cut, palette);
    if (!packets) continue;
    encoded.push(packets);
    read += stretches[at]!.taken;
  }
  if (!encoded.some(({ frames }) => frames.length > 0)) throw new AppError('FILE_CORRUPT', { why: 'no frames' });
  const frames = extrapolateFrames(encoded, read / plan.taken, wish.format);
  const sounds = extrapolateSounds(encoded, plan.seconds);
  const [header, perFrame, perSound] = containerBytes[wish.format] ?? usualContainerBytes;
  return header + frames.bytes + frames.count * perFrame + sounds.bytes + sounds.count * perSound;
}
