// Drawing by Stable Diffusion WebUI. Others may use the same server, which has one queue and one interrupt for all of them: the id that we give our job
// tells whether it is the one that is drawn.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { askState, type DrawCall, type DrawJob, post, tell, textsOf } from './draw-calls.ts';

const steps = 25;
const guidance = 7;
const lookMs = 1000;
/** After so many looks that failed in a row, the server has no answer for us. */
const maxFailures = 5;
/** After so many looks that told nothing while they asked for a preview, none is asked for any more. */
const maxLosses = 2;
/** A request that was just sent may not be in the queue yet. */
const maxAbsences = 4;

/**
 * WebUI paints where a mask with transparency is opaque, or where one without is white. Our masks are opaque and white where the picture stays, so
 * inverting them suits every version. The new area starts from the colours around it (0), and the model gets the whole picture.
 */
const webuiMasking = { inpainting_mask_invert: 1, inpainting_fill: 0, inpaint_full_res: false, mask_blur: 4 };

const fractionSchema = z.number().min(0).max(1);

/** The call that WebUI's own page uses. Newer versions know the jobs of the API too. */
const ownProgressSchema = z.object({
  active: z.boolean(),
  queued: z.boolean(),
  completed: z.boolean(),
  progress: fractionSchema.nullish(),
  live_preview: z.string().nullish().catch(null),
  id_live_preview: z.number().nullish().catch(null),
});

/** The call of the API. `current_task` came later, and some forks name the job in its state. */
const progressSchema = z.object({
  progress: fractionSchema,
  current_task: z.string().nullish(),
  state: z.object({ job: z.string().nullish() }).nullish(),
  current_image: z.string().nullish().catch(null),
});

/** An unfinished picture. The call of WebUI's page has each one once. */
interface Preview {
  readonly number: number;
  readonly picture: Buffer;
}

const readBase64 = (text: string) => Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64');

/** Whether to get the unfinished picture too, and the number of the last one that is known. */
interface PreviewWish {
  readonly isWanted: boolean;
  readonly known: number;
}

type JobState =
  | { readonly kind: 'drawn'; readonly fraction: number; readonly preview?: Preview }
  /** `absent`: it is not there yet, not any more, or the server cannot tell. */
  | { readonly kind: 'queued' | 'completed' | 'absent' };

/** Where our job is. Throws if the server tells nothing. */
async function findJob(
  call: DrawCall,
  taskId: string,
  { isWanted, known }: PreviewWish = { isWanted: false, known: -1 },
): Promise<JobState> {
  try {
    // Old versions do not know the last field, and send what is new.
    const wish = { id_task: taskId, id_live_preview: known, live_preview: isWanted };
    const said = ownProgressSchema.parse(await askState(call, '/internal/progress', wish));
    const { active, queued, completed, progress, live_preview: picture } = said;
    const preview =
      isWanted && picture ? { number: said.id_live_preview ?? -1, picture: readBase64(picture) } : undefined;
    if (active) return { kind: 'drawn', fraction: progress ?? 0, ...(preview && { preview }) };
    return { kind: queued ? 'queued' : completed ? 'completed' : 'absent' };
  } catch {
    // It is missing, closed to programs, or no such answer: the API's own call may tell.
    call.signal.throwIfAborted();
  }
  const said = progressSchema.parse(await askState(call, `/sdapi/v1/progress?skip_current_image=${!isWanted}`));
  const isOurs = said.current_task === taskId || said.state?.job === taskId;
  if (!isOurs) return { kind: 'absent' };
  const picture = isWanted ? said.current_image : null;
  const preview = picture ? { number: -1, picture: readBase64(picture) } : undefined;
  return { kind: 'drawn', fraction: said.progress, ...(preview && { preview }) };
}

/** Reports the progress of our job, and passes its unfinished pictures on, until `signal` is aborted. */
async function followJob(job: DrawJob, taskId: string, signal: AbortSignal): Promise<void> {
  let known = -1;
  let isDrawn = false;
  // An answer that is too large because of its picture does not even tell the progress.
  let losses = 0;
  for (let failures = 0; failures < maxFailures; ) {
    await sleep(lookMs, undefined, { signal });
    const isWanted = isDrawn && losses < maxLosses && job.previews?.isOpen() === true;
    isDrawn = false;
    try {
      const state = await findJob({ ...job, signal }, taskId, { isWanted, known });
      failures = 0;
      isDrawn = state.kind === 'drawn';
      if (state.kind === 'drawn') {
        job.onProgress(state.fraction);
        known = state.preview?.number ?? known;
        if (state.preview) job.previews?.offer(state.preview.picture);
      }
    } catch {
      signal.throwIfAborted();
      failures += 1;
    }
    if (isWanted && !isDrawn) losses += 1;
  }
}

/**
 * Interrupts our job, whose task has ended. The interrupt names no job: it is sent only while the server says that it draws ours, and a job
 * that waits behind others is watched until it begins.
 */
async function interruptJob(call: DrawCall, taskId: string): Promise<string> {
  for (let absences = 0; absences < maxAbsences; ) {
    const { kind } = await findJob(call, taskId);
    if (kind === 'completed') return 'it was drawn already';
    if (kind === 'drawn') {
      await tell(call, '/sdapi/v1/interrupt', {});
      return 'it was interrupted';
    }
    if (kind === 'absent') absences += 1;
    await sleep(lookMs / 2, undefined, { signal: call.signal });
  }
  return 'the server does not draw it';
}

/** POST /sdapi/v1/txt2img or img2img. */
export async function drawByWebui(job: DrawJob): Promise<string[]> {
  const { question, server, start, mask } = job;
  const { prompt, negativePrompt, width, height, count, seed, strength } = question;
  const taskId = `${job.idempotencyKey}-${randomUUID()}`;
  const body = {
    prompt,
    negative_prompt: negativePrompt,
    width,
    height,
    batch_size: count,
    n_iter: 1,
    seed,
    steps,
    cfg_scale: guidance,
    // Versions that do not know the field ignore it.
    force_task_id: taskId,
    ...(server.model && { override_settings: { sd_model_checkpoint: server.model } }),
    ...(start && { init_images: [start.toString('base64')], denoising_strength: strength ?? 0.6 }),
    ...(mask && { mask: mask.toString('base64'), ...webuiMasking }),
  };
  const over = new AbortController();
  followJob(job, taskId, AbortSignal.any([job.signal, over.signal])).catch(() => undefined);
  try {
    const { images } = await post(job, start ? '/sdapi/v1/img2img' : '/sdapi/v1/txt2img', body);
    return textsOf(images)
      .slice(0, count)
      .map(image => image.replace(/^data:[^,]*,/, ''));
  } catch (error) {
    if (job.signal.aborted) job.farewells.say(signal => interruptJob({ ...job, signal }, taskId));
    throw error;
  } finally {
    over.abort();
  }
}
