// The thread that draws captchas: takes orders, one after the other.
import { parentPort } from 'node:worker_threads';
import { drawBlockPuzzle } from './block-puzzle.ts';
import { drawClickWord } from './click-word.ts';
import type { DrawOrder, FromThread } from './thread-messages.ts';

async function fill({ id, kind, language }: DrawOrder): Promise<FromThread> {
  try {
    return { id, drawn: await (kind === 'blockPuzzle' ? drawBlockPuzzle() : drawClickWord(language)) };
  } catch (error) {
    return { id, fault: String(error) };
  }
}

let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (order: DrawOrder) => {
  last = last.then(async () => parentPort?.postMessage(await fill(order)));
});
