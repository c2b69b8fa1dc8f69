// Tests that project files are treated as untrusted: each part is validated before anything is used.
import { makeArtwork, makePictureLayer } from 'ui/artwork/make-layer.ts';
import { expect, it, test, vi } from 'vitest';

vi.mock('./state.ts', () => ({ shelf: { get: () => undefined } }));
const { parseProject } = await import('./project-file.ts');

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const artwork = {
  ...makeArtwork(10, 10, null),
  layers: [makePictureLayer('p1', { x: 5, y: 5, width: 10, height: 10 })],
};
const project = { kind: 'pixwright-artwork', artwork, pictures: { p1: dot } };

it('reads an artwork with its pictures', async () => {
  const found = await parseProject(JSON.stringify(project));
  expect(found?.artwork).toEqual(artwork);
  expect(found?.pictures.get('p1')?.type).toBe('image/png');
});

test.each([
  ['no JSON', '<svg onload=alert(1)>'],
  ['JSON of something else', '{"kind":"other"}'],
  ['null', 'null'],
  ['an artwork of another shape', JSON.stringify({ ...project, artwork: { ...artwork, width: -1 } })],
  [
    'an artwork whose drawing would freeze the page',
    JSON.stringify({
      ...project,
      artwork: {
        ...artwork,
        layers: Array.from({ length: 300 }, (_, index) => ({
          ...artwork.layers[0],
          id: `layer-${index}`,
          shadow: { color: '#000000', opacity: 1, blur: 2000, x: 0, y: 0 },
        })),
      },
    }),
  ],
  ['a missing picture', JSON.stringify({ ...project, pictures: {} })],
  [
    'a picture that is inherited',
    JSON.stringify({ ...project, pictures: {} }).replace('"pictures":{}', '"pictures":{"__proto__":{"p1":"x"}}'),
  ],
  ['a picture by address', JSON.stringify({ ...project, pictures: { p1: 'http://127.0.0.1/secret' } })],
  [
    'a picture that is a program',
    JSON.stringify({ ...project, pictures: { p1: btoa('<svg xmlns="http://www.w3.org/2000/svg"/>') } }),
  ],
  ['a picture that is a number', JSON.stringify({ ...project, pictures: { p1: 5 } })],
])('refuses %s', async (_, text) => {
  expect(await parseProject(text)).toBeUndefined();
});
