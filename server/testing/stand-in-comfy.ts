// A stand-in for ComfyUI: its queue, history, files and websocket. It runs any graph node by node and draws plain pictures for those that save.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { sharp } from 'engines/sharp.ts';
import { acceptWebsocket } from './serve-websocket.ts';

type Graph = Readonly<Record<string, { readonly class_type: string; readonly inputs: Record<string, unknown> }>>;

interface Wish {
  readonly prompt: Graph;
  readonly client_id?: string;
  readonly prompt_id?: string;
  readonly extra_data?: { readonly preview_method?: string };
}

/** A binary message: the kind of event, what stands before its picture, and the picture. */
export const packFrame = (type: number, second: number, ...parts: readonly (string | Buffer)[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(type, 0);
  head.writeUInt32BE(second, 4);
  return Buffer.concat([head, ...parts.map(part => Buffer.from(part))]);
};

interface Run {
  readonly id: string;
  readonly number: number;
  readonly wish: Wish;
  isInterrupted: boolean;
}

export interface StandInComfyOptions {
  readonly steps?: number;
  readonly stepMs?: number;
  /** As old versions: it chooses the ids, and an interrupt stops whatever runs. */
  readonly isOld?: boolean;
  readonly hasSocket?: boolean;
  /** Whether the node that samples fails. */
  readonly fails?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
  /** The unfinished picture of a step, a JPEG. As newer versions do, it is sent only to those that asked for previews. */
  readonly unfinished?: (step: number) => Buffer;
  /** Sent before every step. */
  readonly lies?: (id: string) => readonly (string | Buffer)[];
}

export interface StandInComfy {
  readonly url: string;
  readonly graphs: Graph[];
  readonly uploads: Buffer[];
  readonly interrupted: string[];
  readonly removed: string[];
  readonly drawn: string[];
  /** The authorization of each websocket. */
  readonly sockets: (string | undefined)[];
  readonly isIdle: () => boolean;
  /** How many websockets are open. */
  readonly socketCount: () => number;
  readonly close: () => Promise<void>;
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

export async function startStandInComfy(options: StandInComfyOptions = {}): Promise<StandInComfy> {
  const { steps = 10, stepMs = 20, isOld = false, hasSocket = true, fails = false, size, lies, unfinished } = options;
  const graphs: Graph[] = [];
  const uploads: Buffer[] = [];
  const [interrupted, removed, drawn]: [string[], string[], string[]] = [[], [], []];
  const sockets: (string | undefined)[] = [];
  const open = new Set<Duplex>();
  const clients = new Map<string, (message: string | Buffer) => void>();
  const history = new Map<string, unknown>();
  const pending: Run[] = [];
  let running: Run | undefined;
  let isClosed = false;
  let numbers = 0;

  const send = ({ wish, id }: Run, type: string, data: object) =>
    clients.get(wish.client_id ?? '')?.(JSON.stringify({ type, data: { ...data, prompt_id: id } }));

  async function sample(run: Run, node: string): Promise<void> {
    for (let step = 1; step <= steps && !run.isInterrupted && !isClosed; step++) {
      await pause(stepMs);
      for (const lie of lies?.(run.id) ?? []) clients.get(run.wish.client_id ?? '')?.(lie);
      send(run, 'progress', { value: step, max: steps, node });
      if (unfinished && run.wish.extra_data?.preview_method === 'auto')
        clients.get(run.wish.client_id ?? '')?.(packFrame(1, 1, unfinished(step)));
    }
  }

  async function work(run: Run): Promise<void> {
    const outputs: Record<string, unknown> = {};
    send(run, 'execution_start', {});
    for (const [node, { class_type, inputs }] of Object.entries(run.wish.prompt)) {
      send(run, 'executing', { node });
      if (/Sampler/.test(class_type)) await sample(run, node);
      if (run.isInterrupted || (fails && /Sampler/.test(class_type))) {
        const type = run.isInterrupted ? 'execution_interrupted' : 'execution_error';
        if (run.isInterrupted) interrupted.push(run.id);
        history.set(run.id, { status: { status_str: 'error', completed: false, messages: [] }, outputs: {} });
        return void send(run, type, { node_id: node });
      }
      if (!/^SaveImage$/.test(class_type)) continue;
      const all = Object.values(run.wish.prompt);
      const count = all.map(one => one.inputs.batch_size ?? one.inputs.amount).find(value => value !== undefined) ?? 1;
      const images = Array.from(
        { length: Number(count) },
        (_, i) => `${inputs.filename_prefix}-${run.number}-${i}.png`,
      );
      outputs[node] = { images: images.map(filename => ({ filename, subfolder: '', type: 'output' })) };
      send(run, 'executed', { node, output: outputs[node] });
    }
    drawn.push(run.id);
    history.set(run.id, { status: { status_str: 'success', completed: true, messages: [] }, outputs });
    send(run, 'executing', { node: null });
    send(run, 'execution_success', {});
  }

  async function workOff(): Promise<void> {
    if (running) return;
    for (running = pending.shift(); running && !isClosed; running = pending.shift()) await work(running);
  }

  const entry = ({ number, id, wish }: Run) => [number, id, wish.prompt, { client_id: wish.client_id }, ['saved']];

  function queue(wish: Wish, response: ServerResponse): void {
    graphs.push(wish.prompt);
    const id = isOld ? randomUUID() : (wish.prompt_id ?? randomUUID());
    numbers += 1;
    pending.push({ id, number: numbers, wish, isInterrupted: false });
    json(response, 200, { prompt_id: id, number: numbers, node_errors: {} });
    void workOff();
  }

  function interrupt(id: string | undefined): void {
    if (running && (isOld || id === undefined || id === running.id)) running.isInterrupted = true;
  }

  async function view(response: ServerResponse): Promise<void> {
    const { width, height } = size ?? { width: 640, height: 640 };
    const create = { width, height, channels: 3, background: '#30a070' } as const;
    response.end(await sharp({ create }).png().toBuffer());
  }

  async function keepUpload(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const headers = { 'content-type': String(request.headers['content-type']) };
    const file = (await new Response(new Uint8Array(body), { headers }).formData()).get('image') as File;
    uploads.push(Buffer.from(await file.arrayBuffer()));
    json(response, 200, { name: file.name, subfolder: '', type: 'input' });
  }

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const { pathname } = new URL(request.url ?? '', 'http://stand-in');
    const read = () => JSON.parse(body.toString()) as { delete?: string[]; prompt_id?: string };
    const route = `${request.method} ${pathname}`;
    if (route === 'POST /prompt') queue(JSON.parse(body.toString()) as Wish, response);
    else if (route === 'POST /upload/image') await keepUpload(request, body, response);
    else if (route === 'GET /queue')
      json(response, 200, { queue_running: running ? [entry(running)] : [], queue_pending: pending.map(entry) });
    else if (route === 'POST /queue') {
      for (const id of read().delete ?? []) {
        const at = pending.findIndex(run => run.id === id);
        if (at >= 0) removed.push(...pending.splice(at, 1).map(run => run.id));
      }
      response.end();
    } else if (route === 'POST /interrupt') {
      interrupt(read().prompt_id);
      response.end();
    } else if (pathname.startsWith('/history/')) {
      const id = pathname.slice('/history/'.length);
      json(response, 200, history.has(id) ? { [id]: history.get(id) } : {});
    } else if (pathname === '/view') await view(response);
    else json(response, 404, {});
  });
  server.on('upgrade', (request, socket) => {
    if (!hasSocket) return socket.destroy();
    const id = new URL(request.url ?? '', 'http://stand-in').searchParams.get('clientId') ?? '';
    sockets.push(request.headers.authorization);
    clients.set(id, acceptWebsocket(request, socket));
    open.add(socket);
    socket.on('close', () => clients.delete(id) && open.delete(socket));
    socket.resume();
    send({ wish: { prompt: {}, client_id: id }, id: '', number: 0, isInterrupted: false }, 'status', { sid: id });
  });
  server.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    graphs,
    uploads,
    interrupted,
    removed,
    drawn,
    sockets,
    socketCount: () => open.size,
    isIdle: () => running === undefined && pending.length === 0,
    async close() {
      isClosed = true;
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
