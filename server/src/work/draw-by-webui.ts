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
});

/** The call of the API. `current_task` came later, and some forks name the job in its state. */
const progressSchema = z.object({
  progress: fractionSchema,
  current_task: z.string().nullish(),
  state: z.object({ job: z.string().nullish() }).nullish(),
});

type JobState =
  | { readonly kind: 'drawn'; readonly fraction: number }
  /** `absent`: it is not there yet, not any more, or the server cannot tell. */
  | { readonly kind: 'queued' | 'completed' | 'absent' };

/** Where our job is. Throws if the server tells nothing. */
async function findJob(call: DrawCall, taskId: string): Promise<JobState> {
  try {
    const wish = { id_task: taskId, id_live_preview: -1, live_preview: false };
    const { active, queued, completed, progress } = ownProgressSchema.parse(
      await askState(call, '/internal/progress', wish),
    );
    if (active) return { kind: 'drawn', fraction: progress ?? 0 };
    return { kind: queued ? 'queued' : completed ? 'completed' : 'absent' };
  } catch {
    // It is missing, closed to programs, or no such answer: the API's own call may tell.
    call.signal.throwIfAborted();
  }
  const said = progressSchema.parse(await askState(call, '/sdapi/v1/progress?skip_current_image=true'));
  const isOurs = said.current_task === taskId || said.state?.job === taskId;
  return isOurs ? { kind: 'drawn', fraction: said.progress } : { kind: 'absent' };
}

/** Reports the progress of our job until `signal` is aborted. */
async function followJob(job: DrawJob, taskId: string, signal: AbortSignal): Promise<void> {
  for (let failures = 0; failures < maxFailures; ) {
    await sleep(lookMs, undefined, { signal });
    try {
      const state = await findJob({ ...job, signal }, taskId);
      failures = 0;
      if (state.kind === 'drawn') job.onProgress(state.fraction);
    } catch {
      signal.throwIfAborted();
      failures += 1;
    }
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
