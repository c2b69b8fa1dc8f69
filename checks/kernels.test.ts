// Every committed kernel is what its source compiles to.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildKernel, listKernels } from '../scripts/build-kernels.ts';
import { root } from './tree.ts';

test('kernels are built from their sources', async () => {
  const kernels = listKernels();
  expect(kernels).not.toEqual([]);
  for (const name of kernels) {
    const file = path.join(root, 'engines/kernels', `${name}.wasm`);
    const isCurrent = existsSync(file) && readFileSync(file).equals(await buildKernel(name));
    expect(isCurrent, `${name}.wasm is not what ${name}.as builds. Instead: node scripts/build-kernels.ts`).toBe(true);
  }
});
