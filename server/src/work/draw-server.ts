// Requests pictures from a drawing server: OpenAI's images API, Stable Diffusion WebUI, or ComfyUI. A call may cost the operator money, so it is
// retried only if the server cannot have started: it was unreachable, or reported that it is busy.
import { setTimeout as sleep } from 'node:timers/promises';
import type { DrawQuestion } from 'contract/asked-servers.ts';
import type { ServerAnswer } from 'contract/run.ts';

export interface DrawServerSettings {
  readonly kind: 'openai' | 'sdwebui' | 'comfyui';
  /** The base URL. */
  readonly url: string;
  readonly key?: string | undefined;
  readonly model: string;
}

interface Job {
  readonly server: DrawServerSettings;
  readonly question: DrawQuestion;
  /** The start picture. */
  readonly start: Buffer | undefined;
  /** Transparent where the server draws; a picture of the size of `start`. */
  readonly mask: Buffer | undefined;
  readonly signal: AbortSignal;
  /** The same for every attempt of a task, for servers that support the header. */
  readonly idempotencyKey: string;
  readonly pauses: readonly number[];
}

const maxAnswerBytes = 48 * 1024 * 1024;
const longestPauseMs = 20_000;
const steps = 25;
const guidance = 7;
const pollMs = 700;
/** Unavailable For Legal Reasons, which tells the run about a policy refusal. */
const refusedStatus = 451;

/** A response without a picture; its status is passed to the run. */
class NoPicture extends Error {
  readonly status: number;
  constructor(status: number, said: string) {
    super(said);
    this.status = status;
  }
}

