// Drawing by ComfyUI: a graph is queued, followed, and its pictures are downloaded.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DrawQuestion } from 'contract/asked-servers.ts';
import { packPng } from 'engines/formats/pack-png.ts';
import { z } from 'zod';
import { type ComfyGraph, fillWorkflow, type Workflow } from '../adapters/comfy-workflow.ts';
import { openComfyEvents } from './comfy-events.ts';
import { writeGraph } from './comfy-graph.ts';
import {
  askState,
  asPng,
  type DrawCall,
  type DrawJob,
  NoPicture,
  post,
  readBytes,
  readJson,
  send,
  tell,
} from './draw-calls.ts';

const pollMs = 700;
const lookMs = 500;
/** What was queued a moment ago may not be listed yet, and what waits may begin between a look and the removal. */
const maxLooks = 4;

interface ComfyHistory {
  readonly status?: { readonly status_str?: string; readonly completed?: boolean };
  readonly outputs?: Readonly<Record<string, { readonly images?: readonly Record<string, string>[] }>>;
}

/** Uploads a picture and returns the name that ComfyUI gives it. */
async function uploadToComfy(job: DrawJob, picture: Buffer, fileName: string): Promise<string> {
  const form = new FormData();
  form.append('image', asPng(picture), fileName);
  const { name } = await readJson(await send(job, '/upload/image', { method: 'POST', body: form }));
  return String(name);
}

/** How a run of a graph is known: by its id, and by the client that asked for it, since old versions choose the id themselves. */
interface RunName {
  readonly promptId: string;
  readonly clientId: string;
}

/** An entry of the queue: its number, its id, its graph, and what the client sent beside the graph. */
const queuedSchema = z.tuple([z.unknown(), z.string(), z.unknown(), z.unknown()], z.unknown());
const queueSchema = z.object({ queue_running: z.array(z.unknown()), queue_pending: z.array(z.unknown()) });

/** The id of our run in a part of the queue; undefined if it is not there. */
function findRun(queue: readonly unknown[], { promptId, clientId }: RunName): string | undefined {
  for (const entry of queue) {
    const { success, data } = queuedSchema.safeParse(entry);
    if (!success) continue;
    const [, id, , sent] = data;
    if (id === promptId || (sent as { client_id?: unknown } | null)?.client_id === clientId) return id;
  }
  return undefined;
}

/**
 * Stops our run, whose task has ended: it is removed from the queue, or interrupted if it runs. Old versions interrupt whatever runs, so the
 * interrupt is sent only while ours is listed as running.
 */
async function stopRun(call: DrawCall, run: RunName): Promise<string> {
  let done = 'the server does not draw it';
  for (let looks = 0; looks < maxLooks; looks++) {
    if (looks > 0) await sleep(lookMs, undefined, { signal: call.signal });
    const queue = queueSchema.parse(await askState(call, '/queue'));
    const running = findRun(queue.queue_running, run);
    if (running !== undefined) {
      await tell(call, '/interrupt', { prompt_id: running });
      return 'it was interrupted';
    }
    const pending = findRun(queue.queue_pending, run);
    if (pending === undefined && done !== 'the server does not draw it') return done;
    if (pending === undefined) continue;
    await tell(call, '/queue', { delete: [pending] });
    done = 'it was removed from the queue';
  }
  return done;
}

/** Downloads what a run saved. Pictures of nodes that only show something count where nothing else is saved. */
async function fetchPictures(job: DrawJob, { outputs = {} }: ComfyHistory): Promise<string[]> {
  const all = Object.values(outputs).flatMap(({ images }) => images ?? []);
  const saved = all.filter(({ type = 'output' }) => type === 'output');
  const images: string[] = [];
  for (const { filename = '', subfolder = '', type = 'output' } of saved.length > 0 ? saved : all) {
    if (images.length >= job.question.count) break;
    const view = await send(job, `/view?${new URLSearchParams({ filename, subfolder, type })}`);
    if (!view.ok) throw new NoPicture(view.status, 'a picture was not handed out');
    images.push((await readBytes(view)).toString('base64'));
  }
  return images;
}

