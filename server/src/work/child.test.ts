// Priorities of children of a server that itself runs with a low priority.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { nodeOfChildren, ownChildFile } from './compile-cache.ts';
import { sendMessage, usualNiceness } from './messages.ts';

test('a child of a server under nice starts, and keeps the lower priority', async () => {
  const child = spawn('nice', ['-n', '15', ...nodeOfChildren, ownChildFile], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  try {
    const pipe = child.stdio[3] as Duplex;
    sendMessage(pipe, { kind: 'warm-up', modules: [], niceness: usualNiceness });
    const [answer] = await Promise.race([once(pipe, 'data'), once(child, 'exit')]);
    expect(String(answer)).toContain('ready');
    expect(getPriority(child.pid!)).toBe(Math.min(19, getPriority() + 15));
  } finally {
    child.kill('SIGKILL');
  }
});
