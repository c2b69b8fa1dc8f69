// The pictures of an artwork: decoded once, stored at halved sizes for small views, and adjusted in a worker on demand.
import { artworkLimits, type PictureLayer } from 'contract/artwork/artwork.ts';
import { hasAdjustments } from 'engines/pixels/adjust.ts';
import type { AdjustDone, AdjustJob } from './adjust-worker.ts';
import type { PictureSource } from './paint-layer.ts';

interface ShelvedPicture {
  readonly id: string;
  /** The original bytes; drafts and project files store them. */
  readonly blob: Blob;
  /** In pixels, after applying the EXIF orientation. */
  readonly width: number;
  readonly height: number;
  /** The first level is the full size, each further one half as large. */
  readonly levels: readonly ImageBitmap[];
}

const smallestLevelPx = 400;
/** While a slider moves, adjustments are shown at a reduced size that takes at most a few frames. */
const quickPixels = 500_000;
/** Limit of the cache of adjusted pictures, in addition to the originals. */
const mostVariantPixels = 120_000_000;

interface Variant {
  readonly bitmap: ImageBitmap;
  usedAt: number;
}

interface Wish {
  readonly layer: PictureLayer;
  readonly level: number;
}

const lookKey = ({ adjustments, look }: PictureLayer) => JSON.stringify([adjustments, look]);
const isPlain = ({ adjustments, look }: PictureLayer) => look === null && !hasAdjustments(adjustments);

export interface PictureShelf {
  /** Decodes and stores a picture. Throws a DOMException if the browser cannot decode it. */
  readonly add: (id: string, blob: Blob) => Promise<ShelvedPicture>;
  readonly get: (id: string) => ShelvedPicture | undefined;
  readonly findPicture: (layer: PictureLayer, scale: number) => PictureSource | undefined;
  /** Resolves once `findPicture` returns the final pixels of these layers at this scale. */
  readonly settle: (layers: readonly PictureLayer[], scale: number) => Promise<void>;
  readonly clear: () => void;
  readonly dispose: () => void;
}

async function makeLevels(whole: ImageBitmap): Promise<ImageBitmap[]> {
  const levels = [whole];
  for (;;) {
    const last = levels.at(-1)!;
    if (Math.max(last.width, last.height) < smallestLevelPx * 2) return levels;
    const [resizeWidth, resizeHeight] = [Math.ceil(last.width / 2), Math.ceil(last.height / 2)];
    levels.push(await createImageBitmap(last, { resizeWidth, resizeHeight, resizeQuality: 'medium' }));
  }
}

async function decode(blob: Blob): Promise<ImageBitmap> {
  const bitmap = await createImageBitmap(blob);
  const pixels = bitmap.width * bitmap.height;
  if (pixels <= artworkLimits.pagePixels) return bitmap;
  const ratio = Math.sqrt(artworkLimits.pagePixels / pixels);
  const [resizeWidth, resizeHeight] = [Math.floor(bitmap.width * ratio), Math.floor(bitmap.height * ratio)];
  const smaller = await createImageBitmap(bitmap, { resizeWidth, resizeHeight, resizeQuality: 'high' });
  bitmap.close();
  return smaller;
}

