// The worker thread that draws captchas, one order at a time.
import { parentPort } from 'node:worker_threads';
import { drawBlockPuzzle } from './block-puzzle.ts';
import { drawClickWord } from './click-word.ts';
import { drawFigureRow } from './figure-row.ts';
import type { DrawnCaptcha, DrawOrder, FromThread, ToThread } from './thread-messages.ts';

function draw({ kind, language, isSuspect }: DrawOrder): Promise<DrawnCaptcha> {
  if (kind === 'clickWord') return drawClickWord(language);
  return isSuspect ? drawFigureRow() : drawBlockPuzzle();
}

async function fill({ id, ...order }: ToThread): Promise<FromThread> {
  try {
    return { id, drawn: await draw(order) };
  } catch (error) {
    return { id, fault: String(error) };
  }
}

let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (order: ToThread) => {
  last = last.then(async () => parentPort?.postMessage(await fill(order)));
});