/** Queues a graph (POST /prompt) and looks at /history until it is done. */
async function runGraph(job: DrawJob, graph: ComfyGraph): Promise<ComfyHistory> {
  let run: RunName = { promptId: randomUUID(), clientId: randomUUID() };
  const events = openComfyEvents(job, run.clientId, graph);
  try {
    await events.ready;
    // Versions that choose the id themselves ignore ours.
    const wish = {
      prompt: graph,
      client_id: run.clientId,
      prompt_id: run.promptId,
      // Without it, newer versions send previews only if they were started with a switch for them. Old ones ignore it.
      ...(job.previews && { extra_data: { preview_method: 'auto' } }),
    };
    const { prompt_id } = await post(job, '/prompt', wish);
    run = { ...run, promptId: String(prompt_id) };
    events.follow(run.promptId);
    for (;;) {
      const all = await readJson(await send(job, `/history/${encodeURIComponent(run.promptId)}`));
      const history = all[run.promptId] as ComfyHistory | undefined;
      if (history?.status?.status_str === 'error') throw new NoPicture(500, 'the graph failed');
      const hasPictures = Object.values(history?.outputs ?? {}).some(({ images = [] }) => images.length > 0);
      if (history && (hasPictures || history.status?.completed === true)) return history;
      await events.pause(pollMs);
    }
  } catch (error) {
    const left = run;
    if (job.signal.aborted) job.farewells.say(signal => stopRun({ ...job, signal }, left));
    throw error;
  } finally {
    events.close();
  }
}

/** Grey, or transparent: nothing to start from, and everything to draw. */
const blank = ({ width, height }: DrawQuestion, channels: 1 | 4): Promise<Buffer> =>
  packPng({ data: new Uint8Array(width * height * channels).fill(channels === 1 ? 128 : 0), width, height, channels });

/**
 * Draws by the operator's own workflow. One that starts from a picture gets a plain one for a task without, which it draws over wholly; one without
 * `%count%` runs once for each picture.
 */
async function drawByWorkflow(job: DrawJob, workflow: Workflow): Promise<string[]> {
  const { question, server, start, mask, idempotencyKey } = job;
  const { words } = workflow;
  const upload = (picture: Buffer, name: string) => uploadToComfy(job, picture, `${idempotencyKey}${name}.png`);
  const image = words.has('image') ? await upload(start ?? (await blank(question, 1)), '') : '';
  const area = words.has('mask') ? await upload(mask ?? (await blank(question, 4)), '-mask') : '';
  const { prompt, negativePrompt, width, height, count, seed, strength = 0.6 } = question;
  const values = { prompt, negative: negativePrompt, width, height, model: server.model, image, mask: area };
  const graphOf = (drawing: number) =>
    fillWorkflow(workflow, { ...values, count, seed: seed + drawing, strength: start ? strength : 1 });
  const runs = words.has('count') ? 1 : count;
  const images: string[] = [];
  for (let run = 0; run < runs; run++) {
    const part = { ...job, onProgress: (fraction: number) => job.onProgress((run + fraction) / runs) };
    images.push(...(await fetchPictures(part, await runGraph(part, graphOf(run)))));
  }
  return images.slice(0, count);
}

export async function drawByComfy(job: DrawJob): Promise<string[]> {
  if (job.server.workflow) return drawByWorkflow(job, job.server.workflow);
  const names = {
    start: job.start && (await uploadToComfy(job, job.start, `${job.idempotencyKey}.png`)),
    mask: job.mask && (await uploadToComfy(job, job.mask, `${job.idempotencyKey}-mask.png`)),
  };
  const graph = writeGraph({ question: job.question, model: job.server.model, names });
  return fetchPictures(job, await runGraph(job, graph));
}
