// What ComfyUI says about a graph while it runs it, over its websocket. It only shows progress and unfinished pictures, and saves a wait: whether there
// is a picture is read from the history, so that a socket that is missing, lies or floods changes nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, buildConnector, WebSocket } from 'undici';
import { z } from 'zod';
import type { ComfyGraph } from '../adapters/comfy-workflow.ts';
import { authorise, type DrawJob } from './draw-calls.ts';

/** Previews are the largest messages, and traces of errors the largest texts. */
const maxMessageBytes = 8 * 1024 * 1024;
const maxTextLength = 1024 * 1024;
/** A graph sends some hundred; a server that sends more than this is not heard any more. */
const maxMessages = 20_000;
const maxEarly = 200;
const maxOpeningMs = 2000;
const maxMetadataBytes = 64 * 1024;
const maxBytes = 256 * 1024 * 1024;
/** A node that samples takes most of the time; the others are steps on the way. */
const samplerWeight = 20;

const messageSchema = z.object({
  type: z.string(),
  data: z.object({
    prompt_id: z.string().nullish(),
    node: z.string().nullish(),
    nodes: z.array(z.string()).nullish().catch(null),
    value: z.number().nullish(),
    max: z.number().nullish(),
  }),
});

type Message = z.output<typeof messageSchema>;

/** What stands before the picture in a binary message: `1` and its format, or, from newer versions, `4`, the length of a JSON, and that. */
const previewTypes = { plain: 1, withMetadata: 4 } as const;
const metadataSchema = z.object({ prompt_id: z.string() });

/** The picture of a binary message; undefined if it has none, or names another run. */
function readPreview(frame: Buffer, promptId: string | undefined): Buffer | undefined {
  if (frame.length <= 8) return undefined;
  const [type, second] = [frame.readUInt32BE(0), frame.readUInt32BE(4)];
  if (type === previewTypes.plain) return frame.subarray(8);
  if (type !== previewTypes.withMetadata || second > maxMetadataBytes || second > frame.length - 8) return undefined;
  const metadata = metadataSchema.safeParse(JSON.parse(frame.toString('utf8', 8, 8 + second)));
  return metadata.data?.prompt_id === promptId ? frame.subarray(8 + second) : undefined;
}

/** How much of a graph is done, by its nodes. */
class GraphProgress {
  #weights: ReadonlyMap<string, number>;
  #whole: number;
  #done = new Set<string>();
  #current: string | undefined;
  #share = 0;

