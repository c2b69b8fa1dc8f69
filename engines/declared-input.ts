// Makes what a file declares about its colours without an ICC profile visible to sharp, which reads nothing but profiles: a PNG's cICP and gAMA, and the
// codes of AVIF. HDR is converted to sRGB (docs/decisions/declared-colours.md).
import type { FileHandle } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import type { MediaName } from 'contract/media.ts';
import type { SharpInput, SharpOptions } from 'sharp';
import { areSrgb, type DeclaredColours, fitDisplayP3, isHdr } from './formats/declared-colours.ts';
import { nameMatrix, readHeifColours, readsNarrowGrey, readsRangeAlone } from './formats/heif-colours.ts';
import { makeProfile } from './formats/make-profile.ts';
import { checkPixels, maxPixels } from './formats/picture-limits.ts';
import { declareInPng, isDeepPng, readPngColours } from './formats/png-colours.ts';
import { type CodedPixels, showColours } from './formats/show-colours.ts';
import { wrapPng } from './formats/wrap-png.ts';
import { resetOrientation } from './metadata/exif.ts';
import { sharp } from './sharp.ts';

/** Metadata that goes along with the pixels. */
interface Blocks {
  readonly icc?: Buffer | undefined;
  readonly exif?: Buffer | undefined;
  readonly xmp?: Buffer | undefined;
}

/** Whether a profile would not do: sharp does not convert deep grey pixels, and cuts off what lies beyond Display P3 in deep colours. */
const needsShowing = (colours: DeclaredColours, isDeep: boolean) =>
  isHdr(colours) || (isDeep && !fitDisplayP3(colours));

/** Wraps upright pixels as a PNG that has these colours, as a profile or already shown. */
export function wrapDeclared(
  pixels: CodedPixels,
  colours: DeclaredColours | undefined,
  { icc, exif, xmp }: Blocks,
): Buffer {
  const blocks = { hasAlpha: pixels.channels === 4, exif: exif && resetOrientation(exif), xmp };
  const declared = colours && !areSrgb(colours) ? colours : undefined;
  if (declared && needsShowing(declared, pixels.data.BYTES_PER_ELEMENT === 2))
    return wrapPng({ ...showColours(pixels, declared), profile: undefined, ...blocks });
  const profile = declared ? makeProfile(declared, 'RGB ') : icc;
  return wrapPng({ ...spread(pixels), profile, ...blocks });
}

/** Samples of 10 or 12 bits as 16 bits. */
function spread(pixels: CodedPixels): CodedPixels {
  const { data, highest } = pixels;
  const full = 2 ** (8 * data.BYTES_PER_ELEMENT) - 1;
  if (highest === full) return pixels;
  for (let at = 0; at < data.length; at++) data[at] = Math.min(full, (data[at]! * full) / highest + 0.5);
  return { ...pixels, highest: full };
}

/** Whatever sharp says of samples that it cannot decode: the file is damaged. */
function refuseCoded(cause: unknown): never {
  throw new AppError('FILE_CORRUPT', null, { cause });
}

/** Decodes the coded samples, without any conversion of colours. libvips moves samples of 10 and 12 bits to the upper end of 16. */
async function readCoded(input: SharpInput): Promise<CodedPixels & Blocks> {
  const options: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels, autoOrient: true };
  const metadata = await sharp(input, options).metadata().catch(refuseCoded);
  const { width, height, depth, hasAlpha, bitsPerSample = 8, ...blocks } = metadata;
  checkPixels(width, height);
  const isDeep = depth === 'ushort';
  const space = sharp(input, options).toColourspace(isDeep ? 'rgb16' : 'srgb');
  const shaped = hasAlpha ? space.ensureAlpha() : space.removeAlpha();
  const raw = shaped.raw({ depth: isDeep ? 'ushort' : 'uchar' });
  const { data, info } = await raw.toBuffer({ resolveWithObject: true }).catch(refuseCoded);
  const samples = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const highest = isDeep ? 65_536 - 2 ** (16 - Math.min(16, bitsPerSample)) : 255;
  return { ...blocks, data: samples, width: info.width, height: info.height, channels: hasAlpha ? 4 : 3, highest };
}

async function readWhole(input: SharpInput, file: FileHandle): Promise<Buffer> {
  if (Buffer.isBuffer(input)) return input;
  const { size } = await file.stat();
  const bytes = Buffer.allocUnsafe(size);
  const { bytesRead } = await file.read(bytes, 0, size, 0);
  return bytes.subarray(0, bytesRead);
}

/** What sharp reads instead of a PNG with these colours. */
export async function showPngColours(png: Buffer, colours: DeclaredColours): Promise<Buffer> {
  if (!needsShowing(colours, isDeepPng(png))) return declareInPng(png, colours);
  const coded = await readCoded(declareInPng(png, undefined));
  return wrapDeclared(coded, colours, coded);
}

async function showPng(input: SharpInput, file: FileHandle): Promise<SharpInput> {
  const colours = await readPngColours(file);
  return colours ? showPngColours(await readWhole(input, file), colours) : input;
}

/** Spreads samples between 16 and 235 of 255 over all codes, in place: libheif leaves those of a picture without colours as they are. */
function widen({ data, channels, highest }: CodedPixels): void {
  const unit = data.BYTES_PER_ELEMENT === 2 ? 256 : 1;
  const [black, white] = [16 * unit, 235 * unit];
  for (let at = 0; at < data.length; at++) {
    if (channels === 4 && at % 4 === 3) continue;
    const level = ((data[at]! - black) * highest) / (white - black);
    data[at] = Math.min(highest, Math.max(0, Math.round(level)));
  }
}

async function showAvif(given: SharpInput, file: FileHandle): Promise<SharpInput> {
  let input = given;
  if (await readsRangeAlone(file)) {
    const whole = Buffer.from(await readWhole(given, file));
    nameMatrix(whole);
    input = whole;
  }
  const declared = await readHeifColours(file);
  const isNarrow = await readsNarrowGrey(file);
  const colours = typeof declared === 'string' ? undefined : declared;
  if (!isNarrow && (!colours || areSrgb(colours))) return input;
  const coded = await readCoded(input);
  if (isNarrow) widen(coded);
  return wrapDeclared(coded, colours, coded);
}

/** What sharp reads instead of `input`, a path or the bytes of the file. Throws FILE_CORRUPT. */
export async function showDeclared(input: SharpInput, type: MediaName, file: FileHandle): Promise<SharpInput> {
  if (type === 'png') return showPng(input, file);
  if (type === 'avif') return showAvif(input, file);
  return input;
}
