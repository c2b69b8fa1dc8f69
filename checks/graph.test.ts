// There are no cycles and no barrels, in the tree and in planted ones.
import { expect, test } from 'vitest';
import { findBarrels } from './barrels.ts';
import { findCycles } from './cycles.ts';
import { plantTree, readTree } from './tree.ts';

test('no file of the product imports itself, directly or indirectly', () => {
  expect(findCycles(readTree())).toEqual([]);
});

test('a cycle over three files is found once, lazy and type imports included', () => {
  const tree = plantTree({
    'contract/a.ts': "import type { B } from './b.ts';",
    'contract/b.ts': "const load = () => import('./c.ts');",
    'contract/c.ts': "export { a } from 'contract/a.ts';",
    'contract/d.ts': "import './a.ts';",
  });
  expect(findCycles(tree)).toEqual([
    expect.stringMatching(
      /^contract\/a\.ts → contract\/b\.ts → contract\/c\.ts → contract\/a\.ts: a cycle\. Instead: /,
    ),
  ]);
});

test('two paths to the same file are not a cycle', () => {
  const tree = plantTree({
    'ui/a.ts': "import './b.ts'; import './c.ts';",
    'ui/b.ts': "import './c.ts';",
    'ui/c.ts': '',
  });
  expect(findCycles(tree)).toEqual([]);
});

test('the catalogue is the only barrel', () => {
  expect(findBarrels(readTree())).toEqual([]);
});

test('barrels are found by name and by content', () => {
  const own = 'export { a } from "./a.ts"; export const b = 1;';
  const tree = plantTree({
    'tools/index.ts': 'export const tools = [];',
    'ui/index.ts': 'export const a = 1;',
    'ui/all.ts': 'export * from "./a.ts"; export const b = 1;',
    'ui/some.ts': 'export { a } from "./a.ts"; export type { B } from "./b.ts";',
    'ui/own.ts': own,
  });
  expect(findBarrels(tree).map(fault => fault.split(' ')[0])).toEqual(['ui/index.ts', 'ui/all.ts', 'ui/some.ts']);
  expect(findBarrels(tree).every(fault => fault.includes('Instead: '))).toBe(true);
});
