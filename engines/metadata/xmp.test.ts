// XMP packets: the orientation of an upright picture is 1, previews go, and a public packet names no place, device or owner.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPicture, readPixels } from '../image.ts';
import { savePicture } from '../save-picture.ts';
import { sharp } from '../sharp.ts';
import { fixture } from '../test-pictures.ts';
import { refreshXmp, writePublicXmp } from './xmp.ts';

const packet = (inside: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="Ada" ${inside}</rdf:RDF></x:xmpmeta>`;
const sideways = packet('tiff:Orientation="6"/>');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xmp-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  [sideways, packet('tiff:Orientation="1"/>')],
  [
    packet('><tiff:Orientation>8</tiff:Orientation></rdf:Description>'),
    packet('><tiff:Orientation>1</tiff:Orientation></rdf:Description>'),
  ],
  [packet("tiff:Orientation = '3'/>"), packet("tiff:Orientation = '1'/>")],
])('the orientation becomes 1, however it is written', (xmp, upright) => {
  expect(refreshXmp(Buffer.from(xmp))).toBe(upright);
  expect(refreshXmp(Buffer.from(upright))).toBe(upright);
});

test('thumbnails are removed from a packet that is otherwise kept', () => {
  const inside = '><xmp:Thumbnails><rdf:Alt>old</rdf:Alt></xmp:Thumbnails></rdf:Description>';
  expect(refreshXmp(Buffer.from(packet(inside)))).toBe(packet('></rdf:Description>'));
});

test('a public packet holds only listed properties, escaped, whether written as attributes, elements or lists', () => {
  const inside = `photoshop:City="Shanghai" aux:SerialNumber='7' exif:GPSLatitude="31" xmp:Rating='5' tiff:Make="A &amp; &bad; B">
    <tiff:Model> One </tiff:Model><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Sea</rdf:li><rdf:li>"See" <b>x</b></rdf:li></rdf:Alt></dc:title>
    <xmpMM:History><rdf:Seq><rdf:li>Ada's laptop</rdf:li></rdf:Seq></xmpMM:History></rdf:Description>`;
  const written = writePublicXmp(Buffer.from(packet(inside)));
  expect(written).toContain('dc:source="Ada" xmp:Rating="5" tiff:Make="A &amp; &amp;bad; B" tiff:Model="One"');
  expect(written).toContain('<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Sea</rdf:li></rdf:Alt></dc:title>');
  for (const text of ['Shanghai', 'Serial', 'GPS', 'laptop', 'History']) expect(written).not.toContain(text);
  expect(written.match(/xmlns:/g)).toHaveLength(5);
});

test.each(['<dc:title>', 'tiff:Make="', '<dc:title><rdf:Alt><rdf:li', 'xmp:Label = ', ''])(
  'a packet of unfinished %j yields an empty one',
  text => {
    expect(writePublicXmp(Buffer.from(text.repeat(40_000)))).toContain(
      '<rdf:Description rdf:about=""></rdf:Description>',
    );
  },
);

test.each([true, 'everything'] as const)('pipelines and changed pictures carry it so: %s', async keeps => {
  const path = join(folder, 'sideways.jpg');
  await sharp(fixture('portrait-exif-6.jpg')).keepMetadata().withXmp(sideways).toFile(path);
  const picture = await openPicture(path);
  expect(picture.metadata.xmp?.toString()).toContain('tiff:Orientation="6"');
  const converted = await picture.start({ keeps }).jpeg().toBuffer();
  const pixels = await readPixels(picture.start(), 3);
  const wishes = { format: 'same', keeps } as const;
  const saved = await savePicture({ picture, inputName: 'a.jpg', pixels, folder, wishes });
  for (const result of [converted, saved.files[0]!.path]) {
    const { xmp, orientation, width, height } = await sharp(result).metadata();
    expect([orientation ?? 1, width, height]).toEqual([1, 32, 64]);
    expect(xmp?.toString()).toContain('tiff:Orientation="1"');
    expect(xmp?.toString()).toContain('dc:source="Ada"');
  }
});
