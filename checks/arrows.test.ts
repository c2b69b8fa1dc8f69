// Every import in the tree follows the table of allowed imports, and an import against it is found, however it is written.
import { expect, test } from 'vitest';
import { findArrowFaults } from './arrows.ts';
import { plantTree, readTree } from './tree.ts';

const manifests = {
  'engines/package.json': '{"dependencies":{"sharp":"1"}}',
  'ui/package.json': '{"dependencies":{"react":"1"}}',
  'server/package.json': '{"dependencies":{"fastify":"1","pino":"1"}}',
  'web/package.json': '{"dependencies":{"react":"1"},"devDependencies":{"vite":"1"}}',
};
/** An import whose specifier contains a part that is known only at run time. */
const importOfAny = ['await import(`tools/$', '{name}/run.ts`);'].join('');
const findIn = (files: Record<string, string>) => findArrowFaults(plantTree({ ...manifests, ...files }));

test('every import of the product follows the table', () => {
  expect(findArrowFaults(readTree())).toEqual([]);
});

const allowed: [string, string][] = [
  ['contract/a.ts', "import { z } from 'zod'; import type { B } from './b.ts';"],
  ['client/a.ts', "import type { Tools } from 'tools/index.ts'; import './b.ts'; import 'contract/errors.ts';"],
  ['client/node.ts', "import 'node:fs'; import './a.ts';"],
  ['client/a.test.ts', "import 'server/testing/server.ts'; import { tools } from 'tools/index.ts';"],
  ['web/src/a.ts', "import '@pixwright/client/a.ts';"],
  ['engines/a.ts', "import sharp from 'sharp'; import path from 'node:path'; import 'contract/errors.ts';"],
  ['ui/a.tsx', "import { useState } from 'react'; import type { Language } from 'contract/words.ts';"],
  ['tools/index.ts', "import { gif } from './gif/contract.ts';"],
  ['tools/gif/contract.ts', "import { z } from 'zod'; import { defineTool } from 'contract/tool.ts';"],
  ['tools/gif/run.ts', "import 'engines/image.ts'; import './contract.ts'; import './shape.ts'; import 'node:path';"],
  ['tools/gif/screen.tsx', "import 'ui/fields/slider.tsx'; import './words.ts'; import { useState } from 'react';"],
  ['server/src/work/child.ts', importOfAny],
  ['server/src/work/remote.ts', importOfAny],
  [
    'server/src/a.ts',
    "import fastify from 'fastify'; import { tools } from 'tools/index.ts'; import 'engines/image.ts';",
  ],
  ['web/src/a.tsx', "import 'ui/fields/slider.tsx'; import { catalogue } from 'virtual:catalogue'; import 'react';"],
  ['web/src/b.ts', "const screens = import.meta.glob('../../tools/*/screen.tsx');"],
  ['web/build/a.ts', "import { tools } from 'tools/index.ts'; import 'vite'; import 'node:fs';"],
  ['engines/a.ts', "import './pixels/fourier.ts';"],
  ['engines/pixels/a.ts', "import './fourier.ts'; import 'contract/mark/place.ts';"],
  ['ui/a.tsx', "import 'engines/pixels/fourier.ts';"],
  ['tools/gif/screen.tsx', "import 'engines/pixels/fourier.ts';"],
  ['engines/a.test.ts', "import { expect } from 'vitest'; import './test-pictures.ts';"],
  ['server/src/a.test.ts', "import '../testing/server.ts';"],
  ['bench/a.ts', "import 'server/src/main.ts'; import 'web/src/a.ts';"],
];

test.each(allowed)('%s may contain %s', (file, text) => {
  expect(findIn({ [file]: text })).toEqual([]);
});

