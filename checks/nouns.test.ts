// The dependencies between the server's nouns match the allowed ones and their diagram, and planted violations are found.
import { expect, test } from 'vitest';
import { drawArrows, findNounCircles, findNounFaults, nounArrows } from './nouns.ts';
import { plantTree, readTree } from './tree.ts';

test("nouns use only the nouns they may, and no other noun's store", () => {
  expect(findNounFaults(readTree())).toEqual([]);
});

test('the allowed dependencies have no cycle', () => {
  expect(findNounCircles(nounArrows)).toEqual([]);
});

test('ARCHITECTURE.md draws exactly these dependencies', () => {
  const page = readTree().get('ARCHITECTURE.md') ?? '';
  const drawn = page.split('\n').filter(line => /^[a-z-]+ → [a-z, -]+$/.test(line));
  expect(drawn).toEqual(drawArrows(nounArrows));
});

test('every allowed dependency is used', () => {
  const tree = readTree();
  for (const [noun, used] of Object.entries(nounArrows))
    for (const other of used) {
      const without = { ...nounArrows, [noun]: used.filter(name => name !== other) };
      expect([noun, other, findNounFaults(tree, without).length > 0]).toEqual([noun, other, true]);
    }
});

const arrows = { points: ['orders'], orders: [], tasks: ['points'] };

test('a dependency that is not in the list is found, even of a type', () => {
  const tree = plantTree({
    'server/src/orders/orders.ts': "import type { Point } from '../points/points.ts';",
    'server/src/points/points.ts': "import '../orders/orders.ts'; import '../http/routes.ts';",
    'server/src/http/routes.ts': '',
    'server/src/app.ts': "import './points/points.ts';",
  });
  expect(findNounFaults(tree, arrows)).toEqual([
    expect.stringMatching(
      /^server\/src\/orders\/orders\.ts imports .*points\.ts: orders may not use points\. Instead: /,
    ),
  ]);
});

test.each(['store.ts', 'ledger-store.ts'])("another noun's %s is found, although the dependency is allowed", name => {
  const tree = plantTree({
    'server/src/tasks/tasks.ts': `import { a } from '../points/${name}';`,
    'server/src/tasks/lazy.ts': `const load = () => import('../points/${name}');`,
    'server/src/tasks/tasks.test.ts': `import { a } from '../points/${name}';`,
    'server/src/app.ts': `import type { A } from './points/${name}';`,
    [`server/src/points/${name}`]: '',
    'server/src/points/points.ts': `import './${name}';`,
  });
  expect(findNounFaults(tree, arrows).map(fault => fault.split(' ')[0])).toEqual([
    'server/src/tasks/tasks.ts',
    'server/src/tasks/lazy.ts',
    'server/src/app.ts',
  ]);
});

test("another noun's queries may be used if the dependency is allowed, and only then", () => {
  const tree = plantTree({
    'server/src/tasks/tasks.ts': "import { a } from '../points/wallet-queries.ts';",
    'server/src/app.ts': "import { a } from './points/wallet-queries.ts';",
    'server/src/orders/orders.ts': "import { a } from '../points/wallet-queries.ts';",
    'server/src/points/wallet-queries.ts': '',
  });
  expect(findNounFaults(tree, arrows).map(fault => fault.split(' ')[0])).toEqual(['server/src/orders/orders.ts']);
});

test('the foundation may use no noun, nor may a file beside the folders that nouns use', () => {
  const tree = plantTree({
    'server/src/adapters/objects.ts': "import '../points/names.ts';",
    'server/src/points/names.ts': "import type { Parts } from '../parts.ts';",
    'server/src/parts.ts': "import './rates.ts'; import './http/routes.ts';",
    'server/src/rates.ts': "import type { Order } from './orders/orders.ts';",
    'server/src/http/routes.ts': '',
    'server/src/orders/orders.ts': '',
    'server/src/app.ts': "import './orders/orders.ts'; import './parts.ts';",
  });
  expect(findNounFaults(tree, { ...arrows, adapters: [], http: ['adapters'] })).toEqual([
    expect.stringMatching(
      /^server\/src\/rates\.ts imports .*orders\.ts: nouns use .*it may not use orders\. Instead: /,
    ),
    expect.stringMatching(/^server\/src\/adapters\/objects\.ts imports .*: adapters may not use points\. Instead: /),
  ]);
});

test('a cycle through the foundation is found', () => {
  expect(findNounCircles({ tasks: [], adapters: ['tasks'], http: [] })).toEqual([
    expect.stringContaining('tasks → adapters → tasks'),
  ]);
});

test('a cycle over three nouns is found, and two paths to one noun are not a cycle', () => {
  expect(findNounCircles({ a: ['b'], b: ['c'], c: ['a'] })).toEqual([expect.stringContaining('a → b → c → a')]);
  expect(findNounCircles({ a: ['b', 'c'], b: ['c'], c: [] })).toEqual([]);
});
