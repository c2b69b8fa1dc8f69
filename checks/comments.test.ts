// Files and sections named in comments exist, in the tree and in planted ones.
import { expect, test } from 'vitest';
import { findCommentFaults } from './comments.ts';
import { plantTree, readTree } from './tree.ts';

test('comments name files and sections that exist', () => {
  expect(findCommentFaults(readTree())).toEqual([]);
});

test('a missing file, a missing section and a foreign document are found', () => {
  const tree = plantTree({
    'docs/api.md': '# The API\n\n## Envelope and errors\n',
    'server/src/app.ts': '// Listened to by main.ts, started by api.ts.\n',
    'server/src/main.ts': 'export {}; // The rule of SPEC 5.',
    'ui/a.ts': '/* See docs/api.md#envelope-and-errors. */\n// See docs/api.md#tasks',
    'server/migrations/1.sql': '-- As tables.ts says.\nselect 1;',
  });
  expect(findCommentFaults(tree)).toEqual([
    expect.stringMatching(/^server\/src\/app\.ts:1 names api\.ts, which is not there\. Instead: /),
    expect.stringMatching(/^server\/src\/main\.ts:1 names SPEC\. Instead: /),
    expect.stringMatching(/^ui\/a\.ts:2 names the section #tasks of docs\/api\.md/),
    expect.stringMatching(/^server\/migrations\/1\.sql:1 names tables\.ts/),
  ]);
});

test('a comment that does not name the person or thing it means is found', () => {
  const tree = plantTree({
    'ui/a.ts': '// Told to whoever asks.\nexport const nobody = 1; // Not `nobody`, the system account.',
    'server/migrations/0003-accounts.sql': '-- Somebody WeChat knows.',
  });
  expect(findCommentFaults(tree)).toEqual([expect.stringMatching(/^ui\/a\.ts:1 says "whoever"\. Instead: /)]);
});

test('names with a placeholder, URLs and words with a dot are not treated as files', () => {
  const tree = plantTree({
    'tools/gif/run.ts': '// tools/<name>/contract.ts, server/testing/*.ts, https://a.example/b.ts and Node.js',
  });
  expect(findCommentFaults(tree)).toEqual([]);
});
