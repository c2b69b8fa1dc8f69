// Test files that replace what a process shares have one of their own.
import { expect, test } from 'vitest';
import { needsOwnProcess } from './test-processes.ts';

test.each([
  "vi.mock('node:fs/promises', () => ({}));",
  "vi.doMock('./a.ts', () => ({}));",
  "vi.stubGlobal('fetch', () => undefined);",
  "vi.stubEnv('TZ', 'UTC');",
  'vi.useFakeTimers({ now: 0 });',
  "process.env.PATH = '';",
  "process.env.TMPDIR ??= '/tmp';",
])('%s', line => {
  expect(needsOwnProcess('server/src/a.test.ts', `test('a', () => {\n  ${line}\n});`)).toBe(true);
});

test.each([
  ['contract/a.test.ts', false],
  ['server/src/a.test.ts', false],
  ['engines/pixels/a.test.ts', true],
  ['tools/gif/a.test.ts', true],
  ['ui/a.test.ts', true],
  ['web/src/a.test.ts', true],
])('of files that replace nothing, %s has its own: %s', (file, expected) => {
  expect(needsOwnProcess(file, "if (process.env.PATH === '/bin') vi.fn();")).toBe(expected);
});
