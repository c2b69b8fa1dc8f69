// Converts colours and gradients to canvas fill styles.
import type { Gradient, Paint } from 'contract/artwork/artwork.ts';
import type { Context } from './scratch.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns #rrggbb with an opacity of 0..1 as #rrggbbaa. */
export const withOpacity = (color: string, opacity: number): string =>
  opacity === 1
    ? color
    : `${color}${Math.round(opacity * 255)
        .toString(16)
        .padStart(2, '0')}`;

function makeGradient(context: Context, { kind, degrees, stops }: Gradient, box: Box): CanvasGradient {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  let made: CanvasGradient;
  if (kind === 'radial') made = context.createRadialGradient(x, y, 0, x, y, Math.max(box.width, box.height) / 2);
  else {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const half = (Math.abs(box.width * cos) + Math.abs(box.height * sin)) / 2;
    made = context.createLinearGradient(x - cos * half, y - sin * half, x + cos * half, y + sin * half);
  }
  for (const { at, color, opacity } of stops) made.addColorStop(at, withOpacity(color, opacity));
  return made;
}

/** Returns the fill style of a paint. `box` is the area that a gradient spans, in the context's units. */
export const fillStyleOf = (context: Context, paint: Paint, box: Box): string | CanvasGradient =>
  typeof paint === 'string' ? paint : makeGradient(context, paint, box);
