// Draws pages of a PDF as pixels with PDFium, compiled to WebAssembly: whatever a hostile file does to it, it cannot leave its own memory.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { AppError } from 'contract/errors.ts';
import type { RawPixels } from './decode-dib.ts';

const pointsPerInch = 72;
/** A page of more pixels is drawn smaller: posters are metres long. */
const maxPagePixels = 40_000_000;
const maxPageSide = 16_000;

export interface OpenPdf {
  readonly pageCount: number;
  /** The page, counted from 0, on white, at up to `dpi` pixels an inch. Throws FILE_CORRUPT. */
  readonly draw: (page: number, dpi: number) => Promise<RawPixels>;
  readonly close: () => void;
}

/** Refuses PDF_LOCKED and FILE_CORRUPT. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const library = await PDFiumLibrary.init();
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