/** `onChange` is called when `findPicture` can return a better picture than before. */
export function makePictureShelf(onChange: () => void): PictureShelf {
  const pictures = new Map<string, ShelvedPicture>();
  const variants = new Map<string, Variant>();
  /** The last shown variant of each layer, used until its new adjustments are ready. */
  const shown = new Map<string, string>();
  const wishes = new Map<string, Wish>();
  const waiting = new Set<() => void>();
  let clock = 0;
  let worker: Worker | undefined;
  let running: { id: number; resolve: (bitmap: ImageBitmap | undefined) => void } | undefined;
  let isWorking = false;

  const keyOf = (layer: PictureLayer, level: number) => `${layer.pictureId} ${level} ${lookKey(layer)}`;

  function levelFor({ width, crop, pictureId }: PictureLayer, scale: number): number {
    const picture = pictures.get(pictureId);
    if (!picture) return 0;
    const needed = (width * scale) / crop.width;
    const level = Math.floor(Math.log2(picture.width / Math.max(1, needed)) + 1e-6);
    return Math.min(picture.levels.length - 1, Math.max(0, level));
  }

  function findVariant(key: string): ImageBitmap | undefined {
    const variant = variants.get(key);
    if (variant) variant.usedAt = clock++;
    return variant?.bitmap;
  }

  function keepVariant(key: string, bitmap: ImageBitmap): void {
    variants.set(key, { bitmap, usedAt: clock++ });
    let pixels = [...variants.values()].reduce((sum, one) => sum + one.bitmap.width * one.bitmap.height, 0);
    for (const [old, { bitmap: unused }] of [...variants].sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (pixels <= mostVariantPixels || old === key) break;
      pixels -= unused.width * unused.height;
      variants.delete(old);
      unused.close();
    }
  }

  function openWorker(): Worker {
    if (worker) return worker;
    worker = new Worker(new URL('./adjust-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<AdjustDone>) => {
      if (running?.id === data.id) running.resolve(data.bitmap);
    });
    // Its code did not load, or it ran out of memory: the next job gets another one.
    worker.addEventListener('error', () => {
      worker?.terminate();
      worker = undefined;
      running?.resolve(undefined);
    });
    return worker;
  }

  let lastJob = 0;
  async function runJob(layer: PictureLayer, level: number): Promise<void> {
    const picture = pictures.get(layer.pictureId);
    const source = picture?.levels[level];
    if (!source) return;
    const bitmap = await createImageBitmap(source);
    lastJob += 1;
    const job: AdjustJob = { id: lastJob, bitmap, adjustments: layer.adjustments, look: layer.look };
    const done = await new Promise<ImageBitmap | undefined>(resolve => {
      running = { id: job.id, resolve };
      openWorker().postMessage(job, [bitmap]);
    });
    if (done && pictures.has(layer.pictureId)) keepVariant(keyOf(layer, level), done);
  }

  /** Returns the quick level first, and the requested one when nothing newer is requested. */
  function nextJob(): Wish | undefined {
    for (const [id, { layer, level }] of wishes) {
      const levels = pictures.get(layer.pictureId)?.levels ?? [];
      const quick = Math.max(
        level,
        levels.findIndex(one => one.width * one.height <= quickPixels),
      );
      if (quick !== level && !variants.has(keyOf(layer, quick))) return { layer, level: quick };
      if (!variants.has(keyOf(layer, level))) return { layer, level };
      wishes.delete(id);
    }
    return undefined;
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    const failed = new Set<string>();
    for (let job = nextJob(); job; job = nextJob()) {
      const key = keyOf(job.layer, job.level);
      await runJob(job.layer, job.level);
      if (!variants.has(key)) {
        // Loading failed twice at this size: keep the current variant.
        if (failed.has(key)) wishes.delete(job.layer.id);
        failed.add(key);
      }
      onChange();
    }
    isWorking = false;
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  function findPicture(layer: PictureLayer, scale: number): PictureSource | undefined {
    const picture = pictures.get(layer.pictureId);
    if (!picture) return undefined;
    const level = levelFor(layer, scale);
    const plain = picture.levels[level]!;
    const asSource = (image: ImageBitmap) => ({ image, width: image.width, height: image.height });
    if (isPlain(layer)) {
      wishes.delete(layer.id);
      shown.delete(layer.id);
      return asSource(plain);
    }
    const exact = findVariant(keyOf(layer, level));
    if (exact) {
      wishes.delete(layer.id);
      shown.set(layer.id, keyOf(layer, level));
      return asSource(exact);
    }
    wishes.set(layer.id, { layer, level });
    void work();
    for (let other = picture.levels.length - 1; other >= 0; other--) {
      const near = findVariant(keyOf(layer, other));
      if (near) {
        shown.set(layer.id, keyOf(layer, other));
        return asSource(near);
      }
    }
    const before = shown.get(layer.id);
    return asSource((before === undefined ? undefined : findVariant(before)) ?? plain);
  }

  return {
    add: async (id, blob) => {
      const levels = await makeLevels(await decode(blob));
      const picture = { id, blob, width: levels[0]!.width, height: levels[0]!.height, levels };
      pictures.set(id, picture);
      onChange();
      return picture;
    },
    get: id => pictures.get(id),
    findPicture,
    settle: async (layers, scale) => {
      const isOpen = () => {
        const corrected = layers.filter(layer => !isPlain(layer));
        // Calling findPicture queues the missing variants.
        for (const layer of corrected) findPicture(layer, scale);
        return corrected.some(({ id }) => wishes.has(id));
      };
      // If the variants exceed the cache, they would evict each other forever, so the number of rounds is limited.
      for (let turns = 0; turns < layers.length * 2 + 2 && isOpen(); turns++)
        await new Promise<void>(resolve => waiting.add(resolve));
    },
    clear: () => {
      for (const { levels } of pictures.values()) for (const level of levels) level.close();
      for (const { bitmap } of variants.values()) bitmap.close();
      for (const map of [pictures, variants, shown, wishes]) map.clear();
    },
    dispose: () => {
      worker?.terminate();
      worker = undefined;
      running?.resolve(undefined);
    },
  };
}
