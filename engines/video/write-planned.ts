// Carries out a plan: writes the file, checks it, and falls back to plans that ask less of the clip.

import type { Loss, LossWarning } from 'contract/clip/loss-words.ts';
import type { ClipPlan } from 'contract/clip/plan.ts';
import { chooseTrack, withoutCopies } from 'contract/clip/plan.ts';
import { noExtras } from 'contract/clip/tracks.ts';
import { AppError } from 'contract/errors.ts';
import { type Carried, nothingCarried } from './carry-tracks.ts';
import type { ClipFile } from './open-arguments.ts';
import { type ProbedClip, probeClip } from './probe-clip.ts';

const countSounds = ({ streams = [] }: ProbedClip) => streams.filter(({ kind }) => kind === 'sound').length;

/** Whether the result has no audio although some was planned: the source's header declared an empty track. */
export const lacksSound = (written: ProbedClip, { sounds }: ClipPlan): boolean =>
  sounds.length > 0 && countSounds(written) === 0;

/** Whether the result ends much earlier than planned or lacks its audio, which means that the source is truncated. */
export const isCutShort = (written: ProbedClip, plan: ClipPlan): boolean =>
  plan.lacksEnd || (written.seconds ?? 0) < plan.seconds * 0.97 - 0.5 || lacksSound(written, plan);

/**
 * Probes the result, because ffmpeg also exits with 0 when it could not decode anything. Throws FILE_CORRUPT when the video, or every planned stream,
 * is missing or empty.
 */
export async function checkWritten(file: ClipFile, plan: ClipPlan): Promise<ProbedClip> {
  const facts = await probeClip(file);
  const hasPicture = facts.streams?.some(({ kind }) => kind === 'video') ?? false;
  const isEmpty = (plan.video ? !hasPicture : lacksSound(facts, plan)) || !facts.seconds;
  if (isEmpty) throw new AppError('FILE_CORRUPT', null, { cause: new Error(`ffmpeg wrote ${JSON.stringify(facts)}`) });
  return facts;
}

export interface Planned {
  readonly plan: ClipPlan;
  readonly out: ClipFile;
  readonly carried: Carried;
  /** What is carried where the rest of the clip cannot be; absent: nothing. */
  readonly spare?: Carried | undefined;
}

const loss = (what: LossWarning, count: number): Loss[] => (count > 0 ? [{ what, count }] : []);

/** The plan without anything but the video and the sound that a player would choose, which are encoded. */
function onlyMain(plan: ClipPlan): ClipPlan {
  const { sounds, extras, losses } = plan;
  const main = chooseTrack(
    sounds.map(({ stream }) => stream),
    'sound',
  );
  const lost = [
    ...loss('sounds-left-out', Math.max(0, sounds.length - 1)),
    ...loss('subtitles-left-out', extras.subtitles.length),
    ...loss('chapters-left-out', extras.chapters.length),
    ...loss('cover-left-out', extras.cover ? 1 : 0),
    ...loss('attachments-left-out', extras.fonts.length),
  ];
  const kept = sounds.filter(({ stream }) => stream === main);
  return { ...withoutCopies(plan), sounds: kept, extras: noExtras, losses: [...losses, ...lost] };
}

/** What the result lacks of the plan, apart from its only sound. */
function findMissing(written: ProbedClip, { sounds }: ClipPlan): Loss[] {
  const made = countSounds(written);
  return made > 0 ? loss('sounds-left-out', sounds.length - made) : [];
}

const isFinal = (error: unknown) =>
  error instanceof AppError && ['ENGINE_NOT_CONFIGURED', 'STORAGE_FULL'].includes(error.code);

/**
 * Copies and encodes as planned. If that fails, every stream is encoded, since old files hold streams that the new container rejects, and then only
 * the main ones. Returns what was done and the probed result.
 */
export async function writePlanned<Work extends Planned>(
  job: Work,
  write: (job: Work) => Promise<void>,
): Promise<{ done: Work; written: ProbedClip }> {
  const { video, sounds, extras } = job.plan;
  const hasCopies = [video, ...sounds].some(track => track?.does === 'copy');
  const hasMore = sounds.length > 1 || extras.subtitles.length > 0 || extras.fonts.length > 0 || extras.cover;
  const tries: Work[] = [
    job,
    ...(hasCopies ? [{ ...job, plan: withoutCopies(job.plan) }] : []),
    ...(hasMore ? [{ ...job, plan: onlyMain(job.plan), carried: job.spare ?? nothingCarried }] : []),
  ];
  for (const [at, one] of tries.entries()) {
    const isLast = at === tries.length - 1;
    try {
      await write(one);
      const written = await checkWritten(one.out, one.plan);
      if (!isLast && at === 0 && hasCopies && lacksSound(written, one.plan)) continue;
      const losses = [...one.plan.losses, ...one.carried.losses, ...findMissing(written, one.plan)];
      return { done: { ...one, plan: { ...one.plan, losses } }, written };
    } catch (error) {
      if (isLast || isFinal(error)) throw error;
    }
  }
  throw new Error('a plan is tried at least once');
}

/** The warnings for what was left out, each once. */
export const warningsOf = ({ losses }: ClipPlan): LossWarning[] => [...new Set(losses.map(({ what }) => what))];
