// The browser uses nothing from a contract that the build leaves out, in the tree and in planted ones.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { findContractDataFaults } from './contract-data.ts';
import { plantTree, readTree, root } from './tree.ts';

test('the page uses only data from contracts', async () => {
  const load = (file: string) => import(pathToFileURL(path.join(root, file)).href);
  expect(await findContractDataFaults(readTree(), load)).toEqual([]);
});

// The build treats every object with this key as a schema.
const gif = { maxFrames: 3, options: { _zod: {} }, judge: () => true };
const faultsOf = (files: Record<string, string>) =>
  findContractDataFaults(plantTree({ 'tools/gif/contract.ts': '', ...files }), async () => gif);

test('a schema and a function are found, even in a file that the screen reaches indirectly', async () => {
  const faults = await faultsOf({
    'tools/gif/screen.tsx': "import { judge } from './contract.ts'; import './panel.tsx';",
    'tools/gif/panel.tsx': "import { maxFrames, options } from './contract.ts';",
  });
  expect(faults).toEqual([
    expect.stringMatching(/^tools\/gif\/screen\.tsx:1 takes judge .* Instead: /),
    expect.stringMatching(/^tools\/gif\/panel\.tsx:1 takes options /),
  ]);
});

test('constants, types and imports that only the server reaches are not reported', async () => {
  const faults = await faultsOf({
    'tools/gif/screen.tsx':
      "import { maxFrames, type judge } from './contract.ts'; import type { options } from './contract.ts';",
    'tools/gif/run.ts': "import { options } from './contract.ts';",
  });
  expect(faults).toEqual([]);
});
