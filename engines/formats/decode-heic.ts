// Decodes HEIC with libheif in WebAssembly: the library inside sharp reads the header but has no HEVC decoder. libheif's own interface is called, since
// that of its JavaScript returns 8 bits and says nothing of colours.
import { AppError } from 'contract/errors.ts';
import type { HeifModule } from 'libheif-js/libheif-wasm/libheif-bundle.js';
import { loadOnce } from '../load-once.ts';
import { coloursOfCodes, type DeclaredColours, isHdr } from './declared-colours.ts';
import { findCrop, type Transforms, takeCrops } from './heif-crop.ts';
import { checkPixels } from './picture-limits.ts';
import type { CodedPixels } from './show-colours.ts';

/** Two megabytes of source, and most pictures are no HEIC. */
const loadLibrary = loadOnce(async () => (await import('libheif-js/libheif-wasm/libheif-bundle.js')).default);

/** Rotated upright by libheif according to the file's own transformations. */
export interface HeicPixels extends CodedPixels {
  /** The colours that the coded picture declares itself, if asked for. */
  readonly colours: DeclaredColours | undefined;
}

/** Values of libheif's enumerations: heif_colorspace, heif_chroma, heif_channel, heif_error_code. */
const rgb = 1;
const asStored = 99;
const chroma = { bytes3: 10, bytes4: 11, deep3: 14, deep4: 15 };
const interleaved = 10;
const unsupported = [3, 4];
const unspecified = 2;

/** Room for libheif's error of 12 bytes, and for one returned address behind it. */
const roomBytes = 16;

class Library {
  private readonly heif: HeifModule;
  private readonly room: number;

  constructor(heif: HeifModule) {
    this.heif = heif;
    this.room = heif._malloc(roomBytes);
  }

  private read(address: number): number {
    return new DataView(this.heif.HEAPU8.buffer).getUint32(address, true);
  }

  /** Calls a function that returns an error, and the address of an object to its place. */
  private take(work: (error: number, place: number) => void): number | { readonly fault: number } {
    const place = this.room + roomBytes - 4;
    work(this.room, place);
    const fault = this.read(this.room);
    return fault === 0 ? this.read(place) : { fault };
  }

  private require(work: (error: number, place: number) => void): number {
    const taken = this.take(work);
    if (typeof taken === 'number') return taken;
    if (unsupported.includes(taken.fault)) throw new AppError('FILE_UNSUPPORTED', { format: 'HEIC' });
    throw new AppError('FILE_CORRUPT', { fault: taken.fault });
  }

  open(bytes: Uint8Array): number {
    const { heif } = this;
    const copy = heif._malloc(bytes.length);
    if (copy === 0) throw new AppError('MEMORY_EXCEEDED');
    heif.HEAPU8.set(bytes, copy);
    const context = heif._heif_context_alloc();
    this.require(error => heif._heif_context_read_from_memory(error, context, copy, bytes.length, 0));
    return this.require((error, place) => heif._heif_context_get_primary_image_handle(error, context, place));
  }

  /** The colours in the coded picture, or in its first tile. */
  readColours(handle: number): DeclaredColours | undefined {
    const { heif } = this;
    const image = this.take((error, place) =>
      heif._heif_image_handle_decode_image_tile(error, handle, place, asStored, asStored, 0, 0, 0),
    );
    // A picture that is another one turned or cropped has no tiles.
    if (typeof image !== 'number') return undefined;
    const profile = this.take((error, place) => heif._heif_image_get_nclx_color_profile(error, image, place));
    heif._heif_image_release(image);
    if (typeof profile !== 'number') return undefined;
    const [primaries, transfer] = [this.read(profile + 4), this.read(profile + 8)];
    return primaries === unspecified && transfer === unspecified ? undefined : coloursOfCodes(primaries, transfer);
  }

  draw(handle: number, isDeep: boolean, transforms: Transforms): CodedPixels {
    const { heif } = this;
    const channels = heif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
    const kind = chroma[`${isDeep ? 'deep' : 'bytes'}${channels}`];
    const image = this.require((error, place) => heif._heif_decode_image(error, handle, place, rgb, kind, 0));
    const size = {
      width: heif._heif_image_get_width(image, interleaved),
      height: heif._heif_image_get_height(image, interleaved),
    };
    checkPixels(size.width, size.height);
    const { left, top, width, height } = findCrop(size, transforms);
    const highest = 2 ** heif._heif_image_get_bits_per_pixel_range(image, interleaved) - 1;
    const start = heif._heif_image_get_plane_readonly2(image, interleaved, this.room);
    const stride = this.read(this.room);
    const pixelBytes = channels * (isDeep ? 2 : 1);
    const rowBytes = width * pixelBytes;
    const bytes = new Uint8Array(rowBytes * height);
    for (let y = 0; y < height; y++) {
      const at = start + (top + y) * stride + left * pixelBytes;
      bytes.set(heif.HEAPU8.subarray(at, at + rowBytes), y * rowBytes);
    }
    return { data: isDeep ? new Uint16Array(bytes.buffer) : bytes, width, height, channels, highest };
  }
}

/**
 * Decodes the primary image, and changes `bytes`: with 8 bits, or with those of the file if it has more or `isDeep`. Throws FILE_CORRUPT, FILE_UNSUPPORTED and
 * PIXELS_TOO_MANY. Each call has its own WebAssembly memory, which takes 40 ms to create and is freed afterwards; a shared memory that has grown would
 * never shrink.
 */
export async function decodeHeic(
  bytes: Buffer,
  { isDeep, readsColours }: { readonly isDeep: boolean; readonly readsColours: boolean },
): Promise<HeicPixels> {
  const createHeif = await loadLibrary();
  const heif = createHeif();
  await heif.ready;
  try {
    const library = new Library(heif);
    const transforms = takeCrops(bytes);
    const handle = library.open(bytes);
    checkPixels(heif._heif_image_handle_get_width(handle), heif._heif_image_handle_get_height(handle));
    const colours = readsColours ? library.readColours(handle) : undefined;
    const hasMoreBits = heif._heif_image_handle_get_luma_bits_per_pixel(handle) > 8;
    const isHdrInside = colours !== undefined && isHdr(colours);
    return { ...library.draw(handle, isDeep || hasMoreBits || isHdrInside, transforms), colours };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // A trap inside the module; it cannot leave the module, and the instance is discarded.
    throw new AppError('FILE_CORRUPT', null, { cause });
  }
}
