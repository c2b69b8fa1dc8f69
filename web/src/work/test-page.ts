// A simulated browser for tests of the workflow. Each page has its own copy of the modules; storage, tabs and server are shared, so that a reload is
// a new page with the old storage.

import type { Transport } from '@pixwright/client/transport.ts';
import { cancelTask, getBatch } from 'contract/routes/tasks.ts';
import { completeUpload, signUpload } from 'contract/routes/uploads.ts';
import type { Task } from 'contract/task.ts';
import type { CatalogueTool } from 'contract/tool.ts';
import { vi } from 'vitest';

interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly retryAfterSeconds?: number;
}

type Body = Readonly<Record<string, unknown>>;
/** What arrives of a call. */
interface Sent {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}
type Call = 'sign' | 'send' | 'start' | 'stop' | 'stream' | 'poll';

/** A task of the test server with the body of its call. */
interface ServerTask {
  task: Task;
  readonly path: string;
  readonly body: Body;
  readonly runKey: string;
}

/** The simulated server: stores uploads and tasks, refuses calls on request, and holds calls until they are released. */
export function makeServer() {
  const gates = new Map<Call, { promise: Promise<void>; open: () => void }>();
  const hearers = new Set<() => void>();
  const server = {
    uploads: new Set<string>(),
    tasks: [] as ServerTask[],
    /** Calls in the order of arrival, e.g. "sign a.png" or "start k-1". */
    log: [] as string[],
    removed: [] as string[],
    dropped: [] as string[],
    /** Returns the refusal of a call, if any; set by tests. */
    refuse: (_call: Call, _about: string): Refusal | undefined => undefined,
    /** Holds calls of a kind until `release`. */
    hold(call: Call) {
      let open: () => void = () => undefined;
      const promise = new Promise<void>(resolve => {
        open = resolve;
      });
      gates.set(call, { promise, open });
    },
    release(call: Call) {
      gates.get(call)?.open();
      gates.delete(call);
    },
    pass: (call: Call) => gates.get(call)?.promise ?? Promise.resolve(),
    taskOf(taskId: string) {
      const found = server.tasks.find(one => one.task.taskId === taskId);
      if (!found) throw new Error(`no task ${taskId}`);
      return found;
    },
    /** Changes the state of a task and notifies all streams. */
    set(taskId: string, patch: Partial<Task>) {
      const found = server.taskOf(taskId);
      found.task = { ...found.task, ...patch };
      for (const hear of hearers) hear();
    },
    start(path: string, body: Body, runKey: string): Task {
      const known = server.tasks.find(one => one.runKey === runKey);
      if (known) return known.task;
      const task = {
        taskId: `task-${server.tasks.length + 1}`,
        tool: 'test',
        batchId: String(body.batchId),
        status: 'queued',
        stage: 'waiting',
        progress: 0,
        etaSeconds: null,
        queuePosition: 1,
        result: null,
        error: null,
        charge: { kind: 'none', amount: 0, state: 'none' },
      } as unknown as Task;
      server.tasks.push({ task, path, body, runKey });
      return task;
    },
    hearers,
  };
  return server;
}

export type TestServer = ReturnType<typeof makeServer>;

export const picture = { required: true, accept: ['png'], maxBytes: 1_000_000 } as const;

/** A tool for tests; its calls are named a, b, … */
export const makeTool = (name: string, ...calls: CatalogueTool['calls'][number]['inputs'][]): CatalogueTool => ({
  name,
  route: `/editor/${name}`,
  category: 'picture',
  icon: 'image',
  calls: calls.map((inputs, index) => ({
    name: 'abc'[index] ?? 'a',
    path: `/web/${name}/${'abc'[index]}`,
    keyCode: 'IMAGE_CHANGE',
    cost: { kind: 'none' },
    startPercent: 5,
    inputs,
  })),
});

