// Tests the call helper against every kind of server response: what the user sees and what the caller gets.

import { callAddress } from '@pixwright/client/route-call.ts';
import { getTask } from 'contract/routes/tasks.ts';
import { signUpload } from 'contract/routes/uploads.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, requestHeaders } from './api.ts';
import { listen } from './events.ts';
import { CallError } from './failures/call-error.ts';
import { useLanguageStore } from './language-store.ts';
import { closeDialog, useNotices } from './notices.ts';
import { useSession } from './session.ts';

vi.mock('virtual:tile-words/zh', () => ({ tileWords: {} }));
vi.mock('virtual:tile-words/en', () => ({ tileWords: {} }));

const reply = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

let answer: (url: string, init: RequestInit) => Promise<Response>;
const params = { taskId: 'a b' };

beforeEach(() => {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => answer(url, init));
  vi.stubGlobal('document', { cookie: '' });
  useLanguageStore.setState({ language: 'en' });
  useNotices.setState({ toasts: [], dialog: null });
  useSession.setState({ token: 'secret' });
});

afterEach(() => {
  closeDialog();
  vi.useRealTimers();
});

const toasts = () => useNotices.getState().toasts.map(toast => toast.text);
const caught = async (promise: Promise<unknown>): Promise<CallError> =>
  promise.then(
    () => expect.unreachable(),
    error => error,
  );

test('a call fills its path, identifies itself, and returns the data', async () => {
  let seen: { url: string; init: RequestInit } | undefined;
  answer = async (url, init) => {
    seen = { url, init };
    return reply(200, { code: 200, msg: 'ok', data: { url: 'x' } });
  };
  const body = { fileName: 'a.png', fileSize: 3, contentType: 'image/png' };
  expect(await call(signUpload, { body })).toEqual({ url: 'x' });
  expect(seen?.url).toBe(signUpload.path);
  expect(JSON.parse(String(seen?.init.body))).toEqual(body);
  expect(seen?.init.headers).toMatchObject({ token: 'secret', platformSource: 'web-pc', lang: 'en' });
  expect(callAddress('/web/task/:taskId', params, { size: 3, none: undefined })).toBe('/web/task/a%20b?size=3');
});

test('the agent code of the cookie becomes the platform source, and the client keeps its id', () => {
  vi.stubGlobal('document', { cookie: 'x=1; agentCode=AB-12' });
  const first = requestHeaders();
  expect(first.platformSource).toBe('PC-AB-12');
  expect(first.clientUid).toMatch(/^[0-9a-f]{32}$/);
  expect(requestHeaders().clientUid).toBe(first.clientUid);
});

test('a server error is thrown with all its fields and shown for three seconds', async () => {
  vi.useFakeTimers();
  answer = async () =>
    reply(503, { code: 503, msg: 'Too many', error: 'QUEUE_FULL', details: { a: 1 } }, { 'retry-after': '7' });
  const error = await caught(call(getTask, { params }));
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({ status: 503, code: 503, error: 'QUEUE_FULL', msg: 'Too many', retryAfterSeconds: 7 });
  expect(toasts()).toEqual(['Too many']);
  vi.advanceTimersByTime(2999);
  expect(toasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(toasts()).toEqual([]);
});

test('a fault of the server is shown with the first part of its request id, which finds it in the log; a refusal is not', async () => {
  const requestId = '4bf92f3577b34da6a3ce929d0e0e4736';
  answer = async () => reply(500, { code: 500, msg: 'An error occurred', error: 'UNEXPECTED', requestId });
  const error = await caught(call(getTask, { params }));
  expect(error.msg).toBe('An error occurred (if you report it, mention 4bf92f35)');
  answer = async () => reply(503, { code: 503, msg: 'Too many', error: 'QUEUE_FULL', requestId });
  await caught(call(getTask, { params }));
  expect(toasts()).toEqual([error.msg, 'Too many']);
});

test('a caller that handles errors itself shows nothing', async () => {
  answer = async () => reply(404, { code: 404, msg: 'gone', error: 'TASK_NOT_FOUND' });
  expect((await caught(call(getTask, { params, handleErrors: true }))).error).toBe('TASK_NOT_FOUND');
  expect(toasts()).toEqual([]);
  expect(useNotices.getState().dialog).toBeNull();
});

test('404 opens a dialog', async () => {
  answer = async () => reply(404, { code: 404, msg: 'gone' });
  await caught(call(getTask, { params }));
  expect(useNotices.getState().dialog?.title).toBe('Request error (404)');
});

test('many calls with an expired login log out once, and the login dialog follows the warning', async () => {
  const heard: string[] = [];
  const stops = [listen('logout', () => heard.push('logout')), listen('login:open', () => heard.push('login'))];
  answer = async () => reply(401, { code: 401, msg: 'x' });
  await Promise.all([1, 2, 3].map(() => caught(call(getTask, { params, handleErrors: true }))));
  expect(heard).toEqual(['logout']);
  expect(useSession.getState().token).toBeNull();
  expect(useNotices.getState().dialog?.title).toBe('Current login state expired, please log in again');
  closeDialog();
  expect(heard).toEqual(['logout', 'login']);
  for (const stop of stops) stop();
});

test('code 2 logs out and opens the login dialog at once', async () => {
  const heard: string[] = [];
  const stop = listen('login:open', () => heard.push('login'));
  answer = async () => reply(200, { code: 2, msg: 'frozen' });
  await caught(call(getTask, { params }));
  expect(heard).toEqual(['login']);
  expect(useSession.getState().token).toBeNull();
  stop();
});

test('many calls of an account that is gone log out and open the login dialog once', async () => {
  const heard: string[] = [];
  const stops = [listen('logout', () => heard.push('logout')), listen('login:open', () => heard.push('login'))];
  answer = async () => reply(200, { code: 2, msg: 'frozen' });
  await Promise.all([1, 2, 3].map(() => caught(call(getTask, { params, handleErrors: true }))));
  expect(heard).toEqual(['logout', 'login']);
  for (const stop of stops) stop();
});

test('a timeout and a lost connection have their own messages', async () => {
  answer = (_, init) =>
    new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const late = await caught(call(getTask, { params, timeoutMs: 5 }));
  expect(late).toMatchObject({ status: 0, error: 'TIMEOUT' });
  expect(toasts()).toEqual(['Request timed out, please retry']);

  answer = async () => {
    throw new TypeError('Failed to fetch');
  };
  expect((await caught(call(getTask, { params }))).error).toBe('OFFLINE');
  expect(toasts()[1]).toContain('offline');
});

test('an abort by the caller is not shown as an error', async () => {
  const controller = new AbortController();
  answer = (_, init) =>
    new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      controller.abort(new Error('left the page'));
    });
  await expect(call(getTask, { params, signal: controller.signal })).rejects.toThrow('left the page');
  expect(toasts()).toEqual([]);
});

test("a proxy's HTML page instead of JSON counts as a failure", async () => {
  answer = async () => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } });
  expect(await caught(call(getTask, { params }))).toBeInstanceOf(CallError);
  answer = async () => new Response('<html>Bad gateway', { status: 502, headers: { 'content-type': 'text/html' } });
  expect(await caught(call(getTask, { params }))).toMatchObject({ status: 502, code: 502 });
  expect(toasts()).toEqual(['Something went wrong']);
});
