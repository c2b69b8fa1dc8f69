// Browser code works on plain http pages, where crypto.randomUUID does not exist.
import { expect, test } from 'vitest';
import { findSecureContextFaults } from './secure-context.ts';
import { plantTree, readTree } from './tree.ts';

test('browser code makes its ids without crypto.randomUUID', () => {
  expect(findSecureContextFaults(readTree())).toEqual([]);
});

test('browser code that does not is found; the server and tests may use it', () => {
  const call = 'const id = crypto.randomUUID();';
  const tree = plantTree({
    'tools/crop/stage.tsx': call,
    'ui/picker.tsx': 'const { randomUUID } = crypto;',
    'web/src/frame.tsx': call,
    'web/src/frame.test.ts': call,
    'server/src/app.ts': call,
  });
  const found = findSecureContextFaults(tree).map(fault => fault.split(' ')[0]);
  expect(found).toEqual(['tools/crop/stage.tsx', 'ui/picker.tsx', 'web/src/frame.tsx']);
});
