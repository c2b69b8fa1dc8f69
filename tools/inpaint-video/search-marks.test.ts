// Tests that a search reports only while it is the current one.
import type { Ask } from 'ui/tool-screen.ts';
import { expect, test } from 'vitest';
import { type Finding, makeSearch } from './search-marks.ts';

const settle = () => new Promise(resolve => setTimeout(resolve));
const box = { x: 1, y: 2, w: 3, h: 4, start: 0, end: 5 };
const marks = [
  { ...box, isSure: true },
  { ...box, isSure: false },
];
const result = { files: [], meta: { marks, seconds: 5 } };

/** A server that answers when the test says so. */
function makeServer() {
  const asked: { resolve: () => void; reject: (error: unknown) => void; progress: (percent: number) => void }[] = [];
  const ask = ((_call, _payload, _signal, progress) =>
    new Promise((resolve, reject) => {
      asked.push({ resolve: () => resolve(result as never), reject, progress: progress! });
    })) as Ask;
  const told: Finding[] = [];
  const taken: unknown[] = [];
  const search = makeSearch({
    tell: finding => told.push(finding),
    take: (marks, seconds) => taken.push([marks, seconds]),
  });
  return { ask, asked, told, taken, search };
}

test('a search reports its progress, and its finds when it has ended', async () => {
  const { ask, asked, told, taken, search } = makeServer();
  search.start(ask);
  asked[0]!.progress(40);
  asked[0]!.resolve();
  await settle();
  expect(told).toEqual([
    { state: 'busy', percent: 0 },
    { state: 'busy', percent: 40 },
    { state: 'found', count: 2, unsure: 1 },
  ]);
  expect(taken).toEqual([[result.meta.marks, 5]]);
});

test('the search of an earlier clip neither resets the next one nor marks it', async () => {
  const { ask, asked, told, taken, search } = makeServer();
  search.start(ask);
  search.stop();
  search.start(ask);
  told.length = 0;
  asked[0]!.progress(70);
  asked[0]!.reject(new DOMException('stopped', 'AbortError'));
  await settle();
  expect(told).toEqual([]);
  search.stop();
  told.length = 0;
  asked[1]!.resolve();
  await settle();
  expect([told, taken]).toEqual([[], []]);
});

test('a stopped search is idle at once, and a failed one says why', async () => {
  const { ask, asked, told, search } = makeServer();
  search.start(ask);
  search.stop();
  expect(told.at(-1)).toEqual({ state: 'idle' });
  search.start(ask);
  asked[1]!.reject(new Error('the clip is damaged'));
  await settle();
  expect(told.at(-1)).toEqual({ state: 'failed', message: 'the clip is damaged' });
});
