// Tests links against a server that is slow, unreachable or hanging: what the rows of the page show.

import { cancelTask, getTask } from 'contract/routes/tasks.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { announce } from '../events.ts';
import { useLanguageStore } from '../language-store.ts';
import { readStored, store } from '../storage.ts';
import { downloadAll, downloadFile } from './link-files.ts';
import { cancelEntry, parseLink, removeEntry, restoreEntries, retryEntry, useLinkWork } from './link-work.ts';
import { useRecentLinks } from './recent-links.ts';

vi.mock('virtual:tile-words/zh', () => ({ tileWords: {} }));
vi.mock('virtual:tile-words/en', () => ({ tileWords: {} }));
const startPath = '/web/video/parse/newVideoRecover';
vi.mock('virtual:catalogue', () => ({
  catalogue: [
    { name: 'video-parsing', calls: [{ name: 'parse', path: '/web/video/parse/newVideoRecover' }] },
    { name: 'video-converter', calls: [{ name: 'convert', path: '/web/video/formatmp4/newFormatmp4' }] },
  ],
}));

const task = (status: string) => ({
  taskId: 't1',
  status,
  progress: status === 'done' ? 100 : 0,
  result: null,
  error: null,
});
const reply = (data: unknown) =>
  new Response(JSON.stringify({ code: 200, msg: 'ok', data }), { headers: { 'content-type': 'application/json' } });

let answer: (path: string, init: RequestInit) => Promise<Response>;
let paths: string[];
const pathOf = (route: { path: string }) => route.path.replace(':taskId', 't1');
const entry = () => useLinkWork.getState().entries[0];

beforeEach(() => {
  paths = [];
  vi.useFakeTimers();
  // The browser's own timers do not follow the test's fake timers.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(new DOMException('', 'TimeoutError')), ms);
    return timeout.signal;
  });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    paths.push(path);
    return answer(path, init);
  });
  useLanguageStore.setState({ language: 'en' });
  useLinkWork.setState({ entries: [] });
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

/** Holds the response to the start of a task until the returned function is called. */
function holdStart() {
  const gate = Promise.withResolvers<void>();
  answer = async path => {
    if (path === startPath) await gate.promise;
    return reply(task(path === pathOf(cancelTask) ? 'cancelled' : 'running'));
  };
  return gate.resolve;
}

const stopsWhat: [string, (id: string) => unknown][] = [
  ['cancelled', cancelEntry],
  ['removed', removeEntry],
];
for (const [name, stop] of stopsWhat) {
  test(`a link that is ${name} while its task is being started leaves no task running`, async () => {
    const open = holdStart();
    parseLink('https://example.com/a');
    await stop(entry()!.id);
    open();
    await vi.advanceTimersByTimeAsync(5000);
    expect(paths).toContain(pathOf(cancelTask));
    expect(paths).not.toContain(pathOf(getTask));
    expect(entry()?.phase).toBe(name === 'cancelled' ? 'cancelled' : undefined);
  });
}

test('a missing response and an unavailable network are retried', async () => {
  let asked = 0;
  answer = (path, init) => {
    if (path === startPath) return Promise.resolve(reply(task('running')));
    asked += 1;
    if (asked === 1)
      return new Promise((_, reject) =>
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error)),
      );
    if (asked === 2) return Promise.reject(new TypeError('no network'));
    return Promise.resolve(reply(task('done')));
  };
  parseLink('https://example.com/a');
  await vi.advanceTimersByTimeAsync(1000);
  expect(entry()?.phase).toBe('running');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toBe(3);
  expect(entry()?.phase).toBe('done');
});

test('a zip that cannot be made is reported once, and no rejection is left unhandled', async () => {
  answer = async () =>
    new Response(JSON.stringify({ code: 404, msg: 'gone', error: 'TASK_NOT_FOUND' }), {
      status: 404,
      headers: { 'content-type': 'application/json' },
    });
  useLinkWork.setState({ entries: [{ id: 'e', task: { taskId: 't1' } } as never] });
  await expect(downloadAll('e')).resolves.toBeUndefined();
});

