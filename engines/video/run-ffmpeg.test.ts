// The bound of ffprobe, with programs of that name that wait or work.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { runFfprobe } from './run-ffmpeg.ts';

const home = mkdtempSync(join(tmpdir(), 'ffprobe-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

/** Puts a shell script before ffprobe in the path. */
function replaceFfprobe(script: string): void {
  const path = join(home, 'ffprobe');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  vi.stubEnv('PATH', [home, process.env.PATH].join(delimiter));
}

test.runIf(process.platform === 'linux')('only processor time counts, not the time on a busy machine', async () => {
  replaceFfprobe("sleep 1; echo '{}'");
  expect(await runFfprobe([], home, 200)).toEqual({});
  replaceFfprobe('while :; do :; done');
  await expect(runFfprobe([], home, 200)).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
});
