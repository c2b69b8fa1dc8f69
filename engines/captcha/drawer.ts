// Draws captchas one at a time in a worker thread, so that drawing never blocks the server's event loop. Its caller bounds the orders.
import { Worker } from 'node:worker_threads';
import type { DrawnCaptcha, DrawOrder, FromThread, ToThread } from './thread-messages.ts';

export interface CaptchaDrawer {
  draw: (order: DrawOrder) => Promise<DrawnCaptcha>;
  close: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (drawn: DrawnCaptcha) => void;
  readonly reject: (error: Error) => void;
}

class ThreadDrawer implements CaptchaDrawer {
  #thread: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #orders = 0;

  draw(order: DrawOrder): Promise<DrawnCaptcha> {
    const id = this.#orders++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#thread ??= this.#start();
      this.#thread.postMessage({ id, ...order } satisfies ToThread);
    });
  }

  /** Starts the worker thread, for the first order and again after it failed. It does not keep the process alive. */
  #start(): Worker {
    const thread = new Worker(new URL('./draw-thread.ts', import.meta.url));
    thread.unref();
    thread.on('message', (message: FromThread) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.drawn) waiting?.resolve(message.drawn);
      else waiting?.reject(new Error(`a captcha was not drawn: ${message.fault}`));
    });
    thread.on('error', error => this.#drop(thread, error));
    thread.on('exit', () => this.#drop(thread, new Error('the thread that draws captchas ended')));
    return thread;
  }

  #drop(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }
}

export const openCaptchaDrawer = (): CaptchaDrawer => new ThreadDrawer();
