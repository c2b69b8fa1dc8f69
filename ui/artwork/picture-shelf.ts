// The pictures of an artwork: decoded once, stored at halved sizes for small views, and adjusted in a worker on demand.
import { artworkLimits, type PictureLayer } from 'contract/artwork/artwork.ts';
import { hasAdjustments } from 'engines/pixels/adjust.ts';
import { openAdjuster, openVariantCache } from './adjusted-pictures.ts';
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

/** The level of a picture that has just enough pixels for a layer at this scale. */
function levelFor(picture: ShelvedPicture, { width, crop }: PictureLayer, scale: number): number {
  const needed = (width * scale) / crop.width;
  const level = Math.floor(Math.log2(picture.width / Math.max(1, needed)) + 1e-6);
  return Math.min(picture.levels.length - 1, Math.max(0, level));
}

/** `onChange` is called when `findPicture` can return a better picture than before. */
export function makePictureShelf(onChange: () => void): PictureShelf {
  const pictures = new Map<string, ShelvedPicture>();
  const variants = openVariantCache();
  const adjuster = openAdjuster();
  /** The last shown variant of each layer, used until its new adjustments are ready. */
  const shown = new Map<string, string>();
  const wishes = new Map<string, Wish>();
  const waiting = new Set<() => void>();
  let isWorking = false;

  const keyOf = (layer: PictureLayer, level: number) => `${layer.pictureId} ${level} ${lookKey(layer)}`;

  async function runJob(layer: PictureLayer, level: number): Promise<void> {
    const picture = pictures.get(layer.pictureId);
    const source = picture?.levels[level];
    if (!source) return;
    const done = await adjuster.adjust(source, layer);
    if (done && pictures.has(layer.pictureId)) variants.keep(keyOf(layer, level), done);
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
    const level = levelFor(picture, layer, scale);
    const plain = picture.levels[level]!;
    const asSource = (image: ImageBitmap) => ({ image, width: image.width, height: image.height });
    if (isPlain(layer)) {
      wishes.delete(layer.id);
      shown.delete(layer.id);
      return asSource(plain);
    }
    const exact = variants.find(keyOf(layer, level));
    if (exact) {
      wishes.delete(layer.id);
      shown.set(layer.id, keyOf(layer, level));
      return asSource(exact);
    }
    wishes.set(layer.id, { layer, level });
    void work();
    for (let other = picture.levels.length - 1; other >= 0; other--) {
      const near = variants.find(keyOf(layer, other));
      if (near) {
        shown.set(layer.id, keyOf(layer, other));
        return asSource(near);
      }
    }
    const before = shown.get(layer.id);
    return asSource((before === undefined ? undefined : variants.find(before)) ?? plain);
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
      for (const one of [pictures, variants, shown, wishes]) one.clear();
    },
    dispose: adjuster.dispose,
  };
}
