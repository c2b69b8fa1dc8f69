// The screen's options and the payload built from them.
import type { MaskOp } from 'ui/mask-painter/ops.ts';
import { type CertifiedOptions, type SheetName, sheetNames } from './contract.ts';
import { backgrounds, custom, type HeadRule, type PhotoSize } from './sizes/size-shape.ts';
import { findSize, pixelsOf, toMm, toPixels } from './sizes/sizes.ts';

export const customId = 'custom';

export interface ScreenOptions {
  /** The id of a size, or `customId`. */
  readonly size: string;
  readonly unit: 'mm' | 'px';
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  /** Default: the size's own. */
  readonly background?: string | undefined;
  readonly fades: boolean;
  readonly sheet: SheetName | 'none';
  readonly maxKb?: number | undefined;
  readonly exactKb: boolean;
  readonly place: CertifiedOptions['place'];
  readonly beauty: CertifiedOptions['beauty'];
  /** Corrections of the matte's edge, by image and size. */
  readonly strokes: Readonly<Record<string, readonly MaskOp[]>>;
}

export const startPlace: ScreenOptions['place'] = { zoom: 1, right: 0, down: 0, turn: 0 };

export const sheetChoices = ['none', ...sheetNames] as const;

export const startOptions: ScreenOptions = {
  size: 'cn-1-inch',
  unit: 'mm',
  width: 35,
  height: 45,
  dpi: 300,
  fades: false,
  sheet: 'none',
  exactKb: false,
  place: startPlace,
  beauty: { smooth: 0, brighten: 0, whiten: 0 },
  strokes: {},
};

export const sizeOf = (options: ScreenOptions): PhotoSize | undefined => findSize(options.size);

export const backgroundOf = (options: ScreenOptions): string =>
  options.background ?? sizeOf(options)?.background ?? backgrounds.white;

/** Returns the dimensions of a custom size in pixels. */
export function customPixels({ unit, width, height, dpi }: ScreenOptions): { width: number; height: number } {
  return unit === 'px' ? { width, height } : { width: toPixels(width, dpi), height: toPixels(height, dpi) };
}

export function specOf(options: ScreenOptions) {
  const { size, unit, width, height, dpi } = options;
  if (size !== customId) return size;
  return unit === 'mm' ? { widthMm: width, heightMm: height, dpi } : { widthPx: width, heightPx: height, dpi };
}

export const ruleOf = (options: ScreenOptions): HeadRule => sizeOf(options)?.rule ?? custom;

/** Returns the photo's dimensions, in pixels and in millimetres. */
export function sidesOf(options: ScreenOptions) {
  const size = sizeOf(options);
  if (size) return { ...pixelsOf(size), widthMm: size.widthMm, heightMm: size.heightMm };
  const { width, height } = customPixels(options);
  return { width, height, widthMm: toMm(width, options.dpi), heightMm: toMm(height, options.dpi) };
}

/** Whether two layers have the same retouching, the only option that changes their pixels. */
export const sameLook = ({ beauty: a }: ScreenOptions, { beauty: b }: ScreenOptions): boolean =>
  a.smooth === b.smooth && a.brighten === b.brighten && a.whiten === b.whiten;

/** Returns the call's body without the image. */
export function toPayload(options: ScreenOptions): Record<string, unknown> {
  const { sheet, maxKb, exactKb, place, beauty } = options;
  return {
    spec: specOf(options),
    backgroundColor: backgroundOf(options),
    ...(options.fades && { backgroundTo: backgrounds.white }),
    ...(sheet !== 'none' && { sheet }),
    ...(maxKb !== undefined && { maxKb, exactKb }),
    place,
    beauty,
    withLayer: true,
  };
}
