// Tests which animations are held in memory to fit a size: it is the result's pixels that count, also where one side follows from the other.
import type { Picture } from 'engines/image.ts';
import { expect, it } from 'vitest';
import { type ConvertOptions, convertOptions } from './contract.ts';
import { canFitGif } from './fit-gif-file.ts';

const picture = { type: 'gif', width: 100, height: 100, frames: 200, pages: 1 } as Picture;
const optionsOf = (more: Partial<ConvertOptions>) => convertOptions.parse({ format: 'gif', ...more });

it.each([
  [{}, true],
  [{ width: 800, enlarge: true }, true],
  [{ width: 2000, enlarge: true }, false],
  [{ height: 2000, enlarge: true }, false],
  [{ width: 2000 }, true],
  [{ width: 2000, height: 2000, fit: 'contain' }, false],
] as const)('%j', (more, fits) => {
  expect(canFitGif(picture, optionsOf(more))).toBe(fits);
});
