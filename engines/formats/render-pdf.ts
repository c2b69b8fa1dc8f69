// Draws pages of a PDF as pixels, in a thread that is ended when a page takes too long: a few hundred bytes can ask for hours of drawing.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from 'contract/errors.ts';
import type { RawPixels } from './decode-dib.ts';
import type { FromPdfThread, PageOrder } from './pdf-thread.ts';

/**
 * CPU time of this process that opening or a page may take, and more of it for each megapixel that is drawn: dense maps take a few seconds,
 * and five are the most that a page on a screen may cost. CPU time, because a busy machine refuses nothing more.
 */
const limitsOfPages: PdfLimits = { stepCpuMs: 4000, megapixelCpuMs: 400 };
const mostCpuMs = 12_000;
const lookEveryMs = 100;
/** Tests set shorter times. */
interface PdfLimits {
  readonly stepCpuMs: number;
  readonly megapixelCpuMs: number;
}

export interface OpenPdf {
  readonly pageCount: number;
  /** The page, counted from 0, on white, at up to `dpi` pixels an inch. Throws FILE_CORRUPT, or DEADLINE for a page without end. */
  readonly draw: (page: number, dpi: number) => Promise<RawPixels>;
  readonly close: () => void;
}

const refuse = (fault: string) => {
  const cause = new Error(fault);
  return new AppError(/password/i.test(fault) ? 'PDF_LOCKED' : 'FILE_CORRUPT', null, { cause });
};

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The thread's next answer. Ends the thread and throws DEADLINE when the step takes too much CPU time. */
async function nextAnswer(thread: Worker, maxCpuMs: number): Promise<FromPdfThread> {
  const startedAt = cpuMs();
  const ended = new AbortController();
  const timer = setInterval(() => {
    if (cpuMs() - startedAt < maxCpuMs) return;
    ended.abort(new AppError('DEADLINE'));
    void thread.terminate();
  }, lookEveryMs);
  try {
    const [message] = await Promise.race([
      once(thread, 'message', { signal: ended.signal }),
      once(thread, 'exit', { signal: ended.signal }).then(([code]) => [{ fault: `the thread ended with ${code}` }]),
    ]);
    return message as FromPdfThread;
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : refuse(String(error));
  } finally {
    clearInterval(timer);
    ended.abort();
  }
}

/** Refuses PDF_LOCKED, FILE_CORRUPT and DEADLINE. */
export async function openPdf(bytes: Uint8Array, limits: PdfLimits = limitsOfPages): Promise<OpenPdf> {
  const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), { workerData: bytes, env: {} });
  const opened = await nextAnswer(thread, limits.stepCpuMs);
  if (!('pageCount' in opened)) {
    await thread.terminate();
    throw refuse('fault' in opened ? opened.fault : '');
  }
  return {
    pageCount: opened.pageCount,
    async draw(page, dpi) {
      const ask = (does: PageOrder['does'], maxCpuMs: number) => {
        thread.postMessage({ does, page, dpi } satisfies PageOrder);
        return nextAnswer(thread, maxCpuMs);
      };
      const measured = await ask('measure', limits.stepCpuMs);
      if (!('megapixels' in measured)) throw refuse('fault' in measured ? measured.fault : '');
      const allowed = Math.min(mostCpuMs, limits.stepCpuMs + limits.megapixelCpuMs * measured.megapixels);
      const drawn = await ask('draw', allowed);
      if (!('pixels' in drawn)) throw refuse('fault' in drawn ? drawn.fault : '');
      return drawn.pixels;
    },
    close: () => void thread.terminate(),
  };
}
