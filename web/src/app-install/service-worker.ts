// The service worker: keeps the page's own files, so that the installed app opens without a network, and receives what other apps share with it.
// Answers of the server, uploads and results never pass through here.
//
// It imports nothing, so that it stays one plain script. The build writes the list of files in front of it (web/build/app-plugin.ts), so each
// version of the page is a new worker, which waits until a person asks for it.

interface Shell {
  /** Names this version of the page. */
  readonly build: string;
  /** The page without its query, the files it loads first, and the ones it shows offline. */
  readonly files: readonly string[];
}

/** Parts of the worker's types; those of the pages' browser do not have them. */
interface WorkerEvent extends Event {
  waitUntil: (job: Promise<unknown>) => void;
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
}
interface WorkerScope {
  readonly shell: Shell;
  readonly clients: { claim: () => Promise<void> };
  readonly registration: { readonly navigationPreload?: { enable: () => Promise<void> } };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install' | 'activate', listener: (event: WorkerEvent) => void) => void) &
    ((type: 'fetch', listener: (event: RequestEvent) => void) => void) &
    ((type: 'message', listener: (event: MessageEvent) => void) => void);
}

const worker = globalThis as unknown as WorkerScope;
const { build, files } = worker.shell;
const prefix = 'shell-';
const ownCache = `${prefix}${build}`;
const sharedCache = 'shared';
/** What was shared and never taken up. */
const keptSharedMs = 24 * 3_600_000;
/** For one sharing, and bytes for all that wait: a device that is full loses work, not only what was shared. The page names both. */
const mostShared = 100;
const mostSharedBytes = 1024 ** 3;

/** The page as it is for a stranger: no cookie and no login goes along. */
const pages = ['/?lang=zh', '/?lang=en'];

async function keepShell(): Promise<void> {
  const cache = await caches.open(ownCache);
  const fresh = pages.map(page => new Request(page, { credentials: 'omit', cache: 'no-cache' }));
  // All or nothing: a half-kept page would be one that breaks without a network.
  await cache.addAll([...fresh, ...files]);
}

/** The version before stays, since pages that were opened with it still load its files. */
async function forgetOldShells(): Promise<void> {
  const others = (await caches.keys()).filter(name => name.startsWith(prefix) && name !== ownCache);
  await Promise.all(others.slice(0, -1).map(name => caches.delete(name)));
}

async function openPage(event: RequestEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const isEnglish = new URL(event.request.url).searchParams.get('lang') === 'en';
    const cache = await caches.open(ownCache);
    const kept = await cache.match(pages[isEnglish ? 1 : 0]!, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

/** A file whose name tells its content: once kept, it is never asked for again. */
async function loadFile(event: RequestEvent): Promise<Response> {
  const kept = await caches.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.status === 200 && response.type === 'basic') {
    const copy = response.clone();
    // Without room for it, the page works as before.
    event.waitUntil(
      caches
        .open(ownCache)
        .then(cache => cache.put(event.request, copy))
        .catch(() => undefined),
    );
  }
  return response;
}

const sharedAt = ({ url }: Request) => Number(url.split('/').at(-2));

/** Deletes what was shared longer ago than it is kept. */
async function forgetOldShared(): Promise<void> {
  if (!(await caches.has(sharedCache))) return;
  const cache = await caches.open(sharedCache);
  const old = (await cache.keys()).filter(entry => Date.now() - sharedAt(entry) > keptSharedMs);
  await Promise.all(old.map(entry => cache.delete(entry)));
}

/** Deletes what was shared before, the oldest first, until so many bytes have room. */
async function makeRoom(cache: Cache, bytes: number): Promise<void> {
  const entries = [...(await cache.keys())].sort((a, b) => sharedAt(b) - sharedAt(a));
  let total = bytes;
  for (const entry of entries) {
    total += Number((await cache.match(entry))?.headers.get('x-size') ?? 0);
    if (total > mostSharedBytes) await cache.delete(entry);
  }
}

/** The first files that are not too many and, together, not too large. */
function chooseShared(files: readonly File[]): File[] {
  const chosen: File[] = [];
  let left = mostSharedBytes;
  for (const file of files) {
    if (chosen.length === mostShared || file.size > left) continue;
    left -= file.size;
    chosen.push(file);
  }
  return chosen;
}

/** Puts shared files and texts by until the page takes them, then leads to it. */
async function takeShared(request: Request): Promise<Response> {
  const lead = (query: string) => Response.redirect(`/#/shared${query}`, 303);
  try {
    const form = await request.formData();
    const cache = await caches.open(sharedCache);
    const now = Date.now();
    await forgetOldShared();
    const shared = form.getAll('files').filter(one => one instanceof File && one.size > 0) as File[];
    const chosen = chooseShared(shared);
    await makeRoom(
      cache,
      chosen.reduce((sum, { size }) => sum + size, 0),
    );
    await Promise.all(
      chosen.map((file, at) => {
        const name = encodeURIComponent(file.name);
        const headers = { 'content-type': file.type, 'x-name': name, 'x-size': String(file.size) };
        return cache.put(`/shared/${now}/${at}`, new Response(file, { headers }));
      }),
    );
    const text = ['url', 'text', 'title']
      .map(field => form.get(field) ?? '')
      .join('\n')
      .trim();
    if (shared.length === 0 && text) await cache.put(`/shared/${now}/text`, new Response(text));
    const left = shared.length - chosen.length;
    return lead(`?at=${now}${left > 0 ? `&left=${left}` : ''}`);
  } catch {
    return lead('?failed');
  }
}

worker.addEventListener('install', event => event.waitUntil(keepShell()));

worker.addEventListener('activate', event =>
  event.waitUntil(
    Promise.all([
      forgetOldShells(),
      forgetOldShared(),
      worker.registration.navigationPreload?.enable(),
      worker.clients.claim(),
    ]),
  ),
);

worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting();
});

worker.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === 'POST' && pathname === '/shared') event.respondWith(takeShared(request));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate' && pathname === '/') {
    event.respondWith(openPage(event));
    event.waitUntil(forgetOldShared().catch(() => undefined));
  } else if (pathname.startsWith('/assets/') || files.includes(pathname)) event.respondWith(loadFile(event));
});

export {};
