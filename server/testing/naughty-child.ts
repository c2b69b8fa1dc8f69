// A child process that does whatever its assignment's `mode` says, for tests of the pool.
import { spawn } from 'node:child_process';
import process from 'node:process';
import type { FromChild, ToChild } from '../src/work/messages.ts';

const say = (message: FromChild) => void process.send?.(message);
const hoard: Buffer[] = [];

const modes: Record<string, (options: Record<string, unknown>) => void> = {
  answer: () => say({ kind: 'done', output: { files: [], meta: { pid: process.pid } } }),
  refuse: () => say({ kind: 'refused', code: 'FILE_CORRUPT', details: { why: 'because' } }),
  'refuse-strangely': () => say({ kind: 'refused', code: 'constructor', details: null }),
  throw: () => say({ kind: 'fault', message: 'unexpected', stack: '' }),
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  exit: () => process.exit(0),
  hang: () => {
    for (;;);
  },
  hoard: () => {
    setInterval(() => hoard.push(Buffer.alloc(32 * 1024 * 1024, 1)), 10);
  },
  keep: options => {
    hoard.push(Buffer.alloc(Number(options.bytes), 1));
    say({ kind: 'done', output: { files: [], meta: { pid: process.pid } } });
  },
  'leave-a-child': () => {
    const { pid } = spawn('sleep', ['600'], { stdio: 'ignore' });
    say({ kind: 'progress', percent: pid ?? 0, stage: 'working' });
  },
};

process.on('message', (message: ToChild) => {
  if (message.kind === 'warm-up') say({ kind: 'ready' });
  else modes[String(message.options.mode)]?.(message.options);
});
