// Temporary folders for tests.
import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { makeOpenFolder } from './folders.ts';

/** A folder that is removed when the test ends. */
export function makeTestFolder(prefix: string): string {
  const folder = makeOpenFolder(prefix);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
