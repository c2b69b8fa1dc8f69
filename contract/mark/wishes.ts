// The position requested by the options of a call.
import type { OneMark } from './options.ts';
import type { Wishes } from './place.ts';

type PlacingOptions = Pick<OneMark, 'markType' | 'fontSize' | 'imageSize'> & Omit<Wishes, 'size'>;

export function wishesOf(options: PlacingOptions): Wishes {
  const { position, margin, offsetX, offsetY, markX, markY, markW, markH, rotate } = options;
  const size = options.markType === 'text' ? options.fontSize : options.imageSize;
  return { position, margin, offsetX, offsetY, markX, markY, markW, markH, rotate, size };
}
