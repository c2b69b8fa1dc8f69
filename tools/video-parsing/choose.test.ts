// Tests the selection of a page's files: two sizes of an image are one, and it belongs to the post if either does.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FoundFile, SeenFile } from 'contract/link-visit.ts';
import { sharp } from 'engines/sharp.ts';
import { expect, test } from 'vitest';
import { makeTestFolder } from '../test-run.ts';
import { chooseFinds } from './choose.ts';

test.each([
  [150, 160],
  [160, 150],
])('an image of the post stays beside a large one, with the better of its sizes %i and %i', async (main, other) => {
  const folder = await makeTestFolder();
  const at = (side: number, more: object = {}): FoundFile & { side: number } => ({
    kind: 'picture',
    url: `https://site.example/${side > 1000 ? 'banner' : 'photo'}.png?w=${side}`,
    side,
    ...more,
  });
  const files = [at(main, { isMain: true }), at(other), at(2000)];
  const paths = files.map(({ side }) => join(folder, `${side}.png`));
  const seen: SeenFile[] = [];
  for (const [index, { side }] of files.entries()) {
    await sharp({ create: { width: side, height: side, channels: 3, background: '#306090' } }).toFile(paths[index]!);
    seen.push({ index, type: 'png', bytes: (await stat(paths[index]!)).size } as SeenFile);
  }
  const found = await chooseFinds({ site: 's', title: 't', author: '', files } as never, seen, paths);
  expect(found.files.map(({ width, isMain }) => [width, isMain])).toEqual([
    [160, true],
    [2000, undefined],
  ]);
});
