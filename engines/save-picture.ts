// Writes a changed picture in the format of its original, with metadata and profile, and with a preview of an original that browsers cannot show. For
// every tool that changes pixels.
import { join } from 'node:path';
import { type MediaName, media, mediaOfName, type PictureType } from 'contract/media.ts';
import type { Output } from 'contract/run.ts';
import { listWarnings, type WarningCode } from 'contract/warnings.ts';
import type { Sharp } from 'sharp';
import { isDeep, isGrey } from './colour.ts';
import { checkSides, choosesColours } from './encode.ts';
import type { RawPixels } from './formats/decode-dib.ts';
import { keepPalette } from './formats/palette-png.ts';
import type { Picture } from './image.ts';
import type { KeptMetadata } from './metadata/carry-metadata.ts';
import { spreadColours } from './pixels/spread-colours.ts';
import { fromPixels, writePreview } from './preview.ts';
import { isLosslessWebp, qualityFor } from './source-quality.ts';

export type SavedFormat = 'jpg' | 'png' | 'webp';

export interface SaveWishes {
  /** same: the input's format, or the nearest one that can be written. */
  readonly format: 'same' | SavedFormat;
  /** 1..100 for jpg and webp. */
  readonly quality?: number;
  /**
   * The pixels are the picture's own, cut, resized or tinted, and get no more bytes than they need: a coarse JPEG stays coarse, a palette or a lossless
   * WebP is kept. Not for a tool that adds detail.
   */
  readonly followsSource?: boolean;
  /** The EXIF and XMP to keep; by default (`true`) all except position, serial numbers and owner. */
  readonly keeps?: KeptMetadata;
  /** The pixels are in the picture's own profile, which is kept. Otherwise they are sRGB. */
  readonly keepsProfile?: boolean;
}

export interface SaveRequest {
  readonly picture: Picture;
  /** The file name as uploaded. */
  readonly inputName: string;
  /** The new pixels, of any size. */
  readonly pixels: RawPixels;
  readonly folder: string;
  readonly wishes: SaveWishes;
  /** Precedes the extension, e.g. "-x4". */
  readonly suffix?: string;
}

/** Higher than the quality of most cameras, so that encoding again is not visible. */
const defaultQuality = 92;

const nearest: Readonly<Record<PictureType, SavedFormat>> = {
  jpg: 'jpg',
  png: 'png',
  webp: 'webp',
  heic: 'jpg',
  avif: 'webp',
  bmp: 'png',
  gif: 'png',
  tiff: 'png',
  svg: 'png',
  ico: 'png',
};

/** Returns the format for `same`. A transparent picture never becomes a JPEG. */
export function sameFormat(type: PictureType, hasAlpha: boolean): SavedFormat {
  return hasAlpha && nearest[type] === 'jpg' ? 'png' : nearest[type];
}

/** `holiday.photo.HEIC` becomes `holiday.photo-x4.jpg`; only extensions of media files are removed. */
export function nameSaved(inputName: string, type: MediaName, suffix = ''): string {
  const lastDot = inputName.lastIndexOf('.');
  const base = lastDot >= 0 && mediaOfName(inputName) ? inputName.slice(0, lastDot) : inputName;
  return `${base.replace(/[.\s]+$/, '') || 'picture'}${suffix}.${media[type].extensions[0]}`;
}

/** Starts a pipeline over the new pixels with the metadata and the profile of the original file. */
function carryOver({ picture, pixels, wishes }: SaveRequest): Sharp {
  const { exif, xmp, icc } = picture.metadata;
  const keeps = exif || xmp ? (wishes.keeps ?? true) : false;
  const keepsProfile = wishes.keepsProfile === true && !!icc;
  if (!keeps && !keepsProfile) return fromPixels(pixels);
  // sharp keeps metadata only from the file that it reads, so the original is read again and painted over.
  const { width, height, channels } = pixels;
  const over = {
    input: Buffer.from(pixels.data.buffer, pixels.data.byteOffset, pixels.data.length),
    raw: { width, height, channels },
    blend: 'source' as const,
  };
  const start = picture
    .start({ keepsProfile, paintsColour: true, keeps })
    .resize(width, height, { fit: 'fill', kernel: 'nearest' });
  const painted = (channels === 4 ? start.ensureAlpha() : start.removeAlpha()).composite([over]);
  if (keepsProfile) return painted.keepIccProfile();
  return icc ? painted.withIccProfile('srgb') : painted;
}

