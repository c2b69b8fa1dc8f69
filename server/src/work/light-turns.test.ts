// The turns of light work: who is next, what a slow job costs others, and what becomes of work whose clients have left.

import { expect, test } from 'vitest';
import type { LightSender } from '../parts.ts';
import { LightTurns } from './light-turns.ts';
import { Stopped } from './runner.ts';

const from = (owner: string, address: string): LightSender => ({ owner, address });
const forever = 1_000_000_000;

/** Turns whose jobs end when the test says so. */
function open({ quickWidth = 1, slowWidth = 1, sliceMs = forever } = {}) {
  const turns = new LightTurns({ quickWidth, slowWidth, sliceMs });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const stopped: string[] = [];
  const add = (name: string, sender: LightSender, signal?: AbortSignal) => {
    const act = (own: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        started.push(name);
        ends.set(name, () => resolve(name));
        own.addEventListener('abort', () => {
          stopped.push(name);
          reject(own.reason);
        });
      });
    const made = turns.run(sender, act, signal);
    made.catch(() => undefined);
    return made;
  };
  /** Ends a job, and lets the next one start. */
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(resolve => setImmediate(resolve));
  };
  const endAll = async () => {
    for (let at = 0; at < started.length; at++) await end(started[at]!);
  };
  return { add, end, endAll, started, stopped };
}

test('addresses take turns, whatever the number of their requests', async () => {
  const { add, endAll, started } = open();
  for (const nth of [1, 2, 3, 4]) void add(`a${nth}`, from('a', '1'));
  for (const nth of [1, 2]) void add(`b${nth}`, from('b', '2'));
  void add('c1', from('c', '3'));
  await endAll();
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('owners behind one address take turns within the turns of their address', async () => {
  const { add, endAll, started } = open();
  for (const nth of [1, 2, 3]) void add(`a${nth}`, from('a', '1'));
  void add('colleague', from('b', '1'));
  for (const nth of [1, 2]) void add(`c${nth}`, from('c', '2'));
  await endAll();
  expect(started).toEqual(['a1', 'c1', 'colleague', 'c2', 'a2', 'a3']);
});

test('an owner with many addresses has the turns of one', async () => {
  const { add, endAll, started } = open();
  for (const nth of [1, 2, 3, 4]) void add(`a${nth}`, from('a', `1${nth}`));
  for (const nth of [1, 2]) void add(`b${nth}`, from('b', '2'));
  await endAll();
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
});

test('a sender has one job running, and a newcomer is next', async () => {
  const { add, end, started } = open({ quickWidth: 2 });
  for (const nth of [1, 2, 3]) void add(`a${nth}`, from('a', '1'));
  expect(started).toEqual(['a1']);
  void add('b1', from('b', '2'));
  void add('b2', from('b', '2'));
  void add('new', from('n', '3'));
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'new']);
});

test('a job that takes long moves to a slow place, and the quick one is free', async () => {
  const { add, started, stopped } = open({ sliceMs: 20 });
  void add('slow', from('a', '1'));
  void add('next', from('b', '2'));
  await expect.poll(() => started).toEqual(['slow', 'next']);
  expect(stopped).toEqual([]);
});

test('six senders of jobs that take long do not hold up another one: theirs are stopped and begun again later', async () => {
  const { add, end, started, stopped } = open({ sliceMs: 20 });
  const slow = ['s1', 's2', 's3', 's4', 's5', 's6'];
  const made = slow.map((name, nth) => add(name, from(name, String(nth))));
  await expect.poll(() => started.includes('s3')).toBe(true);
  const honest = add('honest', from('h', 'h'));
  await expect.poll(() => started.includes('honest')).toBe(true);
  await end('honest');
  expect(await honest).toBe('honest');
  expect(stopped).not.toContain('s1');
  // Each is begun again in the slow place, and ends there.
  while (started.filter(name => name === 's6').length < 2) {
    for (const name of slow) if (started.filter(one => one === name).length === 2 || name === 's1') await end(name);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  for (const name of slow) await end(name);
  expect(await Promise.all(made)).toEqual(slow);
});

test('a job that takes long and keeps nobody waiting goes on', async () => {
  const { add, end, started, stopped } = open({ slowWidth: 0, sliceMs: 10 });
  const slow = add('slow', from('a', '1'));
  void add('own', from('a', '1'));
  await new Promise(resolve => setTimeout(resolve, 60));
  expect([started, stopped]).toEqual([['slow'], []]);
  await end('slow');
  expect(await slow).toBe('slow');
});

test('work that nobody waits for is dropped from the queue, and stopped when it runs', async () => {
  const { add, end, started, stopped } = open();
  const [first, second] = [new AbortController(), new AbortController()];
  const running = add('running', from('a', '1'), first.signal);
  const waiting = add('waiting', from('b', '2'), second.signal);
  void add('next', from('c', '3'));
  second.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  first.abort(new Error('gone too'));
  await expect(running).rejects.toThrow('gone too');
  await end('running');
  expect([started, stopped]).toEqual([['running', 'next'], ['running']]);
});

test('a refusal of a job is passed on, also when the job is being stopped', async () => {
  const turns = new LightTurns({ quickWidth: 1, slowWidth: 0, sliceMs: 5 });
  let runs = 0;
  const refuse = turns.run(from('a', '1'), async signal => {
    runs += 1;
    await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
    throw new Error('refused');
  });
  const next = turns.run(from('b', '2'), async () => 'next');
  await expect(refuse).rejects.toThrow('refused');
  expect([await next, runs]).toEqual(['next', 1]);
});

test('an owner may have sixteen jobs, and leaves room for others behind the same address', async () => {
  const { add } = open();
  for (let nth = 0; nth < 16; nth++) void add(`a${nth}`, from('a', '1'));
  await expect(add('one more', from('a', '1'))).rejects.toThrow('QUEUE_FULL');
  const colleague = new AbortController();
  const made = add('colleague', from('b', '1'), colleague.signal);
  colleague.abort(new Stopped('enough'));
  await expect(made).rejects.toThrow('enough');
});
