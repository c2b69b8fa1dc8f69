// The thread in which PDFium renders the pages of one PDF. PDFium is compiled to WebAssembly, so that a malicious file cannot reach beyond its
// memory.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { RawPixels } from './decode-dib.ts';
import { openPdfium } from './open-pdfium.ts';

const pointsPerInch = 72;
/** A page with more pixels is rendered smaller: posters are metres long. */
const maxPagePixels = 40_000_000;
const maxPageSide = 16_000;

/** Recursive forms would fill all available memory; a page of 40 megapixels with large photographs takes half of this. */
const maxMemoryPages = 16_384;
const memorySection = 5;

/**
 * Lowers the maximum memory declared by a WebAssembly module, in pages of 64 KiB, in place. The number keeps its encoded length. Source: WebAssembly
 * Core Specification, binary format: modules, limits, LEB128.
 */
function limitMemory(module: Buffer, maxPages: number): void {
  let at = 8;
  const readNumber = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++]!;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < module.length) {
    const section = module[at++];
    const end = readNumber() + at;
    if (section === memorySection && readNumber() === 1 && module[at++] === 1) {
      readNumber();
      const start = at;
      if (readNumber() <= maxPages) return;
      const bytes = at - start;
      for (let i = 0, rest = maxPages; i < bytes; i++, rest = Math.floor(rest / 128))
        module[start + i] = (rest % 128) | (i < bytes - 1 ? 0x80 : 0);
      return;
    }
    at = end;
  }
  throw new Error('The module declares no largest memory');
}

async function loadModule(): Promise<ArrayBuffer> {
  const module = await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  limitMemory(module, maxMemoryPages);
  return Uint8Array.from(module).buffer;
}

/** The number of pages of an opened document, the size of a page, a rendered page, or the message of the error that prevented it. */
export type FromPdfThread =
  | { readonly pageCount: number }
  | { readonly megapixels: number }
  | { readonly pixels: RawPixels }
  | { readonly fault: string };

export interface PageOrder {
  readonly does: 'measure' | 'draw';
  /** Zero-based. */
  readonly page: number;
  readonly dpi: number;
}

const answer = (message: FromPdfThread, transferred: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transferred);

async function openDocument() {
  const library = await openPdfium(await loadModule());
  return library.loadDocument(workerData as Uint8Array);
}

type Document = Awaited<ReturnType<typeof openDocument>>;

/** The page measured last, which is usually rendered next: opening a page parses all its content. */
let measured: { readonly index: number; readonly page: ReturnType<Document['getPage']> } | undefined;

const sideOf = (pixels: number): number => Math.max(1, Math.round(pixels));

async function measureOrDraw(document: Document, { does, page: index, dpi }: PageOrder) {
  const page = measured?.index === index ? measured.page : document.getPage(index);
  measured = does === 'measure' ? { index, page } : undefined;
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const longest = Math.max(originalWidth, originalHeight);
  if (!(Math.min(originalWidth, originalHeight) > 0)) throw new Error('The page has no size');
  const max = Math.min(Math.sqrt(maxPagePixels / (originalWidth * originalHeight)), maxPageSide / longest);
  const scale = Math.min(dpi / pointsPerInch, max);
  if (does === 'measure') return answer({ megapixels: (originalWidth * originalHeight * scale ** 2) / 1e6 });
  // By itself PDFium's library rounds a page down to whole points, and then to whole pixels.
  const sides = { width: sideOf(originalWidth * scale), height: sideOf(originalHeight * scale) };
  const { data, width, height } = await page.render({ ...sides, render: 'bitmap', renderFormFields: true });
  // Copied, because the result may lie in PDFium's memory.
  const pixels = Uint8Array.from(data);
  answer({ pixels: { data: pixels, width, height, channels: 4 } }, [pixels.buffer]);
}

const fail = (error: unknown) => answer({ fault: error instanceof Error ? error.message : String(error) });

const opening = openDocument();
opening.then(document => answer({ pageCount: document.getPageCount() }), fail);
let last: Promise<unknown> = opening;
parentPort?.on('message', (order: PageOrder) => {
  last = last.then(() => opening).then(document => measureOrDraw(document, order).catch(fail));
});
