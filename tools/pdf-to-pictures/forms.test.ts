// Tests what lies on a page besides its content: form fields, signatures, comments; and headers behind other bytes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sniffMedia } from 'contract/media.ts';
import { sharp } from 'engines/sharp.ts';
import { type Annotation, makeFormPdf } from 'engines/test-pdf-forms.ts';
import { fixture, refusalOf } from 'engines/test-pictures.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tryRun } from '../test-run.ts';
import { pagesOptions } from './contract.ts';
import { runs } from './run.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forms-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Renders the first page at 72 dpi, so that a point of the page is a pixel. */
async function render(pdf: Buffer) {
  const path = join(folder, 'form.pdf');
  await writeFile(path, pdf);
  const { bytes } = await tryRun(runs.draw, pagesOptions, { format: 'png', dpi: 72 }, { inputs: { fileUrl: path } });
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  /** The number of pixels that are not white, in a rectangle from its upper left corner. */
  const ink = (left: number, top: number, width: number, height: number) => {
    let count = 0;
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++) if (at(x, y).some(value => value < 128)) count++;
    return count;
  };
  return { at, ink, width: info.width, height: info.height };
}

const red = '1 0 0 rg 0 0 100 40 re f';
const green = '0 1 0 rg 0 0 100 40 re f';
const isRed = [255, 0, 0];
const isGreen = [0, 255, 0];
const isWhite = [255, 255, 255];

/** A field at the left half of the page, with its entries. */
const left = (entries: string, more: Partial<Annotation> = {}): Annotation => ({
  entries: `/Subtype /Widget /F 4 /Rect [10 30 110 70] /T (left) ${entries}`,
  ...more,
});
const right = (entries: string, more: Partial<Annotation> = {}): Annotation => ({
  entries: `/Subtype /Widget /F 4 /Rect [150 30 250 70] /T (right) ${entries}`,
  ...more,
});

test('a field is drawn as its appearance says', async () => {
  const words = left('/FT /Tx /V (FILLED)', { appearances: { '': 'BT /Helv 18 Tf 2 12 Td (FILLED VALUE) Tj ET' } });
  const page = await render(makeFormPdf({ annotations: [words], drawsOwnFields: true }));
  expect(page.ink(10, 30, 100, 40)).toBeGreaterThan(150);
  expect(page.ink(150, 30, 100, 40)).toBe(0);
});

test('a field without an appearance is drawn with its value', async () => {
  const style = '/FT /Tx /DA (/Helv 18 Tf 0 g)';
  const page = await render(makeFormPdf({ annotations: [left(`${style} /V (VALUE)`), right(style)] }));
  expect(page.ink(10, 30, 100, 40)).toBeGreaterThan(100);
  expect(page.ink(150, 30, 100, 40)).toBe(0);
});

test('a signature is drawn, with and without a form in the document', async () => {
  const signature = left('/FT /Sig', { appearances: { '': red } });
  for (const isWithoutForm of [true, false]) {
    const page = await render(makeFormPdf({ annotations: [signature], isWithoutForm, drawsOwnFields: true }));
    expect(page.at(60, 50)).toEqual(isRed);
  }
});

test('checkboxes and radio buttons are drawn in their state', async () => {
  const states = { Yes: red, Off: green };
  const boxes = [
    left('/FT /Btn /V /Yes /AS /Yes', { appearances: states }),
    right('/FT /Btn /AS /Off', { appearances: states }),
  ];
  const page = await render(makeFormPdf({ annotations: boxes, drawsOwnFields: true }));
  expect([page.at(60, 50), page.at(200, 50)]).toEqual([isRed, isGreen]);
  const button = '/FT /Btn /Ff 49152 /V /Two';
  const radios = [
    left(`${button} /AS /Off`, { appearances: { One: red } }),
    right(`${button} /AS /Two`, { appearances: { Two: green } }),
  ];
  const group = await render(makeFormPdf({ annotations: radios, drawsOwnFields: true }));
  expect([group.at(60, 50), group.at(200, 50)]).toEqual([isWhite, isGreen]);
});

test('a checkbox without an appearance shows its tick', async () => {
  const style = '/FT /Btn /MK << /CA (4) >> /DA (/ZaDb 0 Tf 0 g)';
  const page = await render(
    makeFormPdf({ annotations: [left(`${style} /V /Yes /AS /Yes`), right(`${style} /AS /Off`)] }),
  );
  expect(page.ink(10, 30, 100, 40)).toBeGreaterThan(60);
  expect(page.ink(150, 30, 100, 40)).toBe(0);
});

