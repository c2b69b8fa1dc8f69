// Decodes HEIC with libheif in WebAssembly: the library inside sharp reads the header but has no HEVC decoder.
import { AppError } from 'contract/errors.ts';
import type { HeifPicture } from 'libheif-js/libheif-wasm/libheif-bundle.js';
import { loadOnce } from '../load-once.ts';
import { checkPixels } from './picture-limits.ts';

/** Two megabytes of source, and most pictures are no HEIC. */
const loadLibrary = loadOnce(async () => (await import('libheif-js/libheif-wasm/libheif-bundle.js')).default);

/** Four bytes per pixel, rotated upright by libheif according to the file's own transformations. */
export interface HeicPixels {
  readonly rgba: Uint8Array;
  readonly width: number;
  readonly height: number;
}

function draw(picture: HeifPicture, width: number, height: number): Promise<Uint8Array> {
  const data = new Uint8ClampedArray(width * height * 4);
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  picture.display({ data, width, height }, filled => {
    if (filled) resolve(new Uint8Array(data.buffer));
    else reject(new AppError('FILE_CORRUPT'));
  });
  return promise;
}

/**
 * Decodes the primary image. Throws FILE_CORRUPT and PIXELS_TOO_MANY. Each call has its own WebAssembly memory, which takes 40 ms to create and is
 * freed afterwards; a shared memory that has grown would never shrink.
 */
export async function decodeHeic(bytes: Uint8Array): Promise<HeicPixels> {
  const createHeif = await loadLibrary();
  const heif = createHeif();
  await heif.ready;
  let pictures: HeifPicture[];
  try {
    pictures = new heif.HeifDecoder().decode(bytes);
  } catch (cause) {
    // A trap inside the module; it cannot leave the module, and the instance is discarded.
    throw new AppError('FILE_CORRUPT', null, { cause });
  }
  const picture = pictures.find(candidate => candidate.is_primary()) ?? pictures[0];
  if (!picture) throw new AppError('FILE_CORRUPT');
  const width = picture.get_width();
  const height = picture.get_height();
  checkPixels(width, height);
  return { rgba: await draw(picture, width, height), width, height };
}
