// Tests files shared with the installed app: how much the service worker stores, what it drops, and when it deletes it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Listener = (event: object) => void;

/** The parts of a browser's Cache that the worker uses. */
class FakeCache {
  entries = new Map<string, Response>();
  keys = async () => [...this.entries.keys()].map(url => ({ url }) as Request);
  match = async ({ url }: Request) => this.entries.get(url);
  delete = async ({ url }: Request) => this.entries.delete(url);
  put = async (path: string, response: Response) => void this.entries.set(`https://app.example${path}`, response);
}

const gigabyte = 1024 ** 3;
let shared: FakeCache;
let listeners: Map<string, Listener>;
let waits: Promise<unknown>[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
  vi.resetModules();
  [shared, listeners, waits] = [new FakeCache(), new Map(), []];
  vi.stubGlobal('shell', { build: '1', files: [] });
  vi.stubGlobal('location', { origin: 'https://app.example' });
  const has = async () => true;
  vi.stubGlobal('caches', { open: async () => shared, has, keys: async () => [], match: async () => undefined });
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => listeners.set(type, listener));
  vi.stubGlobal('fetch', async () => new Response('page'));
  vi.spyOn(Response, 'redirect').mockImplementation(url => new Response(null, { headers: { location: String(url) } }));
  await import('./service-worker.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Makes a file that reports the given size. */
const makeFile = (name: string, size: number) => Object.defineProperty(new File(['x'], name), 'size', { value: size });

async function request(method: string, path: string, files: readonly File[] = []): Promise<string> {
  let answer: Promise<Response> | undefined;
  listeners.get('fetch')!({
    request: {
      method,
      url: `https://app.example${path}`,
      mode: 'navigate',
      formData: async () => ({ getAll: () => files, get: () => null }),
    },
    preloadResponse: Promise.resolve(undefined),
    respondWith: (response: Promise<Response>) => {
      answer = response;
    },
    waitUntil: (job: Promise<unknown>) => waits.push(job),
  });
  const { headers } = (await answer)!;
  await Promise.all(waits);
  return headers.get('location') ?? '';
}
const share = (...files: File[]) => request('POST', '/shared', files);
const names = () => [...shared.entries.values()].map(({ headers }) => headers.get('x-name')).sort();
const passHours = (hours: number) => vi.setSystemTime(Date.now() + hours * 3_600_000);

test('files beyond a gigabyte are dropped and counted, and smaller ones after them are kept', async () => {
  const to = await share(makeFile('a', gigabyte - 10), makeFile('too-large', 11), makeFile('b', 10), makeFile('c', 1));
  expect(names()).toEqual(['a', 'b']);
  expect(to).toMatch(/^\/#\/shared\?at=\d+&left=2$/);
});

test('files beyond the first hundred are dropped and counted, and no count is reported if none was dropped', async () => {
  const files = Array.from({ length: 103 }, (_, index) => makeFile(String(index), 1));
  expect(await share(...files)).toMatch(/&left=3$/);
  expect(names()).toHaveLength(100);
  passHours(1);
  expect(await share(makeFile('one', 1))).toMatch(/^\/#\/shared\?at=\d+$/);
});

test('waiting files are deleted to make space for newly shared ones, the oldest first', async () => {
  await share(makeFile('first', 0.4 * gigabyte));
  passHours(0.2);
  await share(makeFile('second', 0.4 * gigabyte));
  passHours(0.2);
  await share(makeFile('third', 0.5 * gigabyte));
  expect(names()).toEqual(['second', 'third']);
});

test('shared files that were never opened are deleted a day later, when the page is opened', async () => {
  await share(makeFile('old', 5));
  passHours(20);
  await share(makeFile('new', 5));
  passHours(3);
  await request('GET', '/');
  expect(names()).toEqual(['new', 'old']);
  passHours(2);
  await request('GET', '/');
  expect(names()).toEqual(['new']);
});
