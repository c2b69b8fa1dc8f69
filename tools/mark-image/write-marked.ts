// Writes the marked image in the input's or the requested format, with its metadata and profile.
import { join } from 'node:path';
import { type MediaName, media } from 'contract/media.ts';
import type { Output } from 'contract/run.ts';
import { canKeepProfile, carryColours, isGrey } from 'engines/colour.ts';
import { layOver, makeLayer } from 'engines/draw-mark/draw-mark.ts';
import type { MadeMark } from 'engines/draw-mark/make-mark.ts';
import { checkSides, encodeAs } from 'engines/encode.ts';
import { movingFormat } from 'engines/frames/moving.ts';
import { isSeenThrough, type Picture } from 'engines/image.ts';
import { writePreview } from 'engines/preview.ts';
import { nameSaved, sameFormat } from 'engines/save-picture.ts';
import type { MarkOptions } from './contract.ts';

type WrittenFormat = 'jpg' | 'png' | 'webp' | 'gif';

function chooseFormat(picture: Picture, { format }: MarkOptions): WrittenFormat {
  if (format !== 'same') return format;
  return movingFormat(picture, format) ?? sameFormat(picture.type, picture.hasAlpha);
}

export const keepsFrames = (picture: Picture, options: MarkOptions): boolean =>
  movingFormat(picture, options.format) !== undefined;

export const flattens = (picture: Picture, options: MarkOptions): boolean =>
  picture.hasAlpha && chooseFormat(picture, options) === 'jpg';

/** Returns the profile in which the pixels stay: a wide-gamut photo keeps its own. */
function keptProfile(picture: Picture, options: MarkOptions): Buffer | undefined {
  const { metadata } = picture;
  const isRgb = !isGrey(metadata) && metadata.space !== 'cmyk';
  return isRgb && canKeepProfile(metadata, chooseFormat(picture, options)) ? metadata.icc : undefined;
}

/** Draws the marks in their order, and returns the files of the run. Must be called inside `refuseDamage`. */
export async function writeMarked(
  picture: Picture,
  marks: readonly MadeMark[],
  options: MarkOptions,
  { folder, inputName }: { folder: string; inputName: string },
): Promise<Pick<Output, 'files' | 'inputPreviewPath'>> {
  const format = chooseFormat(picture, options);
  checkSides(format, picture.width, picture.height);
  const isAnimated = keepsFrames(picture, options);
  const profile = keptProfile(picture, options);
  const { quality } = options;
  const layers = marks.flatMap(({ painted, placed, look: { opacity, tile, tileGap } }) => {
    const gap = tile ? tileGap * Math.min(picture.width, picture.height) : undefined;
    return makeLayer({ painted, placed, opacity, tileGap: gap }, picture) ?? [];
  });
  const keeps = format === 'gif' ? false : options.keepMetadata;
  const start = isAnimated ? picture.startFrames : picture.start;
  const upright = await start({ keepsProfile: !!profile, paintsColour: true, keeps });
  const flat = flattens(picture, options) ? upright.flatten({ background: '#ffffff' }) : upright;
  const base = { picture, isAnimated, profile, folder };
  const marked = layers.length > 0 ? await layOver(flat, layers, base) : flat;
  // Compositing adds an alpha channel, even to an opaque image.
  const shaped = picture.hasAlpha && format !== 'jpg' ? marked : marked.removeAlpha();
  const coloured = carryColours(shaped, picture.metadata, {
    format,
    keepsProfile: !!profile,
    keepsMetadata: keeps !== false,
    mayStayGrey: false,
  });
  const path = join(folder, `marked.${media[format].extensions[0]}`);
  // Chroma subsampling would blur the edges of coloured text.
  const jpeg = { quality, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' };
  const encoded =
    format === 'jpg'
      ? coloured.jpeg(jpeg)
      : encodeAs(coloured, format, {
          quality,
          source: picture.metadata,
          isOpaque: !(await isSeenThrough(picture)),
          moving: isAnimated ? picture : undefined,
        });
  const info = await encoded.toFile(path);
  const file = {
    path,
    name: nameSaved(inputName, format satisfies MediaName, '-watermarked'),
    type: format,
    width: info.width,
    height: info.pageHeight ?? info.height,
  };
  if (media[picture.type].shownByBrowsers) return { files: [file] };
  const original = picture.start().flatten({ background: '#ffffff' });
  return { files: [file], inputPreviewPath: await writePreview(original, join(folder, 'input-preview'), false) };
}
