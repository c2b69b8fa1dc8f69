// A small copy of a clip that every browser can play, as a preview while options are chosen: the original streams if they fit MP4, otherwise a fast,
// small encode.

import { join } from 'node:path';
import { isLonger, maxSecondsOf } from 'contract/clip/formats.ts';
import type { ClipPlan } from 'contract/clip/plan.ts';
import { requirePlan } from 'contract/clip/require-plan.ts';
import type { ClipFacts, ClipWish } from 'contract/clip/wish.ts';
import type { PartProgress } from 'contract/run.ts';
import { convertClip } from './convert-clip.ts';
import { type ClipFile, openPart } from './open-arguments.ts';
import { type ProbedClip, probeClip } from './probe-clip.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { canMap } from './tone-map.ts';
import { cutWanted } from './wanted-part.ts';
import { proxyArguments } from './write-arguments.ts';

/** A larger clip, or one with more bits a second, is re-encoded even if its streams could be kept: the browser downloads what it plays, and the copy takes space. */
const maxKept = { bytes: 300 * 1024 * 1024, bitsPerSecond: 20e6 };
/** Length of the shorter side, smaller for a long clip. */
const shortSides = { short: 480, long: 360 };
const longFromSeconds = 300;

interface ProxyWork {
  readonly file: ClipFile;
  readonly facts: ClipFacts;
  readonly folder: string;
  readonly onProgress: PartProgress;
}

export interface Proxy {
  readonly path: string;
  readonly type: 'mp4' | 'm4a';
  readonly facts: ProbedClip;
  /** Whether the copy covers the whole clip: of a longer one it holds the first quarter of an hour. */
  readonly isWhole: boolean;
}

const keepsPicture = ({ video }: ClipPlan) => video?.does === 'copy';

/** Throws FILE_CORRUPT, CLIP_WITHOUT_SOUND for a file without any stream, MEMORY_EXCEEDED or STORAGE_FULL. */
export async function writeProxy({ file, facts, folder, onProgress }: ProxyWork): Promise<Proxy> {
  const { seconds = 0, streams = [], bytes = Number.POSITIVE_INFINITY } = facts;
  const isSound = !streams.some(({ kind }) => kind === 'video');
  const type = isSound ? 'm4a' : 'mp4';
  const max = maxSecondsOf(type);
  const isWhole = !isLonger(seconds, max);
  const wish: ClipWish = {
    format: type,
    quality: 50,
    mute: false,
    speed: 1,
    isPreview: true,
    ...(!isWhole && { end: max }),
  };
  const isSmall = bytes <= Math.min(maxKept.bytes, (maxKept.bitsPerSecond / 8) * Math.max(1, seconds));
  if (isSmall && !isSound && keepsPicture(requirePlan(facts, wish))) {
    const { path, facts: made } = await convertClip({ file, facts, wish, folder, name: 'view', onProgress });
    return { path, type, facts: made, isWhole };
  }
  const shortSide = seconds > longFromSeconds ? shortSides.long : shortSides.short;
  const small = isSound ? wish : { ...wish, shortSide };
  const plan = requirePlan(facts, small);
  const canToneMap = await canMap(plan.video?.stream, folder);
  const path = join(folder, `view.${type}`);
  const cut = plan.video?.stream.isUntimed ? cutWanted({ file, facts, wish: small, plan, canToneMap }) : undefined;
  const writing = { plan, wish: small, canToneMap, rate: { crf: 0 }, cut };
  const source = cut?.input ?? openPart(file, { start: 0, taken: isWhole ? max + 1 : plan.taken });
  await runFfmpeg([...source, ...proxyArguments(writing, path)], { folder, seconds: plan.seconds, onProgress });
  return { path, type, facts: await probeClip({ path, type }), isWhole };
}
