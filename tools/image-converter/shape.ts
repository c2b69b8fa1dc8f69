// Turns the options of a conversion into a pipeline: size, fit, background and colours.
import { canKeepProfile, carryColours, isGrey } from 'engines/colour.ts';
import { checkSides, type EncodedFormat } from 'engines/encode.ts';
import { checkPixels, maxPixels } from 'engines/formats/picture-limits.ts';
import type { Picture, StartOptions } from 'engines/image.ts';
import type { ConvertOptions } from './contract.ts';

type Pipeline = ReturnType<Picture['start']>;

const opaqueFormats: readonly string[] = ['jpg', 'bmp', 'pdf'];
const animatedFormats: readonly string[] = ['gif', 'webp'];

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const keepsFrames = (picture: Picture, options: ConvertOptions): boolean =>
  picture.frames > 1 && animatedFormats.includes(options.format);

export const flattens = (picture: Picture, options: ConvertOptions): boolean =>
  picture.hasAlpha && opaqueFormats.includes(options.format);

/** Whether the background may show, behind the picture or around it. */
const paintsColour = (picture: Picture, options: ConvertOptions): boolean =>
  flattens(picture, options) || options.fit === 'contain';

export const resizes = ({ width, height }: ConvertOptions): boolean => width !== undefined || height !== undefined;

/** The ratios that width and height ask for; one alone counts for both sides. */
function askedRatios(picture: Picture, { width, height }: ConvertOptions): [number, number] {
  const across = width === undefined ? undefined : width / picture.width;
  const down = height === undefined ? undefined : height / picture.height;
  return [across ?? down ?? 1, down ?? across ?? 1];
}

const mayEnlarge = (picture: Picture, options: ConvertOptions) => options.enlarge || picture.type === 'svg';

/** The scale at which an SVG is rendered, so that it need not be enlarged afterwards. */
function drawingScale(picture: Picture, options: ConvertOptions): number {
  const ratios = askedRatios(picture, options);
  const scale = options.fit === 'cover' || options.fit === 'fill' ? Math.max(...ratios) : Math.min(...ratios);
  return Math.min(scale, Math.sqrt(maxPixels / (picture.width * picture.height)));
}

export function startFor(picture: Picture, options: ConvertOptions): StartOptions {
  if (picture.type === 'svg') return { scale: drawingScale(picture, options) };
  return keepsFrames(picture, options) ? { animated: true } : {};
}

/** Refuses PIXELS_TOO_MANY and SIDE_TOO_LONG before anything is decoded for a result that cannot be. */
export function checkResult(picture: Picture, options: ConvertOptions): void {
  const { width = 0, height = 0, fit } = options;
  const ratios = askedRatios(picture, options);
  const isBox = width > 0 && height > 0 && fit !== 'inside';
  const ratio = Math.min(...ratios, mayEnlarge(picture, options) ? Number.POSITIVE_INFINITY : 1);
  const result = isBox
    ? { width, height }
    : { width: Math.max(1, picture.width * ratio), height: Math.max(1, picture.height * ratio) };
  checkPixels(result.width, result.height, keepsFrames(picture, options) ? picture.frames : 1);
  checkSides(options.format, result.width, result.height);
}

/**
 * Upright, resized, flattened where the format must be opaque. `size` stands in for the dimensions asked for while a file
 * size is searched.
 */
export function shapePicture(
  picture: Picture,
  options: ConvertOptions,
  size: Size | null,
  { keepsProfile = false, keeps = false }: Pick<StartOptions, 'keepsProfile' | 'keeps'> = {},
): Pipeline {
  const { width, height, fit, background } = { ...options, ...size };
  let pipeline = picture.start({
    ...startFor(picture, options),
    keepsProfile,
    keeps,
    paintsColour: paintsColour(picture, options),
  });
  if (size || resizes(options)) {
    // One side alone keeps the shape; `fill` would stretch it.
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

/** Whether the embedded profile goes along: asked for, possible, and no colour is painted onto a grey picture. */
export function carriesProfile(picture: Picture, options: ConvertOptions, format: string): boolean {
  if (options.colorProfile !== 'keep' || !canKeepProfile(picture.metadata, format)) return false;
  return !(isGrey(picture.metadata) && paintsColour(picture, options));
}

/** `shapePicture` with the colours and metadata that `format` shall carry. */
export function shapeAndColour(
  picture: Picture,
  options: ConvertOptions,
  size: Size | null,
  format: EncodedFormat,
): Pipeline {
  const keepsProfile = carriesProfile(picture, options, format);
  const keeps = options.keepMetadata;
  return carryColours(shapePicture(picture, options, size, { keepsProfile, keeps }), picture.metadata, {
    format,
    keepsProfile,
    keepsMetadata: keeps !== false,
    mayStayGrey: !picture.hasAlpha && !paintsColour(picture, options),
  });
}