/** State shared by the pages of one browser. */
export function makeBrowser(server: TestServer, tools: readonly CatalogueTool[]) {
  const databases = new Map<string, Map<string, unknown>>();
  const local = new Map<string, string>();
  const locks = new Map<string, symbol>();
  const areaOf = (map: Map<string, string>) => ({
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  });
  return {
    databases,
    /** Opens a page in the tab with this sessionStorage; `close` simulates a reload or closing the tab. */
    async open(session = new Map<string, string>()) {
      const self = Symbol('page');
      const faults: unknown[] = [];
      const life = { isOver: false };
      const leavers: (() => void)[] = [];
      vi.resetModules();
      vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
        if (type === 'pagehide') leavers.push(listener);
      });
      vi.stubGlobal('sessionStorage', areaOf(session));
      vi.stubGlobal('localStorage', areaOf(local));
      vi.stubGlobal('document', { cookie: '', getElementById: () => null, querySelector: () => null });
      vi.stubGlobal('reportError', (error: unknown) => faults.push(error));
      vi.stubGlobal('navigator', {
        locks: {
          async request(name: string, _how: object, use: (lock: object | null) => unknown) {
            if (locks.has(name)) return use(null);
            locks.set(name, self);
            return use({ name });
          },
          query: async () => ({ held: [...locks.keys()].map(name => ({ name })) }),
        },
      });
      vi.doMock('virtual:catalogue', () => ({ catalogue: tools }));
      vi.doMock('idb-keyval', () => mockStorage(databases));
      vi.doMock('../tasks/calls.ts', async () => ({
        ...(await vi.importActual('../tasks/calls.ts')),
        ...mockCalls(server),
      }));
      vi.doMock('../client.ts', async () => {
        const { CallError } = await import('../failures/call-error.ts');
        const { makeClient } = await import('@pixwright/client/make-client.ts');
        const { usualPatience } = await import('@pixwright/client/attempt.ts');
        const makeError = ({ status, error, retryAfterSeconds: seconds }: Refusal) => {
          const msg = `sentence of ${error}`;
          return new CallError({ status, code: status, error, msg, details: null, retryAfterSeconds: seconds ?? null });
        };
        const transport = mockTransport(server, life, makeError);
        return { client: makeClient({ transport, patience: usualPatience }), patience: usualPatience };
      });
      const page = {
        session,
        faults,
        store: await import('./items/store.ts'),
        item: await import('./items/item.ts'),
        live: await import('./items/live.ts'),
        orders: await import('./transfer/orders.ts'),
        changes: await import('./bench/changes.ts'),
        uploads: await import('./transfer/uploads.ts'),
        intake: await import('./bench/intake.ts'),
        actions: await import('./bench/actions.ts'),
        restore: await import('./keep/restore.ts'),
        forget: await import('./forget-work.ts'),
        saved: await import('./keep/saved-work.ts'),
        session_: await import('../session.ts'),
        items: (tool: string) => page.store.itemsOf(page.store.useWork.getState(), tool),
        /** Returns the only item of a tool. */
        only(tool: string) {
          const [item, ...others] = page.items(tool);
          if (!item || others.length > 0) throw new Error(`${tool} has ${others.length + (item ? 1 : 0)} items`);
          return item;
        },
        close() {
          for (const leave of leavers) leave();
          life.isOver = true;
          for (const [name, owner] of locks) if (owner === self) locks.delete(name);
        },
      };
      return page;
    },
  };
}

function mockStorage(databases: Map<string, Map<string, unknown>>) {
  const copy = (value: unknown) => (value instanceof Blob ? value : structuredClone(value));
  type Store = Map<string, unknown>;
  return {
    createStore: (database: string): Store => {
      const known = databases.get(database) ?? new Map();
      databases.set(database, known);
      return known;
    },
    clear: async (store: Store) => store.clear(),
    set: async (key: string, value: unknown, store: Store) => void store.set(key, copy(value)),
    setMany: async (entries: [string, unknown][], store: Store) => {
      for (const [key, value] of entries) store.set(key, copy(value));
    },
    delMany: async (keys: string[], store: Store) => {
      for (const key of keys) store.delete(key);
    },
    getMany: async (keys: string[], store: Store) => keys.map(key => copy(store.get(key))),
    entries: async (store: Store) => [...store].map(([key, value]) => [key, copy(value)]),
  };
}

const never = new Promise<never>(() => undefined);

/** The calls of one page that are made once. */
const mockCalls = (server: TestServer) => ({
  removeTask: async (taskId: string) => void server.removed.push(taskId),
  dropUpload: async ({ key }: { key: string }) => void server.dropped.push(key),
  findLatestTasks: async () => server.tasks.map(one => one.task),
});

