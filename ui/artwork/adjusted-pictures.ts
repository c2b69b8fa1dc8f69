// Adjusted pictures: made in a worker, one after another, and cached within a limit.
import type { PictureLayer } from 'contract/artwork/artwork.ts';
import type { AdjustDone, AdjustJob } from './adjust-worker.ts';

/** Limit of the cache of adjusted pictures, in addition to the originals. */
const maxVariantPixels = 120_000_000;

interface Variant {
  readonly bitmap: ImageBitmap;
  usedAt: number;
}

interface VariantCache {
  readonly has: (key: string) => boolean;
  readonly find: (key: string) => ImageBitmap | undefined;
  /** Drops what has not been used for longest if the cache exceeds its limit. */
  readonly keep: (key: string, bitmap: ImageBitmap) => void;
  readonly clear: () => void;
}

export function openVariantCache(): VariantCache {
  const variants = new Map<string, Variant>();
  let clock = 0;
  return {
    has: key => variants.has(key),
    find(key) {
      const variant = variants.get(key);
      if (variant) variant.usedAt = clock++;
      return variant?.bitmap;
    },
    keep(key, bitmap) {
      variants.set(key, { bitmap, usedAt: clock++ });
      let pixels = [...variants.values()].reduce((sum, one) => sum + one.bitmap.width * one.bitmap.height, 0);
      for (const [old, { bitmap: unused }] of [...variants].sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
        if (pixels <= maxVariantPixels || old === key) break;
        pixels -= unused.width * unused.height;
        variants.delete(old);
        unused.close();
      }
    },
    clear() {
      for (const { bitmap } of variants.values()) bitmap.close();
      variants.clear();
    },
  };
}

interface Adjuster {
  /** Returns a copy of the picture with the layer's adjustments and look; undefined if the worker failed. One call at a time. */
  readonly adjust: (source: ImageBitmap, layer: PictureLayer) => Promise<ImageBitmap | undefined>;
  readonly dispose: () => void;
}

export function openAdjuster(): Adjuster {
  let worker: Worker | undefined;
  let running: { id: number; resolve: (bitmap: ImageBitmap | undefined) => void } | undefined;
  let lastJob = 0;

  function end(): void {
    worker?.terminate();
    worker = undefined;
    running?.resolve(undefined);
  }

  function openWorker(): Worker {
    if (worker) return worker;
    worker = new Worker(new URL('./adjust-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<AdjustDone>) => {
      if (running?.id === data.id) running.resolve(data.bitmap);
    });
    // Its code did not load, or it ran out of memory: the next job gets another one.
    worker.addEventListener('error', end);
    return worker;
  }

  return {
    async adjust(source, { adjustments, look }) {
      const bitmap = await createImageBitmap(source);
      lastJob += 1;
      const job: AdjustJob = { id: lastJob, bitmap, adjustments, look };
      return new Promise(resolve => {
        running = { id: job.id, resolve };
        openWorker().postMessage(job, [bitmap]);
      });
    },
    dispose: end,
  };
}