const forbidden: [string, string, RegExp][] = [
  ['contract/a.ts', "import 'node:fs';", /contract may not.*browser/],
  ['contract/a.ts', "import type { Tree } from 'engines/image.ts';", /contract may not/],
  ['contract/a.ts', "export { x } from 'ui/x.ts';", /contract\/a\.ts:1 imports ui\/x\.ts/],
  ['engines/pixels/a.ts', "import '../sharp.ts';", /engines\/pixels may not/],
  ['engines/pixels/a.ts', "import 'node:fs';", /also runs in a browser/],
  ['contract/a.ts', "import 'engines/pixels/fourier.ts';", /contract may not/],
  ['engines/a.ts', "import 'ui/fields/slider.tsx';", /engines may not.*ui\/ is for screens/],
  ['engines/a.ts', "import fastify from 'fastify';", /engines\/package\.json does not list it/],
  ['engines/a.ts', "type T = import('../server/src/parts.ts').Parts;", /engines may not/],
  ['ui/a.tsx', "import 'tools/gif/words.ts';", /ui may not.*turn the arrow round/],
  ['ui/a.tsx', "import 'engines/image.ts';", /ui may not.*let the run do it/],
  ['tools/gif/contract.ts', "import 'engines/image.ts';", /a tool's contract may not/],
  ['tools/gif/words.ts', "import './contract.ts';", /a tool's words may not/],
  ['tools/gif/run.ts', "import sharp from 'sharp';", /a tool's run may not.*only engines\/ loads native libraries/],
  ['tools/gif/run.ts', "import 'ui/fields/slider.tsx';", /a tool's run may not/],
  ['tools/gif/run.ts', "import '../thumbnails/shape.ts';", /no tool imports another/],
  ['tools/gif/run.ts', "import 'server/src/parts.ts';", /contract\/routes/],
  ['tools/gif/screen.tsx', "import 'engines/image.ts';", /a tool's screen may not/],
  ['tools/gif/screen.tsx', "import 'node:path';", /a tool's screen may not.*browser/],
  ['tools/gif/screen.tsx', "import 'web/src/api.ts';", /a tool's screen may not/],
  ['tools/gif/hostile.ts', "import './run.ts';", /a file of a tool may not.*test-….ts/],
  ['server/src/a.ts', "import '../../web/src/api.ts';", /server may not.*ui\/ \(a look\) or contract/],
  ['server/src/a.ts', "import 'ui/fields/slider.tsx';", /server may not/],
  ['server/src/a.ts', "import 'tools/gif/screen.tsx';", /server may not/],
  ['server/src/a.ts', "const load = () => import('web/src/api.ts');", /server may not/],
  ['server/src/a.ts', importOfAny, /write the name out/],
  ['server/src/a.ts', 'await import(name);', /write the name out/],
  ['server/src/a.ts', "import '../testing/server.ts';", /only tests may use it/],
  ['server/src/a.ts', "import '../../bench/a.ts';", /outside the product/],
  ['server/src/a.ts', "import 'vitest';", /does not list it/],
  ['engines/a.ts', "import './test-pictures.ts';", /only tests may use it/],
  ['web/src/a.ts', "import 'server/src/config.ts';", /web may not.*contract\/routes/],
  ['web/src/a.ts', "import 'engines/image.ts';", /web may not/],
  ['web/src/a.ts', "import { tools } from 'tools/index.ts';", /virtual:catalogue/],
  ['web/src/a.ts', "import 'tools/gif/run.ts';", /web may not/],
  ['web/src/a.ts', "import 'vite';", /does not list it/],
  ['web/src/b.ts', "const runs = import.meta.glob('../../tools/*/run.ts');", /web may not/],
  ['web/src/a.ts', "import 'node:fs';", /browser/],
  ['server/src/a.test.ts', "import 'web/src/api.ts';", /e2e/],
  ['web/src/a.test.ts', "import '../../server/testing/server.ts';", /e2e/],
  ['client/a.ts', "import { tools } from 'tools/index.ts';", /virtual:catalogue|as an argument/],
  ['client/a.ts', "import type { A } from 'ui/a.ts';", /client may not/],
  ['client/a.ts', "import 'node:fs';", /browser/],
  ['contract/a.ts', "import '@pixwright/client/a.ts';", /contract may not/],
  ['client/a.test.ts', "import 'server/src/app.ts';", /e2e/],
  ['tools/gif/run.test.ts', "import '../thumbnails/run.ts';", /no tool imports another/],
];

test.each(forbidden)('%s may not contain %s', (file, text, message) => {
  const faults = findIn({ [file]: `${text}\n` });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(message);
  expect(faults[0]).toContain('Instead: ');
});

test('the other files of a tool are judged as parts of the files that import them', () => {
  const shape = { 'tools/gif/shape.ts': "import 'engines/image.ts';" };
  expect(findIn({ ...shape, 'tools/gif/run.ts': "import './shape.ts';" })).toEqual([]);
  const faults = findIn({
    ...shape,
    'tools/gif/screen.tsx': "import './look.ts';",
    'tools/gif/look.ts': "import './shape.ts';",
  });
  expect(faults).toEqual([expect.stringMatching(/tools\/gif\/shape\.ts:1 imports engines.*a tool's screen may not/)]);
});
