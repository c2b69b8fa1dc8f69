// Gives frames that were encoded on their own the sounds, subtitles, chapters and names of the clip that they come from.
import { dirname } from 'node:path';
import type { ClipPlan } from 'contract/clip/plan.ts';
import type { ClipFacts } from 'contract/clip/wish.ts';
import { carryTracks } from './carry-tracks.ts';
import { type ClipFile, openArguments, openPart } from './open-arguments.ts';
import type { ProbedClip } from './probe-clip.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { containers, soundArguments } from './write-arguments.ts';
import { type Planned, writePlanned } from './write-planned.ts';

interface Restoring {
  /** An MP4 with the frames of the part that the plan takes. */
  readonly frames: string;
  readonly file: ClipFile;
  readonly facts: ClipFacts;
  /** For an MP4 of the clip or a part of it. */
  readonly plan: ClipPlan;
  /** Where the MP4 is written. */
  readonly path: string;
}

/** Throws FILE_CORRUPT or STORAGE_FULL. The plan that is returned says what was left out. */
export async function restoreTracks(work: Restoring): Promise<{ facts: ProbedClip; plan: ClipPlan }> {
  const { frames, file, facts, plan, path } = work;
  const folder = dirname(path);
  const isPart = plan.start > 0 || plan.taken < (facts.seconds ?? 0);
  const opened = [
    ...openArguments({ path: frames, type: 'mp4' }),
    ...openPart(file, { start: plan.start, ...(isPart && { taken: plan.taken }) }),
  ];
  const carried = await carryTracks({ file, facts, plan, format: 'mp4', speed: 1, folder, source: 1, inputs: 2 });
  const write = async (job: Planned) => {
    const writing = { plan: job.plan, wish: { format: 'mp4', quality: 90, speed: 1 }, rate: { crf: 0 } } as const;
    const args = [
      ...[...opened, ...job.carried.inputs, '-map', '0:v:0', '-c:v:0', 'copy'],
      ...[...soundArguments({ ...writing, canToneMap: false }, 1), ...job.carried.outputs],
      ...['-max_muxing_queue_size', '4096', ...containers.mp4, `file:${path}`],
    ];
    await runFfmpeg(args, { folder, seconds: 0 });
  };
  const { done, written } = await writePlanned({ plan, out: { path, type: 'mp4' as const }, carried }, write);
  return { facts: written, plan: done.plan };
}
