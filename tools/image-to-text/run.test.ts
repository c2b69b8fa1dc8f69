// Tests the tool on real files: text, boxes and written files.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import AdmZip from 'adm-zip';
import { errors } from 'contract/errors.ts';
import { sharp } from 'engines/sharp.ts';
import { fixture, refusalOf } from 'engines/test-pictures.ts';
import { drawPage, drawPageWithSmudge } from 'engines/text/test-page.ts';
import { describe, expect, it } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { type Page, readOptions, type WriteOptions, writeOptions } from './contract.ts';
import { runs } from './run.ts';

type Options = Parameters<typeof readOptions.parse>[0];

const read = (path: string, options: Options = {}) =>
  tryRun(runs.read, readOptions, options as never, { inputs: { imageUrl: path } });

async function save(name: string, bytes: Buffer): Promise<string> {
  const path = join(await makeTestFolder(), name);
  await writeFile(path, bytes);
  return path;
}

const notice = () =>
  drawPage({ width: 420, height: 240 }, [
    { text: 'Opening hours', x: 20, y: 16, size: 40 },
    { text: 'The library is open every day\nfrom nine to six', x: 20, y: 110, size: 22 },
    { text: '图书馆每天开放', x: 20, y: 190, size: 22 },
  ]);

describe('a page of text', () => {
  it('of which a line could not be read is said to be unsure, though all that was read is right', async () => {
    const { output } = await read(await save('smudge.png', await drawPageWithSmudge()));
    expect(output.text).toBe('Boats come in with the tide\n\n图书馆每周二至周日开放');
    expect(output.meta?.warnings).toEqual(['text-unsure']);
  });

  it('becomes text, boxes, TXT, Word, Markdown and PDF', async () => {
    const { output, steps } = await read(await save('notice.png', await notice()));
    expect(output.text).toBe('Opening hours\n\nThe library is open every day from nine to six\n\n图书馆每天开放');
    expect(output.boxes!.map(({ text }) => text)).toEqual([
      'Opening hours',
      'The library is open every day',
      'from nine to six',
      '图书馆每天开放',
    ]);
    for (const { x, y, w, h, score } of output.boxes!) {
      expect(x >= 0 && y >= 0 && x + w <= 420 && y + h <= 240 && score > 0.9).toBe(true);
    }
    expect(output.meta).toMatchObject({ engine: 'ppocr', warnings: [], turn: 0, inputWidth: 420, inputHeight: 240 });
    expect(output.files.map(({ name, type }) => [name, type])).toEqual([
      ['notice.txt', 'txt'],
      ['notice.docx', 'docx'],
      ['notice.md', 'md'],
      ['notice.pdf', 'pdf'],
    ]);
    const [txt, , md, pdf] = await Promise.all(output.files.map(({ path }) => readFile(path)));
    expect(txt!.toString()).toBe(`\ufeff${output.text}\n`);
    expect(md!.toString()).toMatch(/^#{1,2} Opening hours\n\nThe library/);
    expect(pdf!.subarray(0, 5).toString()).toBe('%PDF-');
    // 图书馆每天开放 as UTF-16 codes.
    expect(pdf!.includes('<56fe4e6699866bcf59295f00653e> Tj')).toBe(true);
    expect(steps.every(([percent], i) => percent >= (steps[i - 1]?.[0] ?? 0))).toBe(true);
    expect(steps.length).toBeGreaterThan(5);
  });

  it.each([['lines'], [false]] as const)('with textFlag %s keeps its line breaks', async textFlag => {
    const { output } = await read(await save('notice.png', await notice()), { textFlag, files: ['txt'] });
    expect(output.text).toContain('open every day\nfrom nine to six');
    expect(output.files).toHaveLength(1);
  });

  it('of white letters on a transparent background is read over a dark one', async () => {
    const ink = await sharp(
      await drawPage({ width: 300, height: 80, ink: '#ffffff', paper: '#000000' }, [
        { text: 'Set sail at dawn', x: 20, y: 20 },
      ]),
    )
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    const white = sharp({ create: { width: 300, height: 80, channels: 3, background: '#ffffff' } });
    const logo = await white
      .joinChannel(ink, { raw: { width: 300, height: 80, channels: 1 } })
      .png()
      .toBuffer();
    const { output } = await read(await save('logo.png', logo), { files: ['txt'] });
    expect(output.text).toBe('Set sail at dawn');
  });

  it('with an EXIF orientation has upright boxes, its JPEG inside the PDF, and the page rotated', async () => {
    const onItsSide = await sharp(await notice())
      .rotate(90)
      .withMetadata({ orientation: 3 })
      .jpeg({ quality: 90 })
      .toBuffer();
    const { output } = await read(await save('side.jpg', onItsSide), { files: ['pdf'] });
    expect(output.text).toContain('The library is open every day');
    expect(output.meta).toMatchObject({ turn: 90, inputWidth: 240, inputHeight: 420 });
    const pdf = (await readFile(output.files[0]!.path)).toString('latin1');
    expect(pdf).toContain('/DCTDecode');
    expect(pdf).toContain('/Rotate 90');
  });
});

/** Returns the contents of a Word document: paragraphs with their styles, and tables as rows of cells. */
function openDocx(bytes: Buffer) {
  const zip = new AdmZip(bytes);
  const xml = zip.readAsText('word/document.xml');
  const textsOf = (part: string) =>
    [...part.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:(br)\/>/g)].map(([, text, br]) => (br ? '\n' : text)).join('');
  const list = (part: string, tag: string) =>
    [...part.matchAll(new RegExp(`<w:${tag}(?: [^>]*)?>(.*?)</w:${tag}>`, 'gs'))].map(([, inside]) => inside!);
  const tables = list(xml, 'tbl').map(table => list(table, 'tr').map(row => list(row, 'tc').map(textsOf)));
  const paragraphs = list(xml.replace(/<w:tbl>.*?<\/w:tbl>/gs, ''), 'p')
    .map(inside => ({ style: /w:pStyle w:val="([^"]+)"/.exec(inside)?.[1], text: textsOf(inside) }))
    .filter(({ text }) => text);
  return { tables, paragraphs, names: zip.getEntries().map(({ entryName }) => entryName), zip };
}

describe('a Word document', () => {
  it('contains headings, paragraphs, bullets and a table', async () => {
    const page = await drawPage({ width: 640, height: 460 }, [
      { text: 'Price list', x: 20, y: 16, size: 44 },
      {
        text: 'All prices hold until the end of the year and\ninclude the delivery to your door.',
        x: 20,
        y: 96,
        size: 22,
      },
      { text: '• paper bags', x: 20, y: 176, size: 22 },
      ...[
        ['Item', 'Size', '价格'],
        ['Green tea', '250 g', '38'],
        ['Oolong', '500 g', '72'],
      ].flatMap((row, y) => row.map((text, x) => ({ text, x: 20 + x * 210, y: 240 + y * 60, size: 24 }))),
    ]);
    const { output, bytes } = await read(await save('prices.png', page), { files: ['docx'] });
    expect(output.files[0]).toMatchObject({ name: 'prices.docx', type: 'docx' });
    const { paragraphs, tables, names, zip } = openDocx(bytes);
    expect(names).toContain('[Content_Types].xml');
    expect(paragraphs).toEqual([
      { style: 'Heading2', text: 'Price list' },
      {
        style: undefined,
        text: 'All prices hold until the end of the year and include the delivery to your door.',
      },
      { style: 'ListParagraph', text: 'paper bags' },
    ]);
    expect(tables).toEqual([
      [
        ['Item', 'Size', '价格'],
        ['Green tea', '250 g', '38'],
        ['Oolong', '500 g', '72'],
      ],
    ]);
    // Word would show an author in the file's properties.
    expect(zip.readAsText('docProps/core.xml')).not.toMatch(/creator|lastModifiedBy/);
  });
});

describe('an edited page', () => {
  const quad = (x: number, y: number) => [x, y, x + 100, y, x + 100, y + 20, x, y + 20];
  const piece = (text: string, before = '', y = 0) => ({ before, text, score: 1, quad: quad(10, y) });
  const page: Page = {
    turn: 0,
    isCut: false,
    paragraphs: [
      { kind: 'heading', level: 1, pieces: [piece('Titel & <Wort>')] },
      { kind: 'text', pieces: [piece('first exam-', '', 40), piece('ple', '\n-', 60), piece('第二', '\n ', 80)] },
      { kind: 'row', pieces: [piece('a'), piece('b', '\t\t')] },
      { kind: 'row', pieces: [piece('c', '\t'), piece('d\u0001\ud800', '\t')] },
      { kind: 'text', pieces: [piece('', '', 100)] },
    ],
  };
  const write = async (options: Partial<WriteOptions>) =>
    tryRun(runs.write, writeOptions, { page, ...options } as never, {
      inputs: { imageUrl: await save('notice.png', await notice()) },
    });

  it('is written to every file as it was edited', async () => {
    const { output } = await write({});
    expect(output.text).toBe('Titel & <Wort>\n\nfirst example 第二\n\na\t\tb\n\tc\td\u0001\ud800');
    const [txt, docx, md, pdf] = await Promise.all(output.files.map(({ path }) => readFile(path)));
    expect(txt!.toString()).toContain('first example 第二');
    const { paragraphs, tables } = openDocx(docx!);
    expect(paragraphs.map(({ text }) => text)).toEqual(['Titel &amp; &lt;Wort&gt;', 'first example 第二']);
    expect(tables).toEqual([
      [
        ['a', '', 'b'],
        ['', 'c', 'd\ufffd'],
      ],
    ]);
    expect(md!.toString()).toContain('| a |  | b |');
    // 第二 as UTF-16 codes.
    expect(pdf!.includes('<7b2c4e8c> Tj')).toBe(true);
  });

  it('keeps the line breaks of the image on request, and is returned unchanged', async () => {
    const { output } = await write({ textFlag: 'lines', files: ['docx'] });
    expect(output.text).toContain('first exam-\nple\n第二');
    expect(openDocx(await readFile(output.files[0]!.path)).paragraphs[1]!.text).toBe('first exam-\nple\n第二');
    expect(output.boxes).toHaveLength(9);
    expect(output.meta!.paragraphs).toEqual(
      page.paragraphs.map(({ pieces, ...rest }) => ({ ...rest, before: pieces.map(({ before }) => before) })),
    );
  });

  it('without text gives no files', async () => {
    const { output } = await write({ page: { ...page, paragraphs: [{ kind: 'text', pieces: [piece(' ')] }] } });
    expect(output.files).toEqual([]);
  });
});

describe('photographs', () => {
  it('a sign in an astronaut’s hands is read', async () => {
    const { output } = await read(photos.astronaut);
    expect(output.text!.split(/\s+/).sort()).toEqual(['FOR', 'SALE']);
    const [box] = output.boxes!;
    expect(box!.x).toBeGreaterThan(300);
    expect(box!.x + box!.w).toBeLessThan(520);
  });

  it('one without text gives a warning and no files', async () => {
    const { output } = await read(photos.peaks);
    expect(output).toMatchObject({ text: '', boxes: [], meta: { warnings: ['no-text'] }, hasNoEffect: true });
    expect(output.files).toEqual([]);
  });
});

describe('unusual files', () => {
  it.each(['plain.heic', 'plain.bmp', 'cmyk.jpg', 'sixteen-bit.tiff', 'plain.svg', 'grey-alpha.png'])(
    '%s has no text',
    async name => {
      const { output } = await read(fixture(name));
      expect(output.text).toBe('');
      expect(output.inputPreviewPath !== undefined).toBe(/heic|tiff/.test(name));
    },
  );

  it('warns that only one frame of an animation is read', async () => {
    const { output } = await read(fixture('animated-3-frames.gif'), { files: ['txt'] });
    expect(output.meta!.warnings).toContain('first-frame-only');
  });

  it('a damaged file is refused', async () => {
    const code = await refusalOf(read(fixture('truncated.jpg')));
    expect(code).toBe('FILE_CORRUPT');
    expect(errors).toHaveProperty(code as string);
  });
});
