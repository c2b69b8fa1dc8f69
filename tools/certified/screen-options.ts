// The settings of the screen, and the payload made of them.
import { type CertifiedOptions, type SheetName, sheetNames } from './contract.ts';
import { backgrounds, type PhotoSize } from './size-shape.ts';
import { findSize, toPixels } from './sizes.ts';

export const customId = 'custom';

export interface ScreenOptions {
  /** Of a size, or `customId`. */
  readonly size: string;
  readonly unit: 'mm' | 'px';
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  /** Without it the size's own. */
  readonly background?: string | undefined;
  readonly fades: boolean;
  readonly sheet: SheetName | 'none';
  readonly maxKb?: number | undefined;
  readonly exactKb: boolean;
  readonly place: CertifiedOptions['place'];
  readonly beauty: CertifiedOptions['beauty'];
}

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
  place: { zoom: 1, right: 0, down: 0, turn: 0 },
  beauty: { smooth: 0, brighten: 0, whiten: 0 },
};

export const sizeOf = (options: ScreenOptions): PhotoSize | undefined => findSize(options.size);

export const backgroundOf = (options: ScreenOptions): string =>
  options.background ?? sizeOf(options)?.background ?? backgrounds.white;

/** Width and height in pixels of a size of one's own. */
export function customPixels({ unit, width, height, dpi }: ScreenOptions): { width: number; height: number } {
  return unit === 'px' ? { width, height } : { width: toPixels(width, dpi), height: toPixels(height, dpi) };
}

function specOf(options: ScreenOptions) {
  const { size, unit, width, height, dpi } = options;
  if (size !== customId) return size;
  return unit === 'mm' ? { widthMm: width, heightMm: height, dpi } : { widthPx: width, heightPx: height, dpi };
}

/** The call's body beside the picture. */
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
  };
}
