// Nothing imports past the doors of a room, and a planted import past one is found.
import { expect, test } from 'vitest';
import { findDoorFaults } from './doors.ts';
import { plantTree, readTree } from './tree.ts';

test('no file imports past the doors of a room', () => {
  expect(findDoorFaults(readTree())).toEqual([]);
});

test('an import past a door is found, also of a type, a lazy one, and one of a test', () => {
  const tree = plantTree({
    'web/src/work/work-flow.tsx': "import './bench/stage.tsx';",
    'web/src/work/bench/stage.tsx': "import '../items/item.ts';",
    'web/src/work/items/item.ts': '',
    'web/src/links/links.ts': "import '../work/work-flow.tsx';\nimport type { Item } from '../work/items/item.ts';",
    'web/src/home/home.ts': "const load = () => import('../work/bench/stage.tsx');",
    'web/src/tasks/tasks.test.ts': "import '../work/items/item.ts';",
    'e2e/product.ts': "import '../web/src/work/items/item.ts';",
  });
  expect(findDoorFaults(tree)).toEqual([
    expect.stringMatching(/^web\/src\/links\/links\.ts:2 imports web\/src\/work\/items\/item\.ts, past the doors of /),
    expect.stringMatching(/^web\/src\/home\/home\.ts:1 /),
    expect.stringMatching(/^web\/src\/tasks\/tasks\.test\.ts:1 /),
    expect.stringMatching(/^e2e\/product\.ts:1 /),
  ]);
});