/** How the result is stored. */
interface Storing {
  readonly quality: number;
  readonly isLossless?: boolean;
  readonly isGrey?: boolean;
  readonly smartSubsample: boolean;
  /** It is not expected to grow beyond its source. */
  readonly source?: Pick<Picture, 'bytes' | 'metadata'>;
}

function hasGreysOnly({ data, channels }: RawPixels): boolean {
  for (let at = 0; at < data.length; at += channels)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  return true;
}

async function chooseStoring({ picture, pixels, wishes }: SaveRequest, format: SavedFormat): Promise<Storing> {
  const quality = wishes.quality ?? defaultQuality;
  const smartSubsample = choosesColours(pixels, pixels.channels === 3);
  if (!wishes.followsSource || wishes.quality !== undefined) return { quality, smartSubsample };
  return {
    quality: await qualityFor(picture, quality),
    smartSubsample,
    isLossless: format === 'webp' && (await isLosslessWebp(picture)),
    isGrey: format === 'png' && isGrey(picture.metadata) && hasGreysOnly(pixels),
    source: picture,
  };
}

type Written = Storing & { readonly path: string };

function write(pipeline: Sharp, format: SavedFormat, { path, quality, isLossless, isGrey, smartSubsample }: Written) {
  if (format === 'jpg')
    return pipeline.jpeg({ quality, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' }).toFile(path);
  if (format === 'webp')
    return pipeline.webp(isLossless ? { lossless: true } : { quality, smartSubsample }).toFile(path);
  return (isGrey ? pipeline.toColourspace('b-w') : pipeline).png().toFile(path);
}

/** Qualities below the usual for what would have more bytes than its source, as of an AVIF, which stores more in fewer. */
const lowerQualities = [84, 76];

async function writeSmall(pipeline: Sharp, format: SavedFormat, how: Written) {
  const { path, quality, isLossless, isGrey = false, source } = how;
  let info = await write(pipeline.clone(), format, how);
  if (format === 'png' && source) await keepPalette(path, info.size, { ...source.metadata, isGrey });
  for (const lower of format === 'png' || isLossless ? [] : lowerQualities)
    if (source && info.size >= source.bytes && lower < quality)
      info = await write(pipeline.clone(), format, { ...how, quality: lower });
  return info;
}

interface SavedPicture extends Pick<Output, 'files' | 'inputPreviewPath'> {
  /** What the file lost against the picture. */
  readonly losses: readonly WarningCode[];
}

/** What a still of 8 bits for each colour lost against the picture. */
export const lossesOf = ({ frames, pages, metadata }: Picture): WarningCode[] =>
  listWarnings({ 'first-frame-only': frames > 1 || pages > 1, 'depth-reduced': isDeep(metadata) });

/** Writes the result and returns it in a run's format. Throws SIDE_TOO_LONG. Run it inside `refuseDamage`. */
export async function savePicture(request: SaveRequest): Promise<SavedPicture> {
  const { picture, inputName, pixels, folder, wishes, suffix } = request;
  const hasAlpha = pixels.channels === 4;
  const format = wishes.format === 'same' ? sameFormat(picture.type, hasAlpha) : wishes.format;
  checkSides(format, pixels.width, pixels.height);
  const path = join(folder, `saved.${media[format].extensions[0]}`);
  if (hasAlpha && format === 'webp') spreadColours(pixels.data, pixels.width, pixels.height);
  const carried = carryOver(request);
  const isFlattened = hasAlpha && format === 'jpg';
  const flat = isFlattened ? carried.flatten({ background: '#ffffff' }) : carried;
  const storing = await chooseStoring(request, format);
  const { width, height } = await (storing.source ? writeSmall : write)(flat, format, { ...storing, path });
  const file = { path, name: nameSaved(inputName, format, suffix), type: format, width, height };
  const losses = [...lossesOf(picture), ...listWarnings({ 'transparency-flattened': isFlattened })];
  if (media[picture.type].shownByBrowsers) return { files: [file], losses };
  const original = picture.start().flatten({ background: '#ffffff' });
  const inputPreviewPath = await writePreview(original, join(folder, 'input-preview'), false);
  return { files: [file], inputPreviewPath, losses };
}
