// The guides of tools quote only labels that exist.
import { expect, test } from 'vitest';
import { findGuideLabelFaults } from './guide-labels.ts';
import { plantTree, readTree } from './tree.ts';

test('every label that a guide quotes is shown on a page', () => {
  expect(findGuideLabelFaults(readTree())).toEqual([]);
});

test('a quoted label that no page shows is found; labels of other tools and of printing dialogs are not', () => {
  const tree = plantTree({
    'tools/crop/help.ts':
      "a: 'Press “Crop it”, then “Sharpen”, and print at “actual size”.', b: '按“裁一下”或“存为 MP4”。'",
    'tools/crop/words.ts': "run: 'Crop', save: '存为 {format}'",
    'tools/quality/words.ts': "title: 'Sharpen'",
    'tools/crop/run.test.ts': "test('Crop it')",
  });
  const found = findGuideLabelFaults(tree).map(fault => /“(.+)”/.exec(fault)?.[1]);
  expect(found).toEqual(['Crop it', '裁一下']);
});