test('a cancel is repeated until the network is back', async () => {
  let isOnline = false;
  let status = 'running';
  answer = async path => {
    if (path === pathOf(cancelTask)) {
      if (!isOnline) throw new TypeError('no network');
      status = 'cancelled';
    }
    return reply(task(status));
  };
  parseLink('https://example.com/a');
  await vi.advanceTimersByTimeAsync(1000);
  const cancelled = cancelEntry(entry()!.id);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(entry()?.phase).toBe('running');
  isOnline = true;
  await vi.advanceTimersByTimeAsync(60_000);
  await cancelled;
  expect(entry()?.phase).toBe('cancelled');
});

test('a link of an earlier page waits for the network, and disappears only if the server has deleted its task', async () => {
  const isStored = () => readStored('links.entries')?.includes('t1');
  store('links.entries', JSON.stringify([{ id: 'e', link: 'https://example.com/a', taskId: 't1' }]));
  let status = 0;
  answer = async () => {
    if (status === 0) throw new TypeError('no network');
    return new Response(JSON.stringify({ code: status, msg: 'gone', error: 'TASK_NOT_FOUND' }), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  };
  restoreEntries();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(entry()?.phase).toBe('running');
  expect(isStored()).toBe(true);
  status = 503;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(entry()?.phase).toBe('running');
  status = 404;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(entry()).toBeUndefined();
  expect(isStored()).toBe(false);
});

test('after a logout no link is left, not even one that was being started or followed', async () => {
  answer = (_path, init) =>
    new Promise((_, reject) => init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error)));
  parseLink('https://example.com/a');
  useLinkWork.setState({ text: 'half a link' });
  useRecentLinks.setState([{ link: 'https://example.com/b', title: 'b' }], true);
  const rest = { link: 'https://example.com/c', phase: 'running', percent: 0, saving: {} } as const;
  useLinkWork.setState({ entries: [...useLinkWork.getState().entries, { id: 'c', ...rest }] });
  retryEntry('c');
  await vi.advanceTimersByTimeAsync(0);
  announce('work:forget');
  for (const name of ['links.entries', 'links.recent']) store(name, null);
  answer = async () => reply(task('running'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(useLinkWork.getState()).toEqual({ entries: [], text: '', error: undefined });
  expect(useRecentLinks.getState()).toEqual([]);
  // Running tasks continue on the server, and nothing is started for the next user.
  expect(paths).toEqual([startPath, startPath]);
  expect(['links.entries', 'links.recent'].map(readStored)).toEqual([null, null]);
});

test('after a logout a link that was being followed is no longer polled', async () => {
  answer = async () => reply(task('running'));
  parseLink('https://example.com/a');
  await vi.advanceTimersByTimeAsync(1000);
  expect(paths).toContain(pathOf(getTask));
  announce('work:forget');
  paths = [];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(paths).toEqual([]);
});

test.each([
  ['video', 'mp4'],
  ['sound', 'm4a'],
])('the %s of a playlist is saved as %s', async (kind, format) => {
  const asked: unknown[] = [];
  answer = async (path, init) => {
    if (path.endsWith('newFormatmp4')) asked.push(JSON.parse(String(init.body)));
    return reply(task('cancelled'));
  };
  const result = {
    files: [{ name: 'a.mpd', path: 'https://a.example/a.mpd', url: null }],
    meta: { items: [{ kind, isPlaylist: true }] },
  };
  const done = { ...task('done'), result } as never;
  useLinkWork.setState({ entries: [{ id: 'one', link: 'x', phase: 'done', percent: 100, saving: {}, task: done }] });
  downloadFile('one', 0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toMatchObject([{ videoUrl: 'https://a.example/a.mpd', format }]);
});
