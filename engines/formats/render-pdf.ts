// Renders pages of a PDF as pixels, in a thread that is terminated when a page takes too long: a few hundred bytes can request hours of rendering.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from 'contract/errors.ts';
import type { RawPixels } from './decode-dib.ts';
import type { FromPdfThread, PageOrder } from './pdf-thread.ts';

/**
 * Limits of this process's CPU time for opening a document or a page, plus an allowance per megapixel rendered: dense maps take a few seconds, and a
 * page at screen size may take five at most. CPU time, so that nothing more is refused on a busy machine.
 */
const limitsOfPages: PdfLimits = { stepCpuMs: 4000, megapixelCpuMs: 400 };
const longestStepCpuMs = 12_000;
const lookEveryMs = 100;
/** Shorter in tests. */
interface PdfLimits {
  readonly stepCpuMs: number;
  readonly megapixelCpuMs: number;
}

export interface OpenPdf {
  readonly pageCount: number;
  /** Renders a page (zero-based) on white, at up to `dpi` pixels per inch. Throws FILE_CORRUPT, or DEADLINE for a page that takes too long. */
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

/** Waits for the thread's next answer. Terminates the thread and throws DEADLINE when the step takes too much CPU time. */
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

/** Opens a PDF. Throws PDF_LOCKED, FILE_CORRUPT and DEADLINE. */
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
      const allowed = Math.min(longestStepCpuMs, limits.stepCpuMs + limits.megapixelCpuMs * measured.megapixels);
      const drawn = await ask('draw', allowed);
      if (!('pixels' in drawn)) throw refuse('fault' in drawn ? drawn.fault : '');
      return drawn.pixels;
    },
    close: () => void thread.terminate(),
  };
}
