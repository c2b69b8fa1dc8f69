// Scratch folders whose processes write, remove and hide files while the server measures and removes them.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { measureFolder, removeScratch } from './scratch.ts';

/** A process that repeats a step in a folder until it is killed. */
function repeat(folder: string, step: string) {
  const script = `const fs = require('node:fs'); const path = require('node:path'); for (let n = 0; ; n++) { ${step} }`;
  const child = spawn(process.execPath, ['-e', script], { cwd: folder, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function untilFull(folder: string): Promise<void> {
  while (readdirSync(folder).length === 0) await sleep(5);
}

test('a file counts although folders beside it come and go', async () => {
  const folder = makeTestFolder('pixwright-measured-');
  const busy = path.join(folder, 'busy');
  mkdirSync(busy);
  writeFileSync(path.join(folder, 'file'), Buffer.alloc(100_000, 1));
  repeat(busy, `fs.mkdirSync('a/b/c/d', { recursive: true }); fs.rmSync('a', { recursive: true });`);
  await untilFull(busy);
  for (let looks = 0; looks < 500; looks++) expect(await measureFolder(folder)).toBeGreaterThanOrEqual(100_000);
});

test('a folder too deep to be read counts as too large, and is removed', async () => {
  const folder = path.join(makeTestFolder('pixwright-deep-'), 'run');
  mkdirSync(folder);
  const name = 'a'.repeat(250);
  const steps = Array.from({ length: 20 }, () => `mkdir ${name} && cd -P ${name}`).join(' && ');
  execFileSync('sh', ['-c', `${steps} && echo hidden >file`], { cwd: folder });
  expect(await measureFolder(folder)).toBe(Number.POSITIVE_INFINITY);
  await removeScratch(folder);
  expect(existsSync(folder)).toBe(false);
});

test('a folder is removed although a process goes on writing there for a moment', async () => {
  const folder = path.join(makeTestFolder('pixwright-dying-'), 'run');
  mkdirSync(folder);
  const writer = repeat(folder, `fs.writeFileSync(path.join(${JSON.stringify(folder)}, String(n)), 'x');`);
  await untilFull(folder);
  await Promise.all([removeScratch(folder), sleep(200).then(() => writer.kill('SIGKILL'))]);
  expect(existsSync(folder)).toBe(false);
});
