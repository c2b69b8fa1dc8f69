// Only one file writes metadata.
import { expect, test } from 'vitest';
import { findMetadataFaults } from './metadata.ts';
import { plantTree, readTree } from './tree.ts';

test('no other file makes sharp write metadata', () => {
  expect(findMetadataFaults(readTree())).toEqual([]);
});

test('a tool that does is found, a test is not', () => {
  const tree = plantTree({
    'tools/crop/run.ts': 'await sharp(path).keepExif().toFile(other);',
    'tools/crop/run.test.ts': 'await sharp(path).keepExif().toFile(other);',
    'engines/metadata/carry-metadata.ts': 'pipeline.keepMetadata()',
  });
  expect(findMetadataFaults(tree)).toEqual([expect.stringMatching(/^tools\/crop\/run\.ts asks sharp/)]);
});
