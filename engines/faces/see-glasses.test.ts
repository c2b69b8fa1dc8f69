// Tests that glasses are seen where a face wears them, and not where it has none.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sharp } from '../sharp.ts';
import { findFaces } from './faces.ts';
import { seeGlasses } from './see-glasses.ts';
import { wearGlasses } from './test-glasses.ts';

const photo = (name: string) => fileURLToPath(new URL(`../../fixtures/photos/${name}.jpg`, import.meta.url));

async function judge(file: Buffer | string): Promise<number> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height };
  const [face] = await findFaces(pixels);
  return seeGlasses(pixels, face!);
}

test.each(['woman-red', 'man-cap'])('of %s, with thin and thick frames and dark lenses, and without', async name => {
  expect(await judge(photo(name))).toBeLessThan(0.3);
  for (const look of [
    { line: 0.03, tint: 0 },
    { line: 0.1, tint: 0 },
    { line: 0.05, tint: 0.9 },
  ])
    expect(await judge(await wearGlasses(photo(name), look))).toBeGreaterThan(0.85);
});