/** The way of one page to the server. Its calls never settle once the page is closed. */
function mockTransport(server: TestServer, life: { isOver: boolean }, makeError: (refusal: Refusal) => Error) {
  async function arrive(call: Call, about: string, signal?: AbortSignal) {
    if (life.isOver) await never;
    server.log.push(`${call} ${about}`);
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    await Promise.race([server.pass(call), aborted]);
    if (life.isOver) await never;
    signal?.throwIfAborted();
  }
  /** Checks and reserves in one step, so that concurrent calls cannot exceed the limit. */
  function judge(call: Call, about: string) {
    const refusal = server.refuse(call, about);
    if (refusal) throw makeError(refusal);
  }
  const tasksOf = (batchId: string) => server.tasks.filter(one => one.task.batchId === batchId).map(one => one.task);
  let uploadNumber = server.uploads.size;
  const answers: Readonly<Record<string, (sent: Sent) => Promise<unknown>>> = {
    [signUpload.path]: async ({ body: { fileName }, signal }) => {
      await arrive('sign', String(fileName), signal);
      judge('sign', String(fileName));
      uploadNumber += 1;
      const key = `${uploadNumber}/${fileName}`;
      return { key, method: 'PUT', url: fileName, headers: {}, partSize: 0, uploadId: null };
    },
    [completeUpload.path]: async ({ body: { key } }) => {
      server.uploads.add(String(key));
      return { nameNew: key, nameOrg: key, path: key, size: 1 };
    },
    [cancelTask.path]: async ({ params: { taskId = '' } }) => {
      await arrive('stop', taskId);
      judge('stop', taskId);
      server.set(taskId, { status: 'cancelled' });
      return server.taskOf(taskId).task;
    },
    [getBatch.path]: async ({ params: { batchId = '' } }) => {
      await arrive('poll', batchId);
      judge('poll', batchId);
      return { tasks: tasksOf(batchId) };
    },
  };
  /** Tells each change of a batch, as the server's stream does. */
  async function* readChanges(batchId: string, signal: AbortSignal): AsyncGenerator<string> {
    const told = new Map<string, Task>();
    while (!signal.aborted) {
      for (const task of tasksOf(batchId)) {
        if (told.get(task.taskId) === task) continue;
        told.set(task.taskId, task);
        const name = task.status === 'queued' || task.status === 'running' ? 'progress' : task.status;
        yield `event: ${name}\ndata: ${JSON.stringify(task)}\n\n`;
      }
      await new Promise<void>(resolve => {
        const hear = () => {
          server.hearers.delete(hear);
          resolve();
        };
        server.hearers.add(hear);
        signal.addEventListener('abort', hear);
      });
      if (life.isOver) await never;
    }
  }
  return {
    async call(route: { readonly path: string }, { params = {}, body = {}, headers = {}, signal }: Partial<Sent>) {
      const answer = answers[route.path];
      if (answer) return answer({ params, body, headers, signal });
      const runKey = headers['Idempotency-Key'] ?? '';
      await arrive('start', runKey, signal);
      judge('start', runKey);
      const { wait: _, ...rest } = body;
      return server.start(route.path, rest, runKey);
    },
    async open(address: string, { signal }: { readonly signal: AbortSignal }) {
      const [, batchId = ''] = /^\/web\/batch\/([^/]+)\/events$/.exec(address) ?? [];
      await arrive('stream', batchId, signal);
      judge('stream', batchId);
      const changes = readChanges(batchId, signal);
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { done, value } = await changes.next();
          if (done) controller.close();
          else controller.enqueue(new TextEncoder().encode(value));
        },
      });
      return new Response(body);
    },
    async send({ url }: { readonly url: string }, bytes: Blob, onSent: (bytes: number) => void, signal: AbortSignal) {
      await arrive('send', url, signal);
      judge('send', url);
      onSent(bytes.size);
    },
  } as Transport;
}

/** Returns a small PNG with the given name. */
export function makePng(name: string): File {
  const view = new DataView(new ArrayBuffer(64));
  for (const [at, letter] of [...'\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR'].entries()) view.setUint8(at, letter.charCodeAt(0));
  view.setUint32(16, 3);
  view.setUint32(20, 2);
  return new File([view.buffer], name, { type: 'image/png' });
}
