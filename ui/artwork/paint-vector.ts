// Draws vector art: flat or graded outlines, cut to a frame.
import type { Gradient, VectorLayer } from 'contract/artwork/artwork.ts';
import { outlineFrame } from './outlines.ts';
import type { Context } from './scratch.ts';

const withOpacity = (color: string, opacity: number) =>
  opacity === 1
    ? color
    : `${color}${Math.round(opacity * 255)
        .toString(16)
        .padStart(2, '0')}`;

/** Across the whole art, in its units. */
function makeGradient(context: Context, { kind, degrees, stops }: Gradient, wide: number, high: number) {
  const [x, y] = [wide / 2, high / 2];
  let made: CanvasGradient;
  if (kind === 'radial') made = context.createRadialGradient(x, y, 0, x, y, Math.max(wide, high) / 2);
  else {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const half = (Math.abs(wide * cos) + Math.abs(high * sin)) / 2;
    made = context.createLinearGradient(x - cos * half, y - sin * half, x + cos * half, y + sin * half);
  }
  for (const { at, color, opacity } of stops) made.addColorStop(at, withOpacity(color, opacity));
  return made;
}

/** `context` stands in the middle of the box. */
export function paintVector(context: Context, layer: VectorLayer): void {
  const { width, height, unitsWide, unitsHigh, parts, frame } = layer;
  const outline = outlineFrame(layer, frame);
  context.save();
  if (outline) context.clip(outline);
  context.scale(width / unitsWide, height / unitsHigh);
  context.translate(-unitsWide / 2, -unitsHigh / 2);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const whole = context.globalAlpha;
  for (const { path, fill, isEvenOdd, stroke, strokeWidth, opacity } of parts) {
    const traced = new Path2D(path);
    context.globalAlpha = whole * (opacity ?? 1);
    if (fill) {
      context.fillStyle = typeof fill === 'string' ? fill : makeGradient(context, fill, unitsWide, unitsHigh);
      context.fill(traced, isEvenOdd ? 'evenodd' : 'nonzero');
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.lineWidth = strokeWidth ?? 1;
      context.stroke(traced);
    }
  }
  context.restore();
  if (frame.borderWidth === 0) return;
  const edge = outline ?? new Path2D();
  if (!outline) edge.rect(-width / 2, -height / 2, width, height);
  context.save();
  context.clip(edge);
  context.strokeStyle = frame.borderColor;
  context.lineWidth = frame.borderWidth * 2;
  context.stroke(edge);
  context.restore();
}
