// An SVG accesses no file and no server, and cannot embed more than the limits allow.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, gzipSync } from 'node:zlib';
import { mulberry32 } from 'contract/random.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPicture } from '../image.ts';
import { sharp } from '../sharp.ts';
import { expectColours, lookAt, refusalOf } from '../test-pictures.ts';
import { checkSvg, maxSvgBytes } from './check-svg.ts';
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

/** The drawing lies beside the secrets, where a renderer that follows references would find them. */
async function draw(text: string) {
  const path = join(folder, 'picture.svg');
  await writeFile(path, text);
  return lookAt((await openPicture(path)).start());
}

const green = [0, 128, 0, 255];
const greenGround = '<rect width="40" height="40" fill="green"/>';

it('a drawing whose elements have a prefix is drawn', async () => {
  const ns0 = '<ns0:svg xmlns:ns0="http://www.w3.org/2000/svg" width="40" height="40">';
  expectColours(await draw(`${ns0}<ns0:rect width="40" height="40" fill="green"/></ns0:svg>`), Array(4).fill(green), 0);
});

describe('a reference to', () => {
  const targets = () => [`file://${folder}/secret.png`, `${folder}/secret.png`, 'secret.png', `${origin}/secret.png`];

  it('an image is not followed', async () => {
    for (const target of targets()) {
      const image = `<image width="40" height="40" xlink:href="${target}"/><image width="40" height="40" href="${target}"/>`;
      expectColours(await draw(svg(greenGround + image)), [green, green, green, green], 0);
    }
    expect(visits).toEqual([]);
  });

  it('a style sheet, a font, a fill or a filter image is not followed', async () => {
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

  it('a script or an embedded web page has no effect', async () => {
    const script = `<script>fetch("${origin}/s")</script><script href="${origin}/t"/>`;
    const page = `<foreignObject width="40" height="40"><body xmlns="http://www.w3.org/1999/xhtml"><img src="${origin}/i"/></body></foreignObject>`;
    expectColours(await draw(svg(greenGround + script + page)), [green, green, green, green], 0);
    expect(visits).toEqual([]);
  });

  it('an image embedded in the file itself is followed', async () => {
    const image = `<image width="40" height="40" href="data:image/png;base64,${secret.toString('base64')}"/>`;
    const red = [255, 0, 0, 255];
    expectColours(await draw(svg(greenGround + image)), [red, red, red, red], 0);
  });
});

describe('a flood', () => {
  it('of embedded pixels is refused', async () => {
    const side = 7500;
    const packed = (
      await sharp({ create: { width: side, height: side, channels: 3, background: '#000' } })
        .png({ palette: true, compressionLevel: 9 })
        .toBuffer()
    ).toString('base64');
    const image = `<image width="40" height="40" href="data:image/png;base64,${packed}"/>`;
    expect(await refusalOf(draw(svg(image + image)))).toBe('PIXELS_TOO_MANY');
    // In an entity it precedes the root, which then lies beyond the bytes used to detect the type.
    const entity = `<!DOCTYPE svg [<!ENTITY p "${packed}">]>`;
    const named = '<image width="40" height="40" href="data:image/png;base64,&p;"/>';
    expect(await refusalOf(draw(svg(named + named, entity)))).toBe('TYPE_UNSUPPORTED');
  });

  it('of entities is refused', async () => {
    const names = Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('');
    const bomb = svg('<text y="9">&a9;</text>', `<!DOCTYPE svg [<!ENTITY a0 "ha">${names}]>`);
    expect(await refusalOf(draw(bomb))).toBe('FILE_CORRUPT');
  });

  it('of text is refused before it is parsed', async () => {
    expect(await refusalOf(draw(svg(' '.repeat(maxSvgBytes))))).toBe('FILE_TOO_LARGE');
  });

  it('of requested pixels is refused', async () => {
    const huge = svg('').replace('width="40" height="40"', 'width="20000" height="20000"');
    expect(await refusalOf(draw(huge))).toBe('PIXELS_TOO_MANY');
  });
});

/** Returns a PNG whose header declares `side` × `side` pixels and whose data has one. */
async function promisePng(side: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** Embeds an image in a drawing in one of countless equivalent spellings. */
function packStrangely(picture: Buffer, random: () => number): string {
  const pick = <T>(...list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const each = (text: string, share: number, change: (sign: string) => string) =>
    [...text].map(sign => (random() < share ? change(sign) : sign)).join('');
  const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const share = pick(0, 0.02, 1);
  const data = pick(
    () => each(picture.toString('base64'), share, percent),
    () => each(picture.toString('base64'), share / 4, sign => sign + pick(' ', '\n', '\t', '%20', '%0a')),
    () => [...picture.toString('latin1')].map(percent).join(''),
  );
  const text = data();
  const isBase64 = !/^(%[0-9a-f]{2})+$/.test(text) || share === 1;
  const isRaw = text === [...picture.toString('latin1')].map(percent).join('');
  const type = pick(
    'image/png',
    'image/jpeg',
    'IMAGE/PNG',
    '',
    'text/plain',
    'image/png;charset=utf-8',
    'image/png;a="b"',
  );
  const scheme = pick('data:', 'DATA:', 'da\nta:', ' data:');
  const url = `${scheme}${type}${isBase64 && !isRaw ? pick(';base64', ';BASE64', '; base64') : ''},${text}`;
  const reference = pick(
    (sign: string) => `&#${sign.charCodeAt(0)};`,
    (sign: string) => `&#x${sign.charCodeAt(0).toString(16)};`,
  );
  const escaped = pick(0, 0.1, 1);
  const value = each(url, 1, sign => (/["&<\n]/.test(sign) || random() < escaped ? reference(sign) : sign));
  const name = pick('href', 'xlink:href');
  return pick(
    `<image width="40" height="40" ${name}="${value}"/>`,
    `<svg:image xmlns:svg="http://www.w3.org/2000/svg" width="40" height="40" ${name}='${value}'/>`,
    `<g><g><image width="40" height="40"\n${name} = "${value}" /></g></g>`,
  );
}

describe('a text', () => {
  it.each([
    ['references', `<text>${'&amp;'.repeat(500_000)}</text>`, 'references'],
    ['references in an attribute', `<g class="${'&#38;'.repeat(500_000)}"/>`, 'references'],
    ['letters', `<text>${'ab '.repeat(60_000)}</text>`, 'too many letters'],
    ['letters in parts', `<text>${'<tspan>abc</tspan>'.repeat(40_000)}</text>`, 'too many letters'],
    ['lines', `<text>${'\r'.repeat(2_000_000)}</text>`, 'too many letters'],
    ['letters in one line', `<text>${'abcdefghij'.repeat(1200)}</text>`, 'too long a line'],
    [
      'letters in one line with gaps',
      `<text>${'abc<!-- --><![CDATA[def]]><script>1</script>'.repeat(2000)}</text>`,
      'too long a line',
    ],
  ])('of too many %s is refused before it is drawn', async (_, body, why) => {
    await expect(checkSvg(Buffer.from(svg(body)))).rejects.toMatchObject({ code: 'FILE_CORRUPT', details: { why } });
  });

  it('of many lines may have as many letters as one line may not', async () => {
    const lines = `<tspan x="0" dy="1">${'abcdefghij'.repeat(10)}</tspan>`.repeat(120);
    expect((await checkSvg(Buffer.from(svg(`<text>${lines}</text>`)))).toString()).toContain(lines);
  });

  it('has line feeds for line ends, and keeps written carriage returns', async () => {
    const drawing = await checkSvg(Buffer.from(svg('<text>é\r\nb\rc\n\r\r\nd&#13;</text>')));
    expect(drawing.toString()).toContain('<text>é\nb\nc\n\n\nd&#13;</text>');
  });

  it('that is not drawn may be long, and so may a picture in lines of base64', async () => {
    const picture = secret.toString('base64').replace(/.{1,76}/g, '$&&#10;');
    const aside = `<metadata>${'abcdefgh'.repeat(100_000)}${'&amp;'.repeat(250_000)}</metadata>`;
    const drawing = await checkSvg(
      Buffer.from(svg(`${aside}<image width="8" height="8" href="data:image/png;base64,${picture}"/>`)),
    );
    const { data } = await sharp(drawing).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 0, 0]);
  });
});

describe('an embedded image in any spelling', () => {
  const spellings = 300;

  it('counts with its pixels', async () => {
    const random = mulberry32(3);
    const bomb = await promisePng(20_000);
    for (let i = 0; i < spellings; i++) {
      const drawing = svg(packStrangely(bomb, random));
      expect([drawing, await refusalOf(draw(drawing))]).toEqual([drawing, 'PIXELS_TOO_MANY']);
    }
  });

  it('is rendered', async () => {
    const random = mulberry32(4);
    const red = [255, 0, 0, 255];
    for (let i = 0; i < spellings / 10; i++)
      expectColours(await draw(svg(packStrangely(secret, random))), [red, red, red, red], 0);
  });

  it('counts when used by a filter', async () => {
    const url = `data:image/png;base64,${(await promisePng(20_000)).toString('base64')}`;
    const filter = `<filter id="f"><feImage href="${url}"/></filter><rect width="9" height="9" filter="url(#f)"/>`;
    expect(await refusalOf(draw(svg(filter)))).toBe('PIXELS_TOO_MANY');
  });

  it.each([
    ['base64', (inner: string) => `data:image/svg+xml;base64,${Buffer.from(inner).toString('base64')}`],
    ['percent signs', (inner: string) => `data:image/svg+xml,${encodeURIComponent(inner)}`],
    [
      'plain text',
      (inner: string) => `data:image/svg+xml;utf8,${inner.replace(/[<"&]/g, sign => `&#${sign.charCodeAt(0)};`)}`,
    ],
    ['a false type', (inner: string) => `data:image/png;base64,${Buffer.from(inner).toString('base64')}`],
    ['gzip', (inner: string) => `data:image/svg+xml;base64,${gzipSync(inner).toString('base64')}`],
  ])('is refused when it is itself a drawing, as %s', async (_name, pack) => {
    expect(await refusalOf(draw(svg(`<image width="9" height="9" href="${pack(svg(''))}"/>`)))).toBe('FILE_CORRUPT');
  });
});

describe('a disguised reference', () => {
  const bluePaint = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"><linearGradient id="a"><stop stop-color="blue"/></linearGradient></svg>')}#a`;
  const sheet = 'data:text/css,rect%7Bfill:blue%7D';
  it.each([
    ['a paint of a packed drawing', `<rect width="40" height="40" fill="url(${bluePaint}) green"/>`, ''],
    ['an imported sheet', `<style>@import url("${sheet}");</style>${greenGround}`, ''],
    ['a sheet of an instruction', greenGround, `<?xml-stylesheet type="text/css" href="${sheet}"?>`],
    [
      'an included drawing',
      `${greenGround}<xi:include href="data:text/xml,%3Crect width='40' height='40' fill='blue'/%3E"/>`,
      '',
    ],
  ])('has no effect: %s', async (_name, inside, before) => {
    const seen = await draw(svg(inside, before)).catch(error => error.code);
    if (seen !== 'FILE_CORRUPT') for (const pixel of seen) expect(pixel[2]).toBeLessThan(40);
  });

  it.each([
    `<style>@\\69mport "${sheet}";</style>`,
    `<rect fill="\\75 rl(${bluePaint})"/>`,
    `<style>@import /* ; */ "${sheet}"</style>`,
    `<style><g/>@import url("${sheet}");</style>`,
    `<style><style/>@import url("${sheet}");</style>`,
    `<style><style>g{}</style>@import url("${sheet}");</style>`,
    `<style>/*<script/>*/@import url("${sheet}");</style>`,
    `<style>@im<g/>port url("${sheet}");</style>`,
    `<style>@im<!-- -->port "${sheet}";</style>`,
    `<style>@im<![CDATA[port url("${sheet}");]]></style>`,
    `<style><![CDATA[@im]]><?a b?>port url("${sheet}");</style>`,
    `<style>&#64;&#105;mport "${sheet}";</style>`,
    `<style>g{a:')';}"
@import url("${sheet}");</style>`,
    `<style>&lt;!--@import url(${sheet});--></style>`,
    `<svg:style xmlns:svg="http://www.w3.org/2000/svg"><g/>@import url("${sheet}");</svg:style>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><style>@import url(  '${sheet}'  );</style></svg>`,
    `<g style="fill:url(${bluePaint})"><rect width="40" height="40" fill="inherit"/></g>`,
    `<rect width="40" height="40" style="fill:#url(#a&quot;);fill:url(${bluePaint}) green"/>`,
    `<rect width="40" height="40" style="fill:1url(#a&quot;) &quot;;fill:url(${bluePaint}) green"/>`,
    `<style>@import\u00a0url("${sheet}");</style>`,
    `<style>url(a)url(#b+@import "${sheet}";</style>`,
    `<style>@\\69mpor\\74 url(a)"${sheet}";</style>`,
    `<style>@import\\a0 "${sheet}";</style>`,
    `<rect width="40" height="40" style="fill:u\\52&#13;&#10;l(${bluePaint}) green"/>`,
    `<style>rect{fill:&lt;!--url(${bluePaint})}</style><rect width="40" height="40" fill="green"/>`,
  ])('is removed or refused: %s', async inside => {
    const seen = await draw(svg(greenGround + inside)).catch(error => error.code);
    if (seen !== 'FILE_CORRUPT') for (const pixel of seen) expect(pixel[2]).toBeLessThan(40);
  });
});

describe('a drawing that costs too much', () => {
  const laughs = (inner: string, rounds: number) =>
    Array.from({ length: rounds }, (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`).join('') +
    `<g id="g0">${inner}</g><use href="#g${rounds}"/>`;

  it('by references to references is refused', async () => {
    expect(await refusalOf(draw(svg(laughs('<rect width="1" height="1"/>', 9))))).toBe('FILE_CORRUPT');
  });

  it('by patterns in patterns is refused', async () => {
    const patterns = Array.from(
      { length: 9 },
      (_, i) =>
        `<pattern id="p${i + 1}" width="1" height="1">${`<rect width="1" height="1" fill="url(#p${i})"/>`.repeat(10)}</pattern>`,
    ).join('');
    expect(await refusalOf(draw(svg(`${patterns}<rect width="40" height="40" fill="url(#p9)"/>`)))).toBe(
      'FILE_CORRUPT',
    );
  });

  it('by depth or a long chain is refused', async () => {
    expect(await refusalOf(draw(svg('<g>'.repeat(5000) + '</g>'.repeat(5000))))).toBe('FILE_CORRUPT');
    const chain = Array.from({ length: 20_000 }, (_, i) => `<g id="c${i}"><use href="#c${i + 1}"/></g>`).join('');
    expect(await refusalOf(draw(svg(chain)))).toBe('FILE_CORRUPT');
  });

  it('by entities is refused, except for the few of an old drawing program', async () => {
    const long = `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">]>`;
    expect(await refusalOf(draw(svg('<text y="9">&a;</text>', long)))).toBe('FILE_CORRUPT');
    const old = '<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg"> <!ENTITY ink "green">]>';
    const drawing = `${old}<svg xmlns="&ns_svg;" width="40" height="40"><rect width="40" height="40" fill="&ink;"/></svg>`;
    expectColours(await draw(drawing), [green, green, green, green], 0);
  });

  // With a search that backtracks, each of these takes hours.
  it.each([
    `<rect fill="url(${' '.repeat(300_000)}&quot;"/>`,
    `<rect fill="url(${' '.repeat(300_000)}a"/>`,
    `<rect fill="${'url('.repeat(100_000)}"/>`,
    `<rect fill="${'url(#a)'.repeat(200_000)}"/>`,
    `<rect style="${'url(&quot; '.repeat(50_000)}"/>`,
    `<style>${'@'.repeat(300_000)}{</style>`,
    `<style>${'@import '.repeat(50_000)}{</style>`,
    `<style>${'@"'.repeat(150_001)}{</style>`,
    `<style>url(${'\\a'.repeat(150_000)}</style>`,
    `<style>url(${'/*'.repeat(150_000)}</style>`,
  ])('by a long search is drawn, case %#', async inside => {
    expectColours(await draw(svg(inside + greenGround)), [green, green, green, green], 0);
  });

  it('in an ambiguous encoding is refused', async () => {
    expect(await refusalOf(draw(svg(greenGround, '<?xml version="1.0" encoding="UTF-7"?>')))).toBe('FILE_CORRUPT');
    expectColours(
      await draw(svg(greenGround, '<?xml version="1.0" encoding="iso-8859-1"?>')),
      [green, green, green, green],
      0,
    );
  });
});

it('wrapPng keeps alpha, profile and EXIF', async () => {
  const rgba = Uint8Array.from({ length: 4 * 4 * 4 }, (_, i) => i * 4);
  const profile = (
    await sharp(secret)
      .withIccProfile('p3')
      .toBuffer()
      .then(b => sharp(b).metadata())
  ).icc!;
  const exif = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex');
  const png = wrapPng({ data: rgba, width: 4, height: 4, channels: 4, hasAlpha: true, profile, exif, xmp: undefined });
  const { data } = await sharp(png).keepIccProfile().raw().toBuffer({ resolveWithObject: true });
  expect(new Uint8Array(data)).toEqual(rgba);
  expect(await sharp(png).metadata()).toMatchObject({ icc: profile, orientation: 6 });
});
