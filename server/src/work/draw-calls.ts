// The calls to a drawing server. One may cost the operator money, so it is retried only if the server cannot have started: it was unreachable, or
// reported that it is busy.
import { setTimeout as sleep } from 'node:timers/promises';
import type { DrawQuestion } from 'contract/asked-servers.ts';
import type { ChatServerSettings } from '../adapters/chat-server.ts';
import type { Workflow } from '../adapters/comfy-workflow.ts';
import type { Farewells } from './farewells.ts';
import type { PreviewGate } from './preview-gate.ts';

export interface DrawServerSettings {
  readonly kind: 'openai' | 'sdwebui' | 'comfyui';
  /** The base URL. */
  readonly url: string;
  readonly key?: string | undefined;
  readonly model: string;
  /** The language of the prompts that are sent: as they are written, or English. */
  readonly prompts: 'as-written' | 'english';
  /** Translates prompts; null: the illustrator's vocabulary does. */
  readonly chat: ChatServerSettings | null;
  /** The operator's own for ComfyUI; null: the built-in one. */
  readonly workflow: Workflow | null;
}

export interface DrawJob {
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
  /** Hears how much of the drawing is done, from 0 to 1; rising, in steps worth telling. */
  readonly onProgress: (fraction: number) => void;
  /** Takes unfinished pictures; undefined if none are wanted. */
  readonly previews: PreviewGate | undefined;
  readonly farewells: Farewells;
}

/** What a call needs of a job. */
export type DrawCall = Pick<DrawJob, 'server' | 'signal' | 'idempotencyKey' | 'pauses'>;

const maxAnswerBytes = 48 * 1024 * 1024;
/** Of an answer about the state of a drawing; some have a preview in them. */
const maxStateBytes = 4 * 1024 * 1024;
const stateMs = 5000;
const longestPauseMs = 20_000;
/** Unavailable For Legal Reasons, which tells the run about a policy refusal. */
const refusedStatus = 451;

/** A response without a picture; its status is passed to the run. */
export class NoPicture extends Error {
  readonly status: number;
  constructor(status: number, said: string) {
    super(said);
    this.status = status;
  }
}

export async function readBytes(response: Response, maxBytes = maxAnswerBytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new NoPicture(0, `an answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Stable Diffusion WebUI uses HTTP basic authentication, the others a bearer token. */
export const authorise = ({ kind, key }: DrawServerSettings): Record<string, string> => {
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
export async function send(call: DrawCall, path: string, init: RequestInit = {}): Promise<Response> {
  const { server, signal, idempotencyKey, pauses } = call;
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

export async function readJson(response: Response, maxBytes?: number): Promise<Record<string, unknown>> {
  const text = (await readBytes(response, maxBytes)).toString('utf8');
  if (!response.ok) {
    const isPolicy = response.status === 400 && /content_policy|moderation|safety|policy_violation/i.test(text);
    throw new NoPicture(isPolicy ? refusedStatus : response.status, text.slice(0, 500));
  }
  return JSON.parse(text) as Record<string, unknown>;
}

export const post = async (call: DrawCall, path: string, body: unknown) =>
  readJson(await send(call, path, { method: 'POST', body: JSON.stringify(body) }));

/** Asks once, for seconds, about the state of a drawing. With `body` it is a POST. */
export async function askState(call: DrawCall, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(stateMs)]);
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return readJson(await send({ ...call, signal, pauses: [] }, path, init), maxStateBytes);
}

/** Tells the server something to which the answer does not matter. Throws if it refuses. */
export async function tell(call: DrawCall, path: string, body: unknown): Promise<void> {
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(stateMs)]);
  const init = { method: 'POST', body: JSON.stringify(body) };
  const response = await send({ ...call, signal, pauses: [] }, path, init);
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the drawing server answered ${response.status} to ${path}`);
}

export const asPng = (picture: Buffer) => new Blob([new Uint8Array(picture)], { type: 'image/png' });

export const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter(one => typeof one === 'string' && one !== '') : [];
