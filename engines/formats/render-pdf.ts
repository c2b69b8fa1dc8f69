// Draws pages of a PDF as pixels with PDFium, compiled to WebAssembly: whatever a hostile file does to it, it cannot leave its own memory.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { AppError } from 'contract/errors.ts';
import type { RawPixels } from './decode-dib.ts';

const pointsPerInch = 72;
/** A page of more pixels is drawn smaller: posters are metres long. */
const maxPagePixels = 40_000_000;
const maxPageSide = 16_000;

/** Forms that draw themselves fill whatever memory there is; a page of 40 megapixels with large photographs takes half of this. */
const maxMemoryPages = 16_384;
const memorySection = 5;

/**
 * Lowers the largest memory that a WebAssembly module declares, in pages of 64 KiB, in place. The number keeps its length.
 * Source: WebAssembly Core Specification, binary format: modules, limits, LEB128.
 */
function limitMemory(module: Buffer, mostPages: number): void {
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
      if (readNumber() <= mostPages) return;
      const bytes = at - start;
      for (let i = 0, rest = mostPages; i < bytes; i++, rest = Math.floor(rest / 128))
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
  return new Uint8Array(module).buffer;
}

export interface OpenPdf {
  readonly pageCount: number;
  /** The page, counted from 0, on white, at up to `dpi` pixels an inch. Throws FILE_CORRUPT. */
  readonly draw: (page: number, dpi: number) => Promise<RawPixels>;
  readonly close: () => void;
}

/** Refuses PDF_LOCKED and FILE_CORRUPT. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const library = await PDFiumLibrary.init({ wasmBinary: await loadModule() });
  const refuse = (cause: unknown) => {
    const isLocked = cause instanceof Error && /password/i.test(cause.message);
    return new AppError(isLocked ? 'PDF_LOCKED' : 'FILE_CORRUPT', null, { cause });
  };
  const document = await library.loadDocument(bytes).catch((cause: unknown) => {
    throw refuse(cause);
  });
  return {
    pageCount: document.getPageCount(),
    async draw(index, dpi) {
      try {
        const page = document.getPage(index);
        const { originalWidth, originalHeight } = page.getOriginalSize();
        const longest = Math.max(originalWidth, originalHeight);
        if (!(Math.min(originalWidth, originalHeight) > 0)) throw new Error('The page has no size');
        const most = Math.min(Math.sqrt(maxPagePixels / (originalWidth * originalHeight)), maxPageSide / longest);
        const scale = Math.min(dpi / pointsPerInch, most);
        const { data, width, height } = await page.render({ scale, render: 'bitmap' });
        return { data, width, height, channels: 4 };
      } catch (cause) {
        throw refuse(cause);
      }
    },
    close() {
      document.destroy();
      library.destroy();
    },
  };
}
