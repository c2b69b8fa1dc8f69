// Encoder settings and maximum side of each format that sharp writes.
import { AppError } from 'contract/errors.ts';
import type { Metadata, Sharp } from 'sharp';
import { keepTiming } from './frames/moving.ts';
import type { Picture } from './image.ts';

export type EncodedFormat = 'jpg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff';

export interface EncodeSettings {
  /** 1..100, for jpg, webp and avif. */
  readonly quality: number;
  readonly source: Metadata;
  /** No pixel is transparent. */
  readonly isOpaque?: boolean;
  /** The animation whose frames the pipeline has; absent for a still. */
  readonly moving?: Pick<Picture, 'timing' | 'frames'> | undefined;
  /** The pipeline has 16 bits per channel; an AVIF then gets 10, which all browsers show. */
  readonly isDeep?: boolean;
}

const longestSides: Readonly<Record<string, number>> = {
  jpg: 65_535,
  webp: 16_383,
  avif: 16_384,
  gif: 65_535,
};

/** Number of pixels above which the slow settings of a format would take minutes. */
const largePixels = 30_000_000;

/**
 * Whether the half-size colours of a WebP are chosen so that the shown ones fit (`smartSubsample` of sharp). The choice mixes hidden colours into the
 * edges of transparent parts, and takes twice the time: too long for a large picture.
 */
export const choosesColours = ({ width, height }: { width: number; height: number }, isOpaque: boolean): boolean =>
  isOpaque && width * height <= largePixels;

const gifPixelsInPeace = 10_000_000;

/**
 * sharp's effort for a GIF with this many pixels in all frames. Below 5 the palette may miss the colour of a whole flat area; 6 is 1 to 5 dB closer
 * than 5, in fewer bytes and up to twice the time (3 s per megapixel for fur); 7 takes a fifth more and is hardly any closer.
 */
export const gifEffort = (pixels: number): number => (pixels <= gifPixelsInPeace ? 6 : 5);

/** Throws SIDE_TOO_LONG when the format does not allow these sides, in pixels. */
export function checkSides(format: string, width: number, height: number): void {
  const maxSide = longestSides[format];
  if (maxSide !== undefined && Math.max(width, height) > maxSide)
    throw new AppError('SIDE_TOO_LONG', { format: format.toUpperCase(), maxSide });
}

/** Ends a pipeline with the encoder of `format`. */
export function encodeAs(
  pipeline: Sharp,
  format: EncodedFormat,
  { quality, source, moving, isDeep = false, isOpaque = false }: EncodeSettings,
): Sharp {
  const isLarge = source.width * source.height > largePixels;
  switch (format) {
    case 'jpg':
      return pipeline.jpeg({ quality });
    case 'png':
      return pipeline.png();
    case 'webp':
      return pipeline.webp({
        quality,
        smartSubsample: !moving && choosesColours(source, isOpaque),
        ...(moving && keepTiming(moving, 'webp')),
      });
    case 'avif':
      // Effort 4, sharp's default, takes eight times as long as 3 for files of the same size. Chroma that the source stores at half resolution is not
      // stored at full resolution.
      return pipeline.avif({
        quality,
        effort: isLarge ? 1 : 3,
        ...(isDeep && { bitdepth: 10 }),
        chromaSubsampling: source.chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4',
      });
    case 'gif':
      return pipeline.gif({
        effort: isLarge ? 1 : gifEffort(source.width * source.height * (moving?.frames ?? 1)),
        ...(moving && keepTiming(moving, 'gif')),
      });
    case 'tiff':
      return pipeline.tiff({ compression: 'lzw', predictor: 'horizontal' });
  }
}
