// Tests that the network that ships is found, and that a file with other bytes is not taken for it.
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, copyFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findShippedNetwork, takeIfKnown } from './shipped-network.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pixwright-shipped-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the network is installed with the product', async () => {
  const file = await findShippedNetwork();
  expect((await stat(file!)).size).toBe(28_079_181);
});

test('a file that is missing or has other bytes is not taken', async () => {
  const copy = path.join(folder, 'copy.onnx');
  expect(await takeIfKnown(copy)).toBe(undefined);
  await copyFile((await findShippedNetwork())!, copy);
  expect(await takeIfKnown(copy)).toBe(copy);
  await appendFile(copy, 'x');
  expect(await takeIfKnown(copy)).toBe(undefined);
});
