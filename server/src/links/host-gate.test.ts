// The gate of one host: exactly so many fetches at a time, newcomers included while a place changes hands.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHostGate } from './host-gate.ts';

const never = new AbortController().signal;

/** Fetches that end when the test says so. */
function openGate(most: number) {
  const throughHost = createHostGate(most);
  const open: (() => void)[] = [];
  const enter = (host: string, signal = never) =>
    throughHost(host, signal, () => new Promise<void>(end => open.push(end)));
  return { enter, open };
}

test('a fetch that arrives while a place is handed over waits like the others', async () => {
  const { enter, open } = openGate(1);
  const first = enter('a.test');
  const second = enter('a.test');
  await nextTurn();
  expect(open).toHaveLength(1);
  // In the microtasks between the end of the first and the start of the second.
  open.shift()?.();
  const others = first.then(() => Promise.all([enter('a.test'), enter('a.test')]));
  await nextTurn();
  expect(open).toHaveLength(1);
  for (let left = 3; left > 0; left -= 1) {
    expect(open).toHaveLength(1);
    open.shift()?.();
    await nextTurn();
  }
  await Promise.all([second, others]);
});

test('hosts do not wait for each other, and a failed fetch gives its place back', async () => {
  const throughHost = createHostGate(1);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const holder = throughHost('a.test', never, () => held);
  expect(await throughHost('b.test', never, async () => 'b')).toBe('b');
  const failing = throughHost('a.test', never, () => Promise.reject(new Error('cut off')));
  const last = throughHost('a.test', never, async () => 'a');
  release();
  await holder;
  await expect(failing).rejects.toThrow('cut off');
  expect(await last).toBe('a');
});

test('a fetch that is stopped while it waits leaves at once, and the next one gets the place', async () => {
  const { enter, open } = openGate(1);
  void enter('a.test');
  const control = new AbortController();
  const stopped = enter('a.test', control.signal);
  const next = enter('a.test');
  control.abort(new Error('cancelled'));
  await expect(stopped).rejects.toThrow('cancelled');
  expect(open).toHaveLength(1);
  open.shift()?.();
  await nextTurn();
  expect(open).toHaveLength(1);
  open.shift()?.();
  await next;
});
