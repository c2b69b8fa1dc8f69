// Suggests a format for an image, and predicts whether a choice will enlarge the file.
import { type ConvertOptions, defaultQuality, lossyFormats, type OutputFormat } from './contract.ts';

/** The known facts of a file; the screen reads them from its header. */
interface PictureFacts {
  readonly type?: string;
  readonly bytes?: number;
  readonly hasAlpha?: boolean;
  readonly isAnimated?: boolean;
}

export const formatNames: Record<OutputFormat, string> = {
  jpg: 'JPG',
  png: 'PNG',
  webp: 'WebP',
  avif: 'AVIF',
  gif: 'GIF',
  bmp: 'BMP',
  tiff: 'TIFF',
  ico: 'ICO',
  pdf: 'PDF',
};

/** Suggests the most likely format: HEIC and TIFF become one that opens everywhere, others a smaller file. */
export function chooseFormat({ type, hasAlpha, isAnimated }: PictureFacts): OutputFormat {
  if (type === 'heic' || type === 'tiff') return hasAlpha ? 'png' : 'jpg';
  if (type === 'svg' || type === 'ico') return 'png';
  // AVIF is already the smallest, so people want a format that opens everywhere.
  if (type === 'webp' || type === 'avif') return isAnimated ? 'gif' : hasAlpha ? 'png' : 'jpg';
  return 'webp';
}

export function defaultOptions(facts: PictureFacts): ConvertOptions {
  return {
    format: chooseFormat(facts),
    quality: defaultQuality,
    fit: 'inside',
    enlarge: false,
    keepMetadata: false,
    colorProfile: 'srgb',
    background: '#ffffff',
  };
}

export const isLossy = (format: OutputFormat): boolean => lossyFormats.includes(format);
export const hasQuality = (format: OutputFormat): boolean => isLossy(format) || format === 'pdf';
export const keepsAlpha = (format: OutputFormat): boolean => !['jpg', 'bmp', 'pdf'].includes(format);
export const keepsAnimation = (format: OutputFormat): boolean => format === 'gif' || format === 'webp';

/** Rough relative size per pixel at medium quality, to predict which files will grow. */
const heaviness: Record<string, number> = {
  avif: 1,
  webp: 2,
  heic: 2,
  jpg: 3,
  pdf: 3,
  gif: 8,
  png: 10,
  ico: 10,
  tiff: 14,
  bmp: 30,
};

/** Whether this choice is likely to enlarge the file, so that the page can warn before the run. */
export function mayGrow(facts: PictureFacts, options: ConvertOptions): boolean {
  const from = heaviness[facts.type ?? ''];
  if (from === undefined || options.targetKb || options.width || options.height) return false;
  const isFiner = isLossy(options.format) && options.quality > 90;
  return (heaviness[options.format] ?? 0) > from || (isFiner && from <= (heaviness[options.format] ?? 0));
}

/** Returns only the options that apply to the format, so that equal results have equal payloads. */
export function relevantOptions(options: ConvertOptions): Record<string, unknown> {
  const { format, quality, targetKb, width, height, fit, enlarge, keepMetadata, colorProfile, background } = options;
  const isResized = width !== undefined || height !== undefined;
  return {
    format,
    keepMetadata,
    colorProfile,
    background,
    ...(hasQuality(format) && { quality }),
    ...(isLossy(format) && targetKb !== undefined && { targetKb }),
    ...(isResized && { width, height, fit: width !== undefined && height !== undefined ? fit : 'inside', enlarge }),
  };
}