async function readBytes(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new NoPicture(0, `an answer has more than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Stable Diffusion WebUI uses HTTP basic authentication, the others a bearer token. */
const authorise = ({ kind, key }: DrawServerSettings): Record<string, string> => {
  if (!key) return {};
  const isBasic = kind === 'sdwebui' && key.includes(':');
  return { authorization: isBasic ? `Basic ${Buffer.from(key).toString('base64')}` : `Bearer ${key}` };
};

const isNotReached = (error: unknown): boolean => {
  const code = ((error as Error).cause as { code?: string } | undefined)?.code;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
};

const isBusy = (status: number) => status === 429 || status === 503;

/** Sends a request, and retries it if the server cannot have started. */
async function send(job: Job, path: string, init: RequestInit = {}): Promise<Response> {
  const { server, signal, idempotencyKey, pauses } = job;
  const json: Record<string, string> = typeof init.body === 'string' ? { 'content-type': 'application/json' } : {};
  for (const pauseMs of [...pauses, undefined]) {
    let askedPauseMs = pauseMs ?? 0;
    try {
      const response = await fetch(`${server.url}${path}`, {
        ...init,
        headers: { accept: 'application/json', 'idempotency-key': idempotencyKey, ...json, ...authorise(server) },
        signal,
        // Following a redirect would send the key to another host.
        redirect: 'error',
      });
      if (!isBusy(response.status) || pauseMs === undefined) return response;
      const wanted = Number(response.headers.get('retry-after'));
      if (wanted > 0) askedPauseMs = Math.min(longestPauseMs, wanted * 1000);
      await response.body?.cancel();
    } catch (error) {
      if (signal.aborted || pauseMs === undefined || !isNotReached(error)) throw error;
    }
    await sleep(askedPauseMs, undefined, { signal });
  }
  throw new NoPicture(0, 'unreachable');
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  const text = (await readBytes(response)).toString('utf8');
  if (!response.ok) {
    const isPolicy = response.status === 400 && /content_policy|moderation|safety|policy_violation/i.test(text);
    throw new NoPicture(isPolicy ? refusedStatus : response.status, text.slice(0, 500));
  }
  return JSON.parse(text) as Record<string, unknown>;
}

const post = async (job: Job, path: string, body: unknown) =>
  readJson(await send(job, path, { method: 'POST', body: JSON.stringify(body) }));

const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter(one => typeof one === 'string' && one !== '') : [];

/** The listed size with the nearest aspect ratio. */
function nearestSize(sizes: readonly (readonly [number, number])[], { width, height }: DrawQuestion): string {
  const apart = ([w, h]: readonly [number, number]) => Math.abs(Math.log(w / h / (width / height)));
  return [...sizes].sort((a, b) => apart(a) - apart(b))[0]!.join('x');
}

const fixedSizes: readonly (readonly [RegExp, readonly (readonly [number, number])[]])[] = [
  [
    /^gpt-image/,
    [
      [1024, 1024],
      [1536, 1024],
      [1024, 1536],
    ],
  ],
  [
    /^dall-e-3/,
    [
      [1024, 1024],
      [1792, 1024],
      [1024, 1792],
    ],
  ],
  [/^dall-e-2/, [[1024, 1024]]],
];

const asPng = (picture: Buffer) => new Blob([new Uint8Array(picture)], { type: 'image/png' });

/** POST /images/generations, or /images/edits as a form if there is a start picture. */
async function drawByOpenai(job: Job): Promise<string[]> {
  const { server, question, start, mask } = job;
  const { model } = server;
  const { prompt, negativePrompt, count } = question;
  const sizes = fixedSizes.find(([known]) => known.test(model))?.[1];
  const fields = {
    model,
    prompt: negativePrompt ? `${prompt}\nDo not show: ${negativePrompt}` : prompt,
    size: sizes ? nearestSize(sizes, question) : `${question.width}x${question.height}`,
    // Newer models always return the picture itself and reject the field.
    ...(!model.startsWith('gpt-image') && { response_format: 'b64_json' }),
  };
  const ask = async (n: number) => {
    if (!start) return post(job, '/images/generations', { ...fields, n });
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, n: String(n) })) form.append(name, value);
    form.append('image', asPng(start), 'start.png');
    if (mask) form.append('mask', asPng(mask), 'mask.png');
    return readJson(await send(job, '/images/edits', { method: 'POST', body: form }));
  };
  const images: string[] = [];
  // dall-e-3 draws only one picture per call.
  const each = model.startsWith('dall-e-3') ? 1 : count;
  while (images.length < count) {
    const { data } = await ask(each);
    const drawn = textsOf(Array.isArray(data) ? data.map(one => (one as { b64_json?: unknown }).b64_json) : []);
    if (drawn.length === 0) throw new NoPicture(0, 'an answer holds no picture');
    images.push(...drawn);
  }
  return images.slice(0, count);
}

/**
 * WebUI paints where a mask with transparency is opaque, or where one without is white. Our masks are opaque and white where the picture stays, so
 * inverting them suits every version. The new area starts from the colours around it (0), and the model gets the whole picture.
 */
const webuiMasking = { inpainting_mask_invert: 1, inpainting_fill: 0, inpaint_full_res: false, mask_blur: 4 };

/** POST /sdapi/v1/txt2img or img2img. */
async function drawByWebui(job: Job): Promise<string[]> {
  const { question, server, start, mask } = job;
  const { prompt, negativePrompt, width, height, count, seed, strength } = question;
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
    ...(server.model && { override_settings: { sd_model_checkpoint: server.model } }),
    ...(start && { init_images: [start.toString('base64')], denoising_strength: strength ?? 0.6 }),
    ...(mask && { mask: mask.toString('base64'), ...webuiMasking }),
  };
  const { images } = await post(job, start ? '/sdapi/v1/img2img' : '/sdapi/v1/txt2img', body);
  return textsOf(images)
    .slice(0, count)
    .map(image => image.replace(/^data:[^,]*,/, ''));
}

interface UploadedNames {
  readonly start: string | undefined;
  readonly mask: string | undefined;
}

/** ComfyUI's workflow: a graph of nodes. */
function writeWorkflow({ question, server }: Job, names: UploadedNames) {
  const { prompt, negativePrompt, width, height, count, seed, strength } = question;
  const node = (class_type: string, inputs: Record<string, unknown>) => ({ class_type, inputs });
  const masked = names.mask
    ? {
        // The node inverts the channel "alpha": its mask covers what is transparent.
        mask: node('LoadImageMask', { image: names.mask, channel: 'alpha' }),
        masked: node('SetLatentNoiseMask', { samples: ['encoded', 0], mask: ['mask', 0] }),
      }
    : {};
  const latent = names.start
    ? {
        start: node('LoadImage', { image: names.start }),
        scaled: node('ImageScale', { image: ['start', 0], upscale_method: 'lanczos', width, height, crop: 'center' }),
        encoded: node('VAEEncode', { pixels: ['scaled', 0], vae: ['model', 2] }),
        ...masked,
        latent: node('RepeatLatentBatch', { samples: [names.mask ? 'masked' : 'encoded', 0], amount: count }),
      }
    : { latent: node('EmptyLatentImage', { width, height, batch_size: count }) };
  return {
    model: node('CheckpointLoaderSimple', { ckpt_name: server.model }),
    wanted: node('CLIPTextEncode', { text: prompt, clip: ['model', 1] }),
    unwanted: node('CLIPTextEncode', { text: negativePrompt, clip: ['model', 1] }),
    ...latent,
    sampled: node('KSampler', {
      model: ['model', 0],
      positive: ['wanted', 0],
      negative: ['unwanted', 0],
      latent_image: ['latent', 0],
      seed,
      steps,
      cfg: guidance,
      sampler_name: 'euler',
      scheduler: 'normal',
      denoise: names.start ? (strength ?? 0.6) : 1,
    }),
    decoded: node('VAEDecode', { samples: ['sampled', 0], vae: ['model', 2] }),
    saved: node('SaveImage', { images: ['decoded', 0], filename_prefix: 'drawing' }),
  };
}

interface ComfyHistory {
  readonly status?: { readonly status_str?: string };
  readonly outputs?: Readonly<Record<string, { readonly images?: readonly Record<string, string>[] }>>;
}

/** Uploads a picture and returns the name that ComfyUI gives it. */
async function uploadToComfy(job: Job, picture: Buffer, fileName: string): Promise<string> {
  const form = new FormData();
  form.append('image', asPng(picture), fileName);
  const { name } = await readJson(await send(job, '/upload/image', { method: 'POST', body: form }));
  return String(name);
}

/** Queues a graph (POST /prompt), polls /history until it is done, and downloads its pictures from /view. */
async function drawByComfy(job: Job): Promise<string[]> {
  const names = {
    start: job.start && (await uploadToComfy(job, job.start, `${job.idempotencyKey}.png`)),
    mask: job.mask && (await uploadToComfy(job, job.mask, `${job.idempotencyKey}-mask.png`)),
  };
  const queued = await post(job, '/prompt', { prompt: writeWorkflow(job, names), client_id: job.idempotencyKey });
  const id = encodeURIComponent(String(queued.prompt_id));
  try {
    for (;;) {
      const all = await readJson(await send(job, `/history/${id}`));
      const run = all[String(queued.prompt_id)] as ComfyHistory | undefined;
      if (run?.status?.status_str === 'error') throw new NoPicture(500, 'the graph failed');
      const files = Object.values(run?.outputs ?? {}).flatMap(({ images }) => images ?? []);
      if (run && files.length > 0) {
        const images: string[] = [];
        for (const { filename = '', subfolder = '', type = 'output' } of files) {
          const view = await send(job, `/view?${new URLSearchParams({ filename, subfolder, type })}`);
          if (!view.ok) throw new NoPicture(view.status, 'a picture was not handed out');
          images.push((await readBytes(view)).toString('base64'));
        }
        return images.slice(0, job.question.count);
      }
      await sleep(pollMs, undefined, { signal: job.signal });
    }
  } catch (error) {
    // The task has ended: frees the GPU for the next one. If the server cannot be reached, the drawing ends by itself.
    if (job.signal.aborted)
      await send({ ...job, signal: AbortSignal.timeout(5000), pauses: [] }, '/queue', {
        method: 'POST',
        body: JSON.stringify({ delete: [String(queued.prompt_id)] }),
      }).catch(() => undefined);
    throw error;
  }
}

const protocols = { openai: drawByOpenai, sdwebui: drawByWebui, comfyui: drawByComfy } as const;

/** Returns `{images}` in base64. Status 451 is a policy refusal, and 0 a failure, dropped connection or timeout. */
export async function drawByServer(job: Job): Promise<ServerAnswer> {
  try {
    const images = await protocols[job.server.kind](job);
    if (images.length === 0) throw new NoPicture(0, 'an answer holds no picture');
    return { status: 200, body: JSON.stringify({ images }) };
  } catch (error) {
    return { status: error instanceof NoPicture ? error.status : 0, body: String(error) };
  }
}
