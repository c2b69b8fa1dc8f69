// A stand-in for Stable Diffusion WebUI: its calls, its one queue, and an interrupt that stops whatever is drawn. It draws plain pictures.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sharp } from 'engines/sharp.ts';

export interface StandInWebuiOptions {
  readonly steps?: number;
  readonly stepMs?: number;
  /** How the server tells which job it draws: to its own page, in the API, or not at all, as old versions. */
  readonly tells?: 'page' | 'api' | 'nothing';
  /** The size that it draws, whatever was asked. */
  readonly size?: { readonly width: number; readonly height: number };
  /** The unfinished picture that it shows of a job, by its prompt and step; undefined: none. */
  readonly unfinished?: (prompt: string, step: number) => Buffer | undefined;
  /** What it says instead of its progress. */
  readonly lie?: () => string;
}

interface Wish {
  readonly prompt: string;
  readonly width: number;
  readonly height: number;
  readonly batch_size: number;
  readonly force_task_id?: string;
}

interface Job {
  readonly id: string;
  readonly wish: Wish;
  step: number;
  isInterrupted: boolean;
  readonly end: (isInterrupted: boolean) => void;
}

export interface StandInWebui {
  readonly url: string;
  /** The wishes, in the order in which they came. */
  readonly wishes: Wish[];
  /** The prompts of the jobs that were interrupted, drawn to their end, or not yet begun. */
  readonly interrupted: string[];
  readonly drawn: string[];
  readonly queued: () => string[];
  /** How often an interrupt came. */
  readonly interrupts: () => number;
  readonly close: () => Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export async function startStandInWebui(options: StandInWebuiOptions = {}): Promise<StandInWebui> {
  const { steps = 10, stepMs = 20, tells = 'page', size, lie, unfinished } = options;
  const wishes: Wish[] = [];
  const [interrupted, drawn]: [string[], string[]] = [[], []];
  const waiting: Job[] = [];
  let current: Job | undefined;
  let interrupts = 0;

  const timer = setInterval(() => {
    current ??= waiting.shift();
    if (!current) return;
    current.step += 1;
    if (current.step < steps && !current.isInterrupted) return;
    (current.isInterrupted ? interrupted : drawn).push(current.wish.prompt);
    current.end(current.isInterrupted);
    current = undefined;
  }, stepMs);

  async function draw(wish: Wish, response: ServerResponse): Promise<void> {
    wishes.push(wish);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const id = wish.force_task_id ?? `task(${randomUUID()})`;
    waiting.push({ id, wish, step: 0, isInterrupted: false, end: resolve });
    await promise;
    const { width, height } = size ?? wish;
    const picture = await sharp({ create: { width, height, channels: 3, background: '#3070a0' } })
      .png()
      .toBuffer();
    json(response, 200, {
      images: Array.from({ length: wish.batch_size }, () => picture.toString('base64')),
      parameters: {},
      info: '',
    });
  }

  interface PageWish {
    readonly id_task?: unknown;
    readonly id_live_preview?: number;
    readonly live_preview?: boolean;
  }

  const show = () => (current ? unfinished?.(current.wish.prompt, current.step)?.toString('base64') : undefined);

  /** Of a picture with the number that the page knows, nothing is sent. */
  function tellPage(
    { id_task: idTask, id_live_preview: known, live_preview: wants }: PageWish,
    response: ServerResponse,
  ) {
    const active = current?.id === idTask;
    const number = current?.step ?? -1;
    const picture = active && wants && number !== known ? show() : undefined;
    const queued = waiting.some(({ id }) => id === idTask);
    const progress = active ? current!.step / steps : null;
    json(response, 200, {
      active,
      queued,
      completed: false,
      paused: false,
      progress,
      eta: null,
      textinfo: '',
      live_preview: picture ? `data:image/png;base64,${picture}` : null,
      id_live_preview: picture ? number : (known ?? -1),
    });
  }

  const tellApi = (response: ServerResponse, skipsImage: boolean) =>
    json(response, 200, {
      progress: current ? current.step / steps : 0,
      eta_relative: 1,
      state: { job: current ? 'scripts_txt2img' : '', sampling_step: current?.step ?? 0, sampling_steps: steps },
      current_image: skipsImage ? null : (show() ?? null),
      ...(tells === 'api' && { current_task: current?.id ?? null }),
    });

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand-in');
    const isProgress = pathname === '/internal/progress' || pathname === '/sdapi/v1/progress';
    if (lie && isProgress) response.end(lie());
    else if (pathname === '/sdapi/v1/txt2img' || pathname === '/sdapi/v1/img2img')
      await draw(JSON.parse(body.toString()) as Wish, response);
    else if (pathname === '/internal/progress' && tells === 'page')
      tellPage(JSON.parse(body.toString()) as PageWish, response);
    else if (pathname === '/sdapi/v1/progress') tellApi(response, searchParams.get('skip_current_image') === 'true');
    else if (pathname === '/sdapi/v1/interrupt') {
      interrupts += 1;
      if (current) current.isInterrupted = true;
      json(response, 200, {});
    } else json(response, 404, { detail: 'Not Found' });
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wishes,
    interrupted,
    drawn,
    queued: () => waiting.map(({ wish }) => wish.prompt),
    interrupts: () => interrupts,
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
