// Watches how much a run writes.
import { measureFolder } from './scratch.ts';

const pauseMs = 1000;

/** Looks at a folder until the returned function is called, and calls `onOver` whenever it holds more than that. */
export function watchDisk(folder: string, maxBytes: number, onOver: () => void): () => void {
  let isMeasuring = false;
  const timer = setInterval(async () => {
    // Measuring very many files takes longer than the pause.
    if (isMeasuring) return;
    isMeasuring = true;
    const bytes = await measureFolder(folder);
    isMeasuring = false;
    if (bytes > maxBytes) onOver();
  }, pauseMs);
  return () => clearInterval(timer);
}
