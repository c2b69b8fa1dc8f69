// Reading traditional characters that one or both readers take for others, on rendered pages.
import { expect, it } from 'vitest';
import { openTextReader } from './models.ts';
import { readText } from './read-text.ts';
import { drawPage, toPixels } from './test-page.ts';
import { weighCharacters } from './weigh-characters.ts';

async function readLines(size: number, lines: readonly string[]): Promise<string[]> {
  const parts = lines.map((text, i) => ({ text, x: 30, y: 30 + i * 50, size }));
  const read = await readText(await toPixels(await drawPage({ width: 420, height: 60 + 50 * lines.length }, parts)));
  return read.lines.map(({ text }) => text);
}

it.each([
  // The network passes over 颱 and 襲; Tesseract reads 有賂 and 襲.
  { size: 18, lines: ['颱風來襲請關緊門窗', '颱風過境停止上課'] },
  // The network knows 繁 and not 繫.
  { size: 24, lines: ['請繫好安全帶，車輛即將起步'] },
])('small dense characters: $lines.0, $size px', async ({ size, lines }) => {
  expect(await readLines(size, lines)).toEqual(lines);
});

it('what both readers agree on stays, and all of it without steps', async () => {
  const { alphabet } = await openTextReader();
  const at = (character: string) => ({ character, score: 0.9, from: 0, to: 8, spaceBefore: 0 });
  const line = ['賂', '風'].map((character, i) => ({ chosen: at(character), own: undefined, isOpen: i === 0 }));
  const written = await weighCharacters(line, [], alphabet, () => false);
  expect(written.map(({ character }) => character)).toEqual(['賂', '風']);
});
