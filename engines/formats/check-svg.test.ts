// An SVG reaches nothing but itself: no file, no server, no flood of names or packed pictures.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPicture } from '../image.ts';
import { sharp } from '../sharp.ts';
import { expectColours, lookAt, refusalOf } from '../test-pictures.ts';
import { maxSvgBytes } from './check-svg.ts';
import { wrapPng } from './wrap-png.ts';

let folder: string;
let server: Server;
let origin: string;
let visits: string[] = [];
let secret: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svg-'));
  secret = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  await writeFile(join(folder, 'secret.png'), secret);
  await writeFile(join(folder, 'secret.txt'), '<svg:rect/>');
  await writeFile(join(folder, 'secret.svg'), svg('<rect id="a" width="40" height="40" fill="red"/>'));
  await writeFile(join(folder, 'secret.css'), 'rect { fill: red }');
  server = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.end(secret);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  visits = [];
});
afterAll(async () => {
  await new Promise(resolve => server.close(resolve));
  await rm(folder, { recursive: true });
});

const svg = (inside: string, before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude" width="40" height="40">${inside}</svg>`;

/** Lies beside the secrets, where a renderer that follows references would find them. */
async function draw(text: string) {
  const path = join(folder, 'picture.svg');
  await writeFile(path, text);
  return lookAt((await openPicture(path)).start());
}

const green = [0, 128, 0, 255];
const greenGround = '<rect width="40" height="40" fill="green"/>';

describe('a reference to', () => {
  const targets = () => [`file://${folder}/secret.png`, `${folder}/secret.png`, 'secret.png', `${origin}/secret.png`];

  it('a picture is not followed', async () => {
    for (const target of targets()) {
      const image = `<image width="40" height="40" xlink:href="${target}"/><image width="40" height="40" href="${target}"/>`;
      expectColours(await draw(svg(greenGround + image)), [green, green, green, green], 0);
    }
    expect(visits).toEqual([]);
  });

  it('a style sheet, a font, a fill or a filter picture is not followed', async () => {
    for (const base of [origin, `file://${folder}`, '.']) {
      const style = `<style>@import url("${base}/secret.css"); @font-face{font-family:f;src:url("${base}/f.ttf")} text{font-family:f}</style>`;
      const filter = `<filter id="f"><feImage href="${base}/secret.png"/></filter><rect width="9" height="9" filter="url(#f)" fill="url(${base}/secret.svg#a)"/>`;
      const sheet = `<?xml-stylesheet href="${base}/secret.css"?>`;
      const seen = await draw(svg(`${style}${filter}${greenGround}<text y="39">a</text>`, sheet));
      expectColours(seen.slice(0, 2), [green, green], 0);
    }
    expect(visits).toEqual([]);
  });

  it('another drawing or text is not followed', async () => {
    for (const base of [origin, `file://${folder}`, '.']) {
      const use = `<use href="${base}/secret.svg#a"/><use xlink:href="${base}/secret.svg#a"/>`;
      const include = `<xi:include href="${base}/secret.svg" parse="xml"/><text><xi:include href="${base}/secret.txt" parse="text"/></text>`;
      expectColours(await draw(svg(greenGround + use + include)), [green, green, green, green], 0);
    }
    expect(visits).toEqual([]);
  });

  it('an external entity or DTD is not followed', async () => {
    for (const base of [origin, `file://${folder}`]) {
      const entity = `<!DOCTYPE svg [<!ENTITY x SYSTEM "${base}/secret.txt"><!ENTITY % p SYSTEM "${base}/p.dtd"> %p;]>`;
      await refusalOf(draw(svg(`${greenGround}<text y="20">&x;</text>`, entity)));
      await refusalOf(draw(svg(greenGround, `<!DOCTYPE svg SYSTEM "${base}/svg.dtd">`)));
    }
    expect(visits).toEqual([]);
  });

  it('a script or a web page inside does nothing', async () => {
    const script = `<script>fetch("${origin}/s")</script><script href="${origin}/t"/>`;
    const page = `<foreignObject width="40" height="40"><body xmlns="http://www.w3.org/1999/xhtml"><img src="${origin}/i"/></body></foreignObject>`;
    expectColours(await draw(svg(greenGround + script + page)), [green, green, green, green], 0);
    expect(visits).toEqual([]);
  });

  it('the picture packed into the file itself is followed', async () => {
    const image = `<image width="40" height="40" href="data:image/png;base64,${secret.toString('base64')}"/>`;
    const red = [255, 0, 0, 255];
    expectColours(await draw(svg(greenGround + image)), [red, red, red, red], 0);
  });
});

describe('a flood', () => {
  it('of packed pixels is refused', async () => {
    const side = 7500;
    const packed = (
      await sharp({ create: { width: side, height: side, channels: 3, background: '#000' } })
        .png({ palette: true, compressionLevel: 9 })
        .toBuffer()
    ).toString('base64');
    const image = `<image width="40" height="40" href="data:image/png;base64,${packed}"/>`;
    expect(await refusalOf(draw(svg(image + image)))).toBe('PIXELS_TOO_MANY');
    // In an entity it stands before the root, which then lies beyond what is looked at to tell the type.
    const entity = `<!DOCTYPE svg [<!ENTITY p "${packed}">]>`;
    const named = '<image width="40" height="40" href="data:image/png;base64,&p;"/>';
    expect(await refusalOf(draw(svg(named + named, entity)))).toBe('TYPE_UNSUPPORTED');
  });

  it('of names is refused', async () => {
    const names = Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('');
    const bomb = svg('<text y="9">&a9;</text>', `<!DOCTYPE svg [<!ENTITY a0 "ha">${names}]>`);
    expect(await refusalOf(draw(bomb))).toBe('FILE_CORRUPT');
  });

  it('of text is refused before it is parsed', async () => {
    expect(await refusalOf(draw(svg(' '.repeat(maxSvgBytes))))).toBe('FILE_TOO_LARGE');
  });

  it('of pixels asked for is refused', async () => {
    const huge = svg('').replace('width="40" height="40"', 'width="20000" height="20000"');
    expect(await refusalOf(draw(huge))).toBe('PIXELS_TOO_MANY');
  });
});

it('wrapPng is read back with alpha, profile and EXIF', async () => {
  const rgba = Uint8Array.from({ length: 4 * 4 * 4 }, (_, i) => i * 4);
  const profile = (
    await sharp(secret)
      .withIccProfile('p3')
      .toBuffer()
      .then(b => sharp(b).metadata())
  ).icc!;
  const exif = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex');
  const png = wrapPng({ rgba, width: 4, height: 4, hasAlpha: true, profile, exif });
  const { data } = await sharp(png).keepIccProfile().raw().toBuffer({ resolveWithObject: true });
  expect(new Uint8Array(data)).toEqual(rgba);
  expect(await sharp(png).metadata()).toMatchObject({ icc: profile, orientation: 6 });
});
