// Decodes HEIC with libheif in WebAssembly: the library inside sharp reads the header but has no HEVC decoder.
import { AppError } from 'contract/errors.ts';
import createHeif, { type HeifPicture } from 'libheif-js/libheif-wasm/libheif-bundle.js';
import { checkPixels } from './picture-limits.ts';

/** Four bytes a pixel, turned upright by libheif as the file's own transformations say. */
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
 * The primary picture. Refuses FILE_CORRUPT and PIXELS_TOO_MANY. Each call has a WebAssembly memory of its own: 40 ms to
 * make, and it is given back, which one that has grown never is.
 */
export async function decodeHeic(bytes: Uint8Array): Promise<HeicPixels> {
  const heif = createHeif();
  await heif.ready;
  let pictures: HeifPicture[];
  try {
    pictures = new heif.HeifDecoder().decode(bytes);
  } catch (cause) {
    // A trap inside the module; it stays inside, and the instance is thrown away.
    throw new AppError('FILE_CORRUPT', null, { cause });
  }
  const picture = pictures.find(candidate => candidate.is_primary()) ?? pictures[0];
  if (!picture) throw new AppError('FILE_CORRUPT');
  const width = picture.get_width();
  const height = picture.get_height();
  checkPixels(width, height);
  return { rgba: await draw(picture, width, height), width, height };
}