  constructor(graph: ComfyGraph) {
    this.#weights = new Map(
      Object.entries(graph).map(([id, { class_type }]) => [id, /sampler/i.test(class_type) ? samplerWeight : 1]),
    );
    this.#whole = [...this.#weights.values()].reduce((sum, weight) => sum + weight, 0);
  }

  /** 0..1 */
  get fraction(): number {
    let done = 0;
    for (const id of this.#done) done += this.#weights.get(id)!;
    const current = this.#current === undefined || this.#done.has(this.#current) ? undefined : this.#current;
    return (done + (current === undefined ? 0 : this.#share * this.#weights.get(current)!)) / this.#whole;
  }

  hear({ type, data }: Message): void {
    const node = typeof data.node === 'string' && this.#weights.has(data.node) ? data.node : undefined;
    if (type === 'execution_cached') for (const id of data.nodes ?? []) this.#finish(id);
    else if (type === 'executed' && node !== undefined) this.#finish(node);
    else if (type === 'executing' && node !== undefined && node !== this.#current) this.#begin(node);
    else if (type === 'progress') this.#step(node ?? this.#current, data.value, data.max);
  }

  #finish(id: string): void {
    if (this.#weights.has(id)) this.#done.add(id);
  }

  #begin(node: string): void {
    if (this.#current !== undefined) this.#done.add(this.#current);
    this.#current = node;
    this.#share = 0;
  }

  #step(node: string | undefined, value: number | null | undefined, max: number | null | undefined): void {
    if (node === undefined || !(max! > 0) || !(value! >= 0) || value! > max!) return;
    if (node !== this.#current) this.#begin(node);
    this.#share = Math.max(this.#share, value! / max!);
  }
}

export interface ComfyEvents {
  /** Resolves when the socket is open, or is not to be had soon. Messages sent before are lost. */
  ready: Promise<void>;
  /** Messages about this run of the graph are heard, also those that came before. */
  follow: (promptId: string) => void;
  /** Resolves when the run seems to have ended, or after so long. */
  pause: (ms: number) => Promise<void>;
  close: () => void;
}

const endings = new Set(['execution_success', 'execution_error', 'execution_interrupted']);

/** Opens the socket. `clientId` is that of POST /prompt, so that only messages about it are sent here. Never throws. */
export function openComfyEvents(job: DrawJob, clientId: string, graph: ComfyGraph): ComfyEvents {
  const progress = new GraphProgress(graph);
  const ended = new AbortController();
  const early: string[] = [];
  const opened = Promise.withResolvers<void>();
  let promptId: string | undefined;
  /** Whether our run is the one that the server works on: pictures name none. */
  let isOurs = false;
  let messages = 0;
  let bytes = 0;
  const closed = new AbortController();
  const connect = buildConnector({});
  const agent = new Agent({
    webSocket: { maxPayloadSize: maxMessageBytes },
    // A socket waits for the goodbye of the other side, which may never come; so the connection itself is ended.
    connect: (options, done) =>
      connect(options, (...[error, socket]) => {
        if (socket) closed.signal.addEventListener('abort', () => socket.destroy());
        if (closed.signal.aborted) socket?.destroy();
        if (socket) done(null, socket);
        else done(error, null);
      }),
  });
  const close = () => {
    closed.abort();
    void agent.destroy().catch(() => undefined);
  };

  function hear(text: string): void {
    if (text.length > maxTextLength) return;
    const parsed = messageSchema.safeParse(JSON.parse(text));
    if (!parsed.success) return;
    const { type, data } = parsed.data;
    // Old versions name no run in some messages; they send them to the client that asked for it alone.
    const isNamed = data.prompt_id === promptId;
    if (data.prompt_id && !isNamed) {
      isOurs = false;
      return;
    }
    const isEnd = endings.has(type) || (type === 'executing' && data.node === null);
    isOurs = !isEnd && (isOurs || isNamed);
    progress.hear(parsed.data);
    job.onProgress(progress.fraction);
    if (isEnd) ended.abort();
  }

  function see(frame: Buffer): void {
    // Most are dropped here, unread.
    if (!isOurs || !job.previews?.isOpen()) return;
    const picture = readPreview(frame, promptId);
    if (picture) job.previews.offer(picture);
  }

  function tryToHear(said: string | ArrayBuffer): void {
    try {
      if (typeof said === 'string') hear(said);
      else see(Buffer.from(said));
    } catch {
      // It is no JSON, so it says nothing.
    }
  }

  try {
    const address = `${job.server.url.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(clientId)}`;
    const socket = new WebSocket(address, { headers: authorise(job.server), dispatcher: agent });
    socket.binaryType = 'arraybuffer';
    for (const event of ['open', 'error'] as const) socket.addEventListener(event, () => opened.resolve());
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      messages += 1;
      bytes += typeof data === 'string' ? data.length : (data as ArrayBuffer).byteLength;
      if (messages > maxMessages || bytes > maxBytes) return close();
      if (promptId !== undefined) tryToHear(data as string | ArrayBuffer);
      else if (typeof data === 'string' && early.length < maxEarly) early.push(data);
    });
  } catch {
    // Without a socket the history alone tells when the drawing is done.
    opened.resolve();
  }
  const timer = setTimeout(opened.resolve, maxOpeningMs);
  return {
    ready: opened.promise.then(() => clearTimeout(timer)),
    follow(id) {
      promptId = id;
      for (const text of early.splice(0)) tryToHear(text);
    },
    // After a first end the history is asked at the usual rate: the end may be told before it is recorded.
    async pause(ms) {
      const signal = ended.signal.aborted ? job.signal : AbortSignal.any([job.signal, ended.signal]);
      await sleep(ms, undefined, { signal }).catch(() => job.signal.throwIfAborted());
    },
    close,
  };
}
