// .ci/run ends with all that it started, whether a part fails or not. npm and npx are replaced here; the second PostgreSQL is real.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';

const root = path.dirname(import.meta.dirname);
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Runs .ci/run with these bodies of shell scripts for npm and npx. The promise ends when no process holds its output any more. */
async function runCi(programs: {
  npm: string;
  npx: string;
  setsid?: string;
}): Promise<{ code: number | null; said: string; left: string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pixwright-ci-test-'));
  folders.push(folder);
  // The account `nobody` starts PostgreSQL in it.
  chmodSync(folder, 0o755);
  const temporary = path.join(folder, 'tmp');
  const bin = path.join(folder, 'bin');
  for (const made of [temporary, bin]) mkdirSync(made);
  const replaced = { ...programs, sudo: 'exit 0', 'apt-get': 'exit 0' };
  for (const [name, body] of Object.entries(replaced))
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  const ci = spawn(path.join(root, '.ci/run'), {
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [ci.stdout, ci.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const code = await new Promise<number | null>(done => ci.once('close', done));
  return { code, said, left: readdirSync(temporary) };
}

test('ends when all is green', async () => {
  const { code, said, left } = await runCi({ npm: 'echo "npm $*"', npx: 'exit 0' });
  expect(said).toContain('Everything is green');
  expect({ code, left }).toEqual({ code: 0, left: [] });
});

test('fails with a part, and stops the parts beside it', async () => {
  const { code, said, left } = await runCi({
    npm: 'case "$*" in *check*) echo "a rule is broken"; exit 3;; *e2e*) exec sleep 1000;; esac',
    npx: 'exec sleep 1000',
  });
  expect(said).toContain('a rule is broken');
  expect(said).not.toContain('green');
  expect({ code, left }).toEqual({ code: 3, left: [] });
});

test('stops parts that a busy machine has not given a session of their own yet', async () => {
  const { code, left } = await runCi({
    npm: 'case "$*" in *check*) exit 3;; *e2e*) exec sleep 1000;; esac',
    npx: 'exec sleep 1000',
    setsid: 'sleep 1; exec /usr/bin/setsid "$@"',
  });
  expect({ code, left }).toEqual({ code: 3, left: [] });
});

test('prints the log of what fails beside', async () => {
  const { code, said, left } = await runCi({
    npm: 'case "$*" in *e2e*) echo "a page is missing"; exit 1;; esac',
    npx: 'exit 0',
  });
  expect(said).toContain('a page is missing');
  expect({ code, left }).toEqual({ code: 1, left: [] });
});
