// The lists of real pictures and clips are complete, unambiguous and divided into halves that do not leak into each other.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { photos } from '../photos.ts';
import { halfOf, listClips, listPictures, spread } from './ground.ts';
import { parseTable, readTable } from './read-table.ts';

const pictures = listPictures();
const clips = listClips();
const packages = new Set(readTable('packages.tsv').map(row => row.package));

test('at least 300 pictures of four kinds and 60 clips are listed, each once', () => {
  expect(pictures.length).toBeGreaterThanOrEqual(300);
  expect(new Set(pictures.map(({ kind }) => kind))).toEqual(new Set(['photo', 'scan', 'screenshot', 'drawing']));
  expect(clips.length).toBeGreaterThanOrEqual(60);
  expect(clips.filter(({ kind }) => kind !== 'made').length).toBeGreaterThanOrEqual(50);
  for (const items of [pictures, clips]) expect(new Set(items.map(({ file }) => file)).size).toBe(items.length);
  expect(new Set(pictures.map(({ packed }) => packed.sha256)).size).toBe(pictures.length);
});

test('every file belongs to a listed package and has a checksum and a size', () => {
  for (const { packed } of [...pictures, ...clips.map(({ source }) => source)]) {
    expect(packages).toContain(packed.package);
    expect(packed.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(packed.path).not.toMatch(/^\/|\.\./);
  }
  for (const { width, height } of [...pictures, ...clips]) expect(Math.min(width, height)).toBeGreaterThan(100);
  expect(packages.size).toBe(readTable('packages.tsv').length);
});

test('the halves are of like size, stay as they are, and what belongs together is in one of them', () => {
  const tuned = pictures.filter(({ half }) => half === 'tune').length;
  expect(tuned / pictures.length).toBeGreaterThan(0.4);
  expect(tuned / pictures.length).toBeLessThan(0.6);
  expect(halfOf('opencv-doc/usr/share/doc/opencv-doc/examples/data/butterfly.jpg')).toBe('judge');
  const halves = new Map(pictures.map(({ file, half }) => [file, half]));
  for (const { source, half } of clips) {
    expect(halves.get(source.file) ?? half).toBe(half);
    halves.set(source.file, half);
  }
});

test('no picture is one of the photographs on which the engines were worked out', () => {
  const used = Object.values(photos).map(file => createHash('sha256').update(readFileSync(file)).digest('hex'));
  const listed = new Set(pictures.map(({ packed }) => packed.sha256));
  expect(used.filter(checksum => listed.has(checksum))).toEqual([]);
  expect(used.length).toBeGreaterThan(20);
});

test('a part of a list is spread over the whole of it', () => {
  expect(spread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toEqual([1, 5, 8]);
  expect(spread([1, 2], 3)).toEqual([1, 2]);
});

test('what has not been fetched is said, with what to do', async () => {
  vi.stubEnv('GROUND_DIR', '/nowhere');
  vi.resetModules();
  const { groundPictures } = await import('./ground.ts');
  vi.unstubAllEnvs();
  expect(() => groundPictures({ half: 'judge' })).toThrow(/files are not in \/nowhere\. Run: npm run bench ground/);
});

test('a table with a line of other columns is refused', () => {
  expect(parseTable('a\tb\n1\t\n')).toEqual([{ a: '1', b: '' }]);
  expect(() => parseTable('a\tb\n1\n')).toThrow('line 2 has 1 columns instead of 2');
});
