// The gate of a host: it never exceeds its number of concurrent fetches, even if newcomers arrive while a place changes hands, and
// distributes places among senders.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHostGate } from './host-gate.ts';

const never = new AbortController().signal;

/** Fetches that end when the test ends them. */
function openGate(max: number, ofSender = max, withFirsts = max) {
  const throughHost = createHostGate({ max, ofSender, withFirsts });
  const open: { sender: string; end: () => void }[] = [];
  const enter = (host: string, passage: { signal?: AbortSignal; sender?: string; maxWaitMs?: number } = {}) => {
    const { sender = 'visitor' } = passage;
    return throughHost(
      { signal: never, ...passage, host, sender },
      () => new Promise<void>(end => open.push({ sender, end })),
    );
  };
  /** Ends the oldest open fetch, of one sender if named, and waits until its place has been passed on. */
  const endOne = async (sender?: string) => {
    const at = open.findIndex(each => sender === undefined || each.sender === sender);
    open.splice(at, 1)[0]?.end();
    await nextTurn();
  };
  return { enter, open, endOne };
}

test('a fetch that arrives while a place is being passed on waits like the others', async () => {
  const { enter, open, endOne } = openGate(1);
  const first = enter('a.test');
  const second = enter('a.test');
  await nextTurn();
  expect(open).toHaveLength(1);
  // In the microtasks between the end of the first fetch and the start of the second.
  open.shift()?.end();
  const others = first.then(() => Promise.all([enter('a.test'), enter('a.test')]));
  await nextTurn();
  expect(open).toHaveLength(1);
  for (let left = 3; left > 0; left -= 1) {
    expect(open).toHaveLength(1);
    await endOne();
  }
  await Promise.all([second, others]);
});

test('hosts do not wait for each other, and a failed fetch frees its place', async () => {
  const throughHost = createHostGate({ max: 1, ofSender: 1, withFirsts: 1 });
  const to = (host: string) => ({ host, sender: 'visitor', signal: never });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const holder = throughHost(to('a.test'), () => held);
  expect(await throughHost(to('b.test'), async () => 'b')).toBe('b');
  const failing = throughHost(to('a.test'), () => Promise.reject(new Error('cut off')));
  const last = throughHost(to('a.test'), async () => 'a');
  release();
  await holder;
  await expect(failing).rejects.toThrow('cut off');
  expect(await last).toBe('a');
});

test('a fetch that is aborted while waiting leaves at once, and the next one gets the place', async () => {
  const { enter, open, endOne } = openGate(1);
  void enter('a.test');
  const control = new AbortController();
  const stopped = enter('a.test', { signal: control.signal });
  const next = enter('a.test');
  control.abort(new Error('cancelled'));
  await expect(stopped).rejects.toThrow('cancelled');
  expect(open).toHaveLength(1);
  await endOne();
  expect(open).toHaveLength(1);
  await endOne();
  await next;
});

test('a sender whose fetches hang leaves places for others, who take turns', async () => {
  const { enter, open, endOne } = openGate(4, 2);
  const sendersOfOpen = () => open.map(({ sender }) => sender).sort();
  for (let count = 0; count < 6; count++) void enter('a.test', { sender: 'slow' });
  for (const sender of ['first', 'first', 'first', 'second']) void enter('a.test', { sender });
  await nextTurn();
  expect(sendersOfOpen()).toEqual(['first', 'first', 'slow', 'slow']);
  await endOne('first');
  // The second sender has nothing open yet, and the slow one keeps waiting although it came before all of them.
  expect(sendersOfOpen()).toEqual(['first', 'second', 'slow', 'slow']);
  await endOne('second');
  expect(sendersOfOpen()).toEqual(['first', 'first', 'slow', 'slow']);
  await endOne('slow');
  expect(sendersOfOpen()).toEqual(['first', 'first', 'slow', 'slow']);
});

test('two senders whose downloads never end leave places at the host for others', async () => {
  const { enter, open, endOne } = openGate(4, 2, 6);
  const sendersOfOpen = () => open.map(({ sender }) => sender).sort();
  for (const sender of ['one', 'one', 'two', 'two', 'newcomer', 'newcomer', 'other', 'last'])
    void enter('a.test', { sender });
  await nextTurn();
  // One place each beyond the usual number, until no more is allowed at all.
  expect(sendersOfOpen()).toEqual(['newcomer', 'one', 'one', 'other', 'two', 'two']);
  await endOne('one');
  expect(sendersOfOpen()).toEqual(['last', 'newcomer', 'one', 'other', 'two', 'two']);
  await endOne('one');
  // A sender that has a place gets another one only within the usual number.
  expect(sendersOfOpen()).toEqual(['last', 'newcomer', 'other', 'two', 'two']);
});

test('a fetch that waits too long is refused and leaves the queue', async () => {
  const { enter, open, endOne } = openGate(1);
  const held = enter('a.test');
  await expect(enter('a.test', { maxWaitMs: 1 })).rejects.toMatchObject({ code: 'LINK_HOST_BUSY' });
  const patient = enter('a.test', { maxWaitMs: 600_000 });
  await endOne();
  await held;
  expect(open).toHaveLength(1);
  await endOne();
  await patient;
});

test('a name with a trailing dot is the same host', async () => {
  const { enter, open, endOne } = openGate(1);
  void enter('a.test');
  const other = enter('a.test.');
  await nextTurn();
  expect(open).toHaveLength(1);
  await endOne();
  await endOne();
  await other;
});
