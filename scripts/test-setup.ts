// Vitest loads this file before every test file: it sets the limits of the folder in which that lies.
import { expect, vi } from 'vitest';
import { limitsOf } from './test-limits.ts';

const { testPath } = expect.getState();
if (testPath) {
  const { testMs, pollMs } = limitsOf(testPath.slice(process.cwd().length + 1).replaceAll('\\', '/'));
  vi.setConfig({ testTimeout: testMs, hookTimeout: testMs, expect: { poll: { timeout: pollMs } } });
}
