// An upright picture does not carry an XMP packet along that turns it once more; the rest of the packet stays.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carryColours } from '../colour.ts';
import { openPicture, readPixels } from '../image.ts';
import { savePicture } from '../save-picture.ts';
import { sharp } from '../sharp.ts';
import { fixture } from '../test-pictures.ts';
import { makeXmpUpright } from './xmp-orientation.ts';

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
  expect(makeXmpUpright(Buffer.from(xmp))).toBe(upright);
  expect(makeXmpUpright(Buffer.from(upright))).toBeUndefined();
});

test('conversions and changed pictures carry it so', async () => {
  const path = join(folder, 'sideways.jpg');
  await sharp(fixture('portrait-exif-6.jpg')).keepMetadata().withXmp(sideways).toFile(path);
  const picture = await openPicture(path);
  expect(picture.metadata.xmp?.toString()).toContain('tiff:Orientation="6"');
  const wishes = { format: 'jpg', keepsProfile: false, keepsMetadata: true, mayStayGrey: false } as const;
  const converted = await carryColours(picture.start(), picture.metadata, wishes).jpeg().toBuffer();
  const pixels = await readPixels(picture.start(), 3);
  const saved = await savePicture({ picture, inputName: 'a.jpg', pixels, folder, wishes: { format: 'same' } });
  for (const result of [converted, saved.files[0]!.path]) {
    const { xmp, orientation } = await sharp(result).metadata();
    expect(orientation ?? 1).toBe(1);
    expect(xmp?.toString()).toContain('tiff:Orientation="1"');
    expect(xmp?.toString()).toContain('dc:source="Ada"');
  }
});