test('combs, lines and choices without an appearance are laid out', async () => {
  const font = '/DA (/Helv 16 Tf 0 g)';
  const comb = await render(makeFormPdf({ annotations: [left(`/FT /Tx /Ff 16777216 /MaxLen 4 /V (ABCD) ${font}`)] }));
  // Each quarter of the field holds one letter.
  for (const quarter of [0, 1, 2, 3]) expect(comb.ink(10 + quarter * 25, 30, 25, 40)).toBeGreaterThan(15);
  const lines = await render(makeFormPdf({ annotations: [left(`/FT /Tx /Ff 4096 /V (first second) ${font}`)] }));
  expect(lines.ink(10, 30, 100, 18)).toBeGreaterThan(30);
  const choice = await render(
    makeFormPdf({ annotations: [left(`/FT /Ch /Ff 131072 /Opt [[(1) (Eins)] [(2) (Zwei)]] /V (2) ${font}`)] }),
  );
  expect(choice.ink(10, 30, 80, 40)).toBeGreaterThan(40);
});

test('hidden fields stay hidden', async () => {
  const flags = [2, 32, 34];
  const fields = flags.map((flag, i) => ({
    entries: `/Subtype /Widget /F ${flag} /Rect [${10 + i * 90} 30 ${90 + i * 90} 70] /FT /Tx /T (${i}) /V (x)`,
    appearances: { '': red },
  }));
  const page = await render(makeFormPdf({ annotations: fields, drawsOwnFields: true }));
  expect(page.ink(0, 0, 300, 100)).toBe(0);
});

test('fields turn with their page', async () => {
  const field = left('/FT /Sig', { appearances: { '': red } });
  const page = await render(makeFormPdf({ annotations: [field], pageEntries: '/Rotate 90', drawsOwnFields: true }));
  expect([page.width, page.height]).toEqual([100, 300]);
  expect([page.at(50, 60), page.at(50, 200)]).toEqual([isRed, isWhite]);
  const cropped = makeFormPdf({ annotations: [field], pageEntries: '/CropBox [50 0 300 100]', drawsOwnFields: true });
  const crop = await render(cropped);
  expect([crop.width, crop.at(30, 50), crop.at(80, 50)]).toEqual([250, isRed, isWhite]);
});

test('stamps and comments are drawn once, hidden ones not at all', async () => {
  const mark = (subtype: string, flag: number, from: number) => ({
    entries: `/Subtype /${subtype} /F ${flag} /Rect [${from} 30 ${from + 60} 70] /C [1 1 0] /CA 0.5 /QuadPoints [${from} 70 ${from + 60} 70 ${from} 30 ${from + 60} 30]`,
  });
  const annotations = [
    { ...mark('Stamp', 4, 10), appearances: { '': red } },
    { ...mark('FreeText', 4, 80), appearances: { '': green } },
    mark('Highlight', 4, 150),
    { ...mark('Stamp', 2, 220), appearances: { '': red } },
  ];
  const page = await render(makeFormPdf({ annotations }));
  expect([page.at(40, 50), page.at(110, 50), page.at(250, 50)]).toEqual([isRed, isGreen, isWhite]);
  const [, , blue = 255] = page.at(180, 50);
  expect(blue).toBeGreaterThan(100);
  expect(blue).toBeLessThan(150);
});

test.each([1, 14, 500, 1015, 1024])('%i bytes before the header are skipped', async count => {
  const field = left('/FT /Sig', { appearances: { '': red } });
  const pdf = makeFormPdf({ annotations: [field], drawsOwnFields: true });
  const junk = Buffer.concat([Buffer.alloc(count, 'mail header\r\n'), pdf]);
  expect(sniffMedia(junk)).toBe('pdf');
  expect((await render(junk)).at(60, 50)).toEqual(isRed);
});

test('a header further in does not make a PDF', () => {
  const pdf = makeFormPdf({ annotations: [] });
  expect(sniffMedia(Buffer.concat([Buffer.alloc(1025, 'mail header\r\n'), pdf]))).toBeNull();
  // What begins as another type is that type, whatever follows.
  expect(sniffMedia(Buffer.concat([Buffer.from('GIF89a'), pdf]))).toBe('gif');
  expect(sniffMedia(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><title>%PDF-1.4</title></svg>'))).toBe('svg');
});

test('an encrypted PDF opens unless it needs a password', async () => {
  const draw = (name: string) =>
    tryRun(runs.draw, pagesOptions, { format: 'png', dpi: 72 }, { inputs: { fileUrl: fixture(name) } });
  const { bytes } = await draw('opens-without-password.pdf');
  expect([...(await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer())]).toEqual([191, 48, 32]);
  expect(await refusalOf(draw('needs-password.pdf'))).toBe('PDF_LOCKED');
});
