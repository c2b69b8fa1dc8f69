// The layers are respected in the tree, and an upward import is found in a planted one.
import { expect, test } from 'vitest';
import { findLayerFaults } from './layers.ts';
import { plantTree, readTree } from './tree.ts';

test('no layer of the product imports one above it', () => {
  expect(findLayerFaults(readTree())).toEqual([]);
});

test('an upward import is found, even of a type; a downward one is allowed', () => {
  const tree = plantTree({
    'web/src/work/items/item.ts': "import type { Row } from '../bench/row.tsx';",
    'web/src/work/bench/row.tsx': "import '../items/item.ts'; import '../../api.ts';",
  });
  expect(findLayerFaults(tree)).toEqual([expect.stringMatching(/items\/item\.ts:1 .*items may not import bench/)]);
});

test('a file outside of the layers is found', () => {
  expect(findLayerFaults(plantTree({ 'web/src/work/misplaced.ts': '' }))).toEqual([
    expect.stringMatching(/misplaced\.ts lies in none of the layers/),
  ]);
});
