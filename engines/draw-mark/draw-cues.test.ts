// Subtitles of hundreds of lines or in a frame as narrow as a letter, and characters that no font has: they stay known as missing while the list of known characters is emptied.
import { subtitleStyle } from 'contract/subtitles/style.ts';
import { beforeAll, expect, test } from 'vitest';
import { drawCues, listMissing } from './draw-cues.ts';

const style = subtitleStyle.parse({});
const frame = { width: 320, height: 180 };
/** Private use, so that no font has it. */
const missing = '\u{f123}';
const countInk = async (text: string) =>
  (await drawCues([{ text }], style, frame))!.sheet.data.filter((value, i) => i % 4 === 3 && value > 0).length;

/** Makes more characters known than are kept: 20,976 in a row that the bundled font has. */
beforeAll(async () => {
  const block = Array.from({ length: 0x9ff0 - 0x4e00 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
  expect(await listMissing([{ text: missing + block }], style)).toEqual([missing]);
});

test('a character that no font has is left out of a text with a character that is seen for the first time', async () => {
  const inked = await countInk(`é${missing}`);
  expect(inked).toBe(await countInk('é'));
  expect(await listMissing([{ text: `é${missing}` }], style)).toEqual([missing]);
});

test('three cues of 250 lines in two languages are drawn in half of a large frame', async () => {
  const text = 'a\n'.repeat(250).trim();
  const large = { width: 3840, height: 2160 };
  const drawn = await drawCues(Array(3).fill({ text, second: text }), style, large);
  expect(drawn!.sheet.height).toBeLessThanOrEqual(large.height / 2 + 2);
  expect(drawn!.sheet.data.some((value, i) => i % 4 === 3 && value > 0)).toBe(true);
});

test('cues of hundreds of characters are drawn in a frame in which each takes a line of its own', async () => {
  const text = '你好 '.repeat(160).trim();
  const narrow = { width: 16, height: 8192 };
  const large = subtitleStyle.parse({ secondSize: 1.5 });
  const drawn = await drawCues(Array(3).fill({ text, second: text }), large, narrow);
  expect(drawn!.sheet.height).toBeLessThanOrEqual(narrow.height / 2 + 2);
  expect(drawn!.sheet.data.some((value, i) => i % 4 === 3 && value > 0)).toBe(true);
});
