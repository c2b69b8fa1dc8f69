// A broken wait fails soon where nothing real is slow, and a slow test is left its time.
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { limitsOf } from './test-limits.ts';

const root = path.dirname(import.meta.dirname);

test.each([
  ['web/src/work/transfer/conductor.test.ts', 30_000],
  ['contract/subtitles/read.test.ts', 30_000],
  ['server/src/accounts/codes.test.ts', 120_000],
  ['server/testing/database.test.ts', 120_000],
  ['server/src/work/pool.test.ts', 600_000],
  ['server/src/clips.test.ts', 600_000],
  ['server/src/points/attacks.test.ts', 600_000],
  ['engines/maxim/maxim.test.ts', 600_000],
])('%s has %i ms', (file, testMs) => {
  expect(limitsOf(file).testMs).toBe(testMs);
});

test('every rule matches a test that exists, and a wait ends before its test', () => {
  const exclude = ({ name }: { name: string }) => name === 'node_modules' || name.startsWith('.');
  const tests = globSync('**/*.test.ts', { cwd: root, exclude, withFileTypes: true }).map(({ parentPath, name }) =>
    path.relative(root, path.join(parentPath, name)),
  );
  const found = new Map(tests.map(file => [limitsOf(file.replaceAll('\\', '/')), file]));
  expect([...found.keys()].map(({ testMs }) => testMs).sort((a, b) => a - b)).toEqual([30_000, 120_000, 600_000]);
  for (const { testMs, pollMs } of found.keys()) expect(pollMs).toBeLessThan(testMs);
});
