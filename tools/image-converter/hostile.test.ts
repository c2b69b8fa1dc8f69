// Tests broken versions of every fixture: each must be converted or refused in bounded memory, without a crash.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fixture, fixturesFolder } from 'engines/test-pictures.ts';
import { expect, it } from 'vitest';

const versionsOfEach = 40;
/** Limit of writable memory in KB; a decoder that exceeds it crashes, and the test fails. */
const maxMemoryKb = 2_500_000;
const script = fileURLToPath(new URL('./test-hostile-run.ts', import.meta.url));
/** These differ from others only in what they show, or in the number that says which side is up. */
const isAlike = (name: string) => /text|portrait-exif-[^6]/.test(name);
const kinds = [/\.jpg$/, /\.png$/, /\.(webp|gif|tiff)$/, /\.(avif|heic)$/, /\.(svg|bmp|ico)$/];

it.each(kinds)('%s', async kind => {
  const paths = readdirSync(fixturesFolder)
    .filter(name => kind.test(name) && !isAlike(name))
    .map(fixture);
  const limited = ['-c', `ulimit -d ${maxMemoryKb} && exec "$@"`, 'sh', process.execPath, script];
  const { stdout } = await promisify(execFile)('sh', [...limited, String(versionsOfEach), ...paths]);
  const endings = JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, number>;
  expect(Object.keys(endings).filter(name => name.startsWith('FAULT'))).toEqual([]);
  expect(Object.values(endings).reduce((sum, count) => sum + count, 0)).toBe(paths.length * versionsOfEach);
  expect(endings.converted).toBeGreaterThan(0);
  expect(endings.FILE_CORRUPT).toBeGreaterThan(0);
});
