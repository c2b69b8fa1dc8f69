// What kind of photo is asked for, whether by the id of a size or by measures of one's own.
import type { CertifiedOptions, OwnSize } from './contract.ts';
import { backgrounds, custom, type PhotoSize } from './size-shape.ts';
import { findSize, toMm } from './sizes.ts';

const own = (size: OwnSize): PhotoSize => {
  const { dpi } = size;
  const isInPixels = 'widthPx' in size;
  return {
    id: 'custom',
    group: 'world',
    name: { zh: '自定义', en: 'Custom' },
    dpi,
    widthMm: isInPixels ? toMm(size.widthPx, dpi) : size.widthMm,
    heightMm: isInPixels ? toMm(size.heightPx, dpi) : size.heightMm,
    ...(isInPixels && { px: [size.widthPx, size.heightPx] as const }),
    rule: custom,
    background: backgrounds.white,
  };
};

/** The schema has made sure that an id is one of the list. */
export function chooseSize(spec: NonNullable<CertifiedOptions['spec']>): PhotoSize {
  return typeof spec === 'string' ? findSize(spec)! : own(spec);
}
