// User ids of children: servers of one machine never share any, and those of a server that was killed are free again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ChildAccounts, claimAccounts } from './accounts.ts';

const names = `pixwright-test-${process.pid}`;
const open: ChildAccounts[] = [];
afterEach(() => {
  for (const accounts of open.splice(0)) accounts.close();
});
const claim = async () => {
  const accounts = await claimAccounts(names);
  open.push(accounts);
  return accounts;
};

test('children of one server have different ids, and an id that was given back is used again', async () => {
  const accounts = await claim();
  const [first, second] = [accounts.take(), accounts.take()];
  expect(second.uid).not.toBe(first.uid);
  accounts.giveBack(first);
  expect(accounts.take()).toEqual(first);
});

test('a server has a hundred ids, of its own block alone', async () => {
  const accounts = await claim();
  const ids = Array.from({ length: 100 }, () => accounts.take().uid);
  expect(ids[0]! % 100).toBe(0);
  expect(ids).toEqual(ids.map((_, at) => ids[0]! + at));
  expect(() => accounts.take()).toThrow('more than 100 children');
});

/** Another process that claims ids. */
async function startServer() {
  const source = `
    import { claimAccounts } from ${JSON.stringify(new URL('./accounts.ts', import.meta.url).href)};
    console.log((await claimAccounts('${names}')).take().uid);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Also when an expectation fails: the process would live on.
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return { uid: Number(line), child };
}

describe.runIf(process.platform === 'linux')('on Linux', () => {
  test('servers share no id, even when all blocks but one are taken', async () => {
    const other = await startServer();
    const ids: number[] = [other.uid];
    for (let accounts = await claim(); accounts.isClaimed; accounts = await claim()) ids.push(accounts.take().uid);
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, block) => 62_000 + 100 * block));
    // Killed without a chance to clean up: its block is the only one that is free.
    other.child.kill('SIGKILL');
    await once(other.child, 'exit');
    const next = await claim();
    expect([next.isClaimed, next.take().uid]).toEqual([true, other.uid]);
  });
});
