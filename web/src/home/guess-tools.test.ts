// Tests which tool is suggested for dropped files.

import type { MediaName } from 'contract/media.ts';
import type { CatalogueTool } from 'contract/tool.ts';
import { expect, test } from 'vitest';
import { guessTools, guessToolsForLink, sniffFiles } from './guess-tools.ts';

const tool = (name: string, accept: MediaName[]) =>
  ({ name, calls: [{ inputs: [{ field: 'imageUrl', accept }] }] }) as unknown as CatalogueTool;
const tools = [tool('gif', ['gif']), tool('image-converter', ['jpg', 'png', 'gif'])];
const guess = (types: (MediaName | null)[]) =>
  guessTools(tools, types).map(({ tool, fitting }) => [tool.name, fitting]);

test('the tool that accepts the most files comes first; the catalogue order decides a tie', () => {
  expect(guess(['gif'])).toEqual([
    ['gif', 1],
    ['image-converter', 1],
  ]);
  expect(guess(['gif', 'jpg', null])).toEqual([
    ['image-converter', 2],
    ['gif', 1],
  ]);
});

test('no tool is suggested for an unknown type', () => {
  expect(guess([null, 'pdf'])).toEqual([]);
});

test('the type is determined from the bytes, not from the name', async () => {
  const png = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'song.mp3');
  const text = new File(['hello there'], 'picture.jpg');
  expect(await sniffFiles([png, text])).toEqual(['png', null]);
});

test('a link is recognised by its extension only', () => {
  const names = (link: string) => guessToolsForLink(tools, link).map(({ tool }) => tool.name);
  expect(names('https://example.org/a/photo.JPG?size=2')).toEqual(['image-converter']);
  expect(names('https://example.org/view?id=7')).toEqual(['gif', 'image-converter']);
  expect(names('https://example.org/song.pdf')).toEqual([]);
});
