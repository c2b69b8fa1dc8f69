// Builds the pipeline of a conversion from its options: size, fit, background and colours.
import { canKeepProfile, carryColours, isGrey } from 'engines/colour.ts';
import { checkSides, type EncodedFormat } from 'engines/encode.ts';
import { checkPixels, maxPixels } from 'engines/formats/picture-limits.ts';
import { movingFormat } from 'engines/frames/moving.ts';
import type { Picture, StartOptions } from 'engines/image.ts';
import type { ConvertOptions } from './contract.ts';

type Pipeline = ReturnType<Picture['start']>;

const opaqueFormats: readonly string[] = ['jpg', 'bmp', 'pdf'];

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const keepsFrames = (picture: Picture, options: ConvertOptions): boolean =>
  movingFormat(picture, options.format) !== undefined;

export const flattens = (picture: Picture, options: ConvertOptions): boolean =>
  picture.hasAlpha && opaqueFormats.includes(options.format);

/** Whether the background colour may be visible, behind the image or around it. */
const paintsColour = (picture: Picture, options: ConvertOptions): boolean =>
  flattens(picture, options) || options.fit === 'contain';

export const resizes = ({ width, height }: ConvertOptions): boolean => width !== undefined || height !== undefined;

/** Returns the ratios of the requested width and height to the image's; one alone counts for both. */
function askedRatios(picture: Picture, { width, height }: ConvertOptions): [number, number] {
  const across = width === undefined ? undefined : width / picture.width;
  const down = height === undefined ? undefined : height / picture.height;
  return [across ?? down ?? 1, down ?? across ?? 1];
}

const mayEnlarge = (picture: Picture, options: ConvertOptions) => options.enlarge || picture.type === 'svg';

/** Returns the scale at which an SVG is rendered, so that it is not enlarged afterwards. */
function drawingScale(picture: Picture, options: ConvertOptions): number {
  const ratios = askedRatios(picture, options);
  const scale = options.fit === 'cover' || options.fit === 'fill' ? Math.max(...ratios) : Math.min(...ratios);
  return Math.min(scale, Math.sqrt(maxPixels / (picture.width * picture.height)));
}

export const startFor = (picture: Picture, options: ConvertOptions): StartOptions =>
  picture.type === 'svg' ? { scale: drawingScale(picture, options) } : {};

/** Width and height of the result, which may be fractions of pixels. */
export function resultSize(picture: Picture, options: ConvertOptions): Size {
  const { width = 0, height = 0, fit } = options;
  const ratios = askedRatios(picture, options);
  const isBox = width > 0 && height > 0 && fit !== 'inside';
  const ratio = Math.min(...ratios, mayEnlarge(picture, options) ? Number.POSITIVE_INFINITY : 1);
  return isBox
    ? { width, height }
    : { width: Math.max(1, picture.width * ratio), height: Math.max(1, picture.height * ratio) };
}

/** Refuses PIXELS_TOO_MANY and SIDE_TOO_LONG before decoding. */
export function checkResult(picture: Picture, options: ConvertOptions): void {
  const { width, height } = resultSize(picture, options);
  checkPixels(width, height, keepsFrames(picture, options) ? picture.frames : 1);
  checkSides(options.format, width, height);
}

/**
 * Returns the pipeline of the upright image, resized, and flattened if the format is opaque. During the search for a file size, `size` replaces the
 * requested dimensions.
 */
export async function shapePicture(
  picture: Picture,
  options: ConvertOptions,
  size: Size | null,
  { keepsProfile = false, keeps = false }: Pick<StartOptions, 'keepsProfile' | 'keeps'> = {},
): Promise<Pipeline> {
  const { width, height, fit, background } = { ...options, ...size };
  const start = keepsFrames(picture, options) ? picture.startFrames : picture.start;
  let pipeline = await start({
    ...startFor(picture, options),
    keepsProfile,
    keeps,
    paintsColour: paintsColour(picture, options),
  });
  if (size || resizes(options)) {
    // One side alone keeps the aspect ratio; `fill` would distort it.
    const isAlone = width === undefined || height === undefined;
    pipeline = pipeline.resize({
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      fit: isAlone ? 'inside' : fit,
      withoutEnlargement: !mayEnlarge(picture, options),
      ...(fit === 'contain' && { background }),
    });
  }
  return flattens(picture, options) ? pipeline.flatten({ background }) : pipeline;
}

/** Whether the embedded profile is kept: it is requested and possible, and no colour is painted onto a grey image. */
export function carriesProfile(picture: Picture, options: ConvertOptions, format: string): boolean {
  if (options.colorProfile !== 'keep' || !canKeepProfile(picture.metadata, format)) return false;
  return !(isGrey(picture.metadata) && paintsColour(picture, options));
}

/** Adds to `shapePicture` the colours and metadata that `format` keeps. */
export async function shapeAndColour(
  picture: Picture,
  options: ConvertOptions,
  size: Size | null,
  format: EncodedFormat,
): Promise<Pipeline> {
  const keepsProfile = carriesProfile(picture, options, format);
  const keeps = options.keepMetadata;
  return carryColours(await shapePicture(picture, options, size, { keepsProfile, keeps }), picture.metadata, {
    format,
    keepsProfile,
    keepsMetadata: keeps !== false,
    mayStayGrey: !picture.hasAlpha && !paintsColour(picture, options),
  });
}
