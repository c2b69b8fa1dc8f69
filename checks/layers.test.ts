// The layers are respected in the tree, and an upward import is found in a planted one.
import { expect, test } from 'vitest';
import { findLayerFaults, layers } from './layers.ts';
import { plantTree, readTree } from './tree.ts';

test('no layer of the product imports one above it', () => {
  expect(findLayerFaults(readTree())).toEqual([]);
});

test('every layer is an entry that exists', () => {
  const files = [...readTree().keys()];
  const entries = Object.entries(layers).flatMap(([folder, order]) => order.map(entry => `${folder}/${entry}`));
  expect(entries.filter(entry => !files.some(file => file === entry || file.startsWith(`${entry}/`)))).toEqual([]);
});

test('an upward import is found, even of a type; a downward one is allowed', () => {
  const tree = plantTree({
    'web/src/work/items/item.ts': "import type { Row } from '../bench/row.tsx';",
    'web/src/work/bench/row.tsx': "import '../items/item.ts'; import '../../api.ts';",
  });
  expect(findLayerFaults(tree)).toEqual([expect.stringMatching(/items\/item\.ts:1 .*items may not import bench/)]);
});

test('an upward import between rooms of the page is found, lazy ones included', () => {
  const tree = plantTree({
    'web/src/failures/react.ts': "import { offer } from '../pay/offer.ts';",
    'web/src/pay/offer.ts': "import '../api.ts'; export const offer = () => import('../user-center/uses.tsx');",
    'web/src/api.ts': "import './failures/react.ts';",
    'web/src/user-center/uses.tsx': "import '../pay/offer.ts';",
  });
  expect(findLayerFaults(tree)).toEqual([
    expect.stringMatching(/failures\/react\.ts:1 .*failures may not import pay/),
    expect.stringMatching(/pay\/offer\.ts:1 .*pay may not import user-center/),
  ]);
});

test('a file outside of the layers is found', () => {
  expect(findLayerFaults(plantTree({ 'web/src/work/misplaced.ts': '' }))).toEqual([
    expect.stringMatching(/misplaced\.ts lies in none of the layers/),
  ]);
});
