// Test helpers that run a conversion and inspect the result, including icons and PDFs.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type MediaName, mediaOfName } from 'contract/media.ts';
import type { Output } from 'contract/run.ts';
import { decodeBmp } from 'engines/formats/decode-bmp.ts';
import { fromPixels } from 'engines/preview.ts';
import { sharp } from 'engines/sharp.ts';
import { lookAt } from 'engines/test-pictures.ts';
import { type ConvertOptions, convertOptions, type OutputFormat } from './contract.ts';
import { runs } from './run.ts';

export interface Conversion {
  readonly output: Output;
  readonly file: Output['files'][number];
  readonly bytes: Buffer;
  readonly meta: Readonly<Record<string, unknown>> & { readonly warnings: readonly string[] };
  readonly steps: readonly (readonly [number, string])[];
}

const folders: string[] = [];

/** Removes the folders of all conversions; to be called after each test. */
export async function removeConversions(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
}

export async function convert(
  path: string,
  options: Partial<ConvertOptions> & { format: OutputFormat },
  name = basename(path),
): Promise<Conversion> {
  const folder = await mkdtemp(join(tmpdir(), 'convert-'));
  folders.push(folder);
  const steps: [number, string][] = [];
  const output = await runs.convert({
    options: convertOptions.parse(options),
    inputs: { imageUrl: { path, name, bytes: (await stat(path)).size, type: mediaOfName(path) as MediaName } },
    lists: {},
    models: {},
    folder,
    progress: (percent, stage) => steps.push([percent, stage]),
  });
  const file = output.files[0]!;
  return { output, file, bytes: await readFile(file.path), meta: output.meta as Conversion['meta'], steps };
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly filter: string;
  readonly matrix: readonly number[];
  readonly stream: Buffer;
  readonly dictionary: string;
}

/** Reads a PDF with one image by its cross-reference table, as a reader would. */
export function readPdf(bytes: Buffer): PdfPage {
  const text = bytes.toString('latin1');
  const tableAt = Number(text.match(/startxref\n(\d+)\n%%EOF\n$/)![1]);
  const starts = [...text.slice(tableAt).matchAll(/(\d{10}) 00000 n/g)].map(match => Number(match[1]));
  const objects = starts.map((start, i) => {
    const head = text.slice(start, text.indexOf('>>\n', start) + 3);
    if (!head.startsWith(`${i + 1} 0 obj`)) throw new Error(`object ${i + 1} is not where the table says`);
    const length = Number(head.match(/\/Length (\d+)/)?.[1] ?? 0);
    const at = start + text.slice(start).search(/stream\n/) + 7;
    if (length && text.slice(at + length, at + length + 10) !== '\nendstream')
      throw new Error('stream of wrong length');
    return { head, stream: bytes.subarray(at, at + length) };
  });
  const [width, height] = objects[2]!.head
    .match(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/)!
    .slice(1)
    .map(Number);
  const picture = objects[4]!;
  return {
    width: width!,
    height: height!,
    filter: picture.head.match(/\/Filter \/(\w+)/)![1]!,
    matrix: objects[3]!.stream
      .toString()
      .match(/^q (.*) cm/)![1]!
      .split(' ')
      .map(Number),
    stream: picture.stream,
    dictionary: picture.head,
  };
}

/** Returns the image of an unrotated PDF page: a JPEG as it is, rows wrapped in a PNG. */
function pictureOfPage({ filter, stream, dictionary }: PdfPage): Buffer {
  if (filter === 'DCTDecode') return stream;
  const number = (name: string) => Number(dictionary.match(new RegExp(`/${name} (\\d+)`))![1]);
  const palette = dictionary.match(/\/Indexed \/DeviceRGB \d+ <([0-9a-f]+)>/)?.[1];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(number('Width'), 0);
  head.writeUInt32BE(number('Height'), 4);
  head.set([number('BitsPerComponent'), palette ? 3 : dictionary.includes('/DeviceGray') ? 0 : 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...(palette ? [chunk('PLTE', Buffer.from(palette, 'hex'))] : []),
    chunk('IDAT', stream),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length);
  head.write(name, 4, 'latin1');
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body, crc32(head.subarray(4))));
  return Buffer.concat([head, body, check]);
}

/** Opens any result: of an icon the largest entry, of a PDF the page's image. */
function openResult(format: OutputFormat, bytes: Buffer) {
  if (format === 'bmp') return fromPixels(decodeBmp(bytes));
  if (format === 'ico') return sharp(listIcon(bytes).at(-1)!.body);
  return sharp(format === 'pdf' ? pictureOfPage(readPdf(bytes)) : bytes);
}

export const lookAtResult = (format: OutputFormat, bytes: Buffer): Promise<number[][]> =>
  lookAt(openResult(format, bytes));

/** Returns the entries of an icon file in their order. */
export function listIcon(bytes: Buffer): { side: number; body: Buffer }[] {
  return Array.from({ length: bytes.readUInt16LE(4) }, (_, i) => {
    const at = 6 + i * 16;
    const start = bytes.readUInt32LE(at + 12);
    return { side: bytes[at] || 256, body: bytes.subarray(start, start + bytes.readUInt32LE(at + 8)) };
  });
}
