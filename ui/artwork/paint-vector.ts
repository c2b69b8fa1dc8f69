// Draws vector art: outlines with solid or gradient fills, clipped to a frame.
import type { VectorLayer } from 'contract/artwork/artwork.ts';
import { fillStyleOf } from './fill-style.ts';
import { outlineFrame } from './outlines.ts';
import type { Context } from './scratch.ts';

/** The origin of `context` is the box's centre. */
export function paintVector(context: Context, layer: VectorLayer): void {
  const { width, height, unitsWide, unitsHigh, parts, frame } = layer;
  const outline = outlineFrame(layer, frame);
  context.save();
  if (outline) context.clip(outline);
  context.scale(width / unitsWide, height / unitsHigh);
  context.translate(-unitsWide / 2, -unitsHigh / 2);
  const whole = context.globalAlpha;
  const art = { x: 0, y: 0, width: unitsWide, height: unitsHigh };
  for (const { path, fill, box, isEvenOdd, stroke, strokeWidth, isSharp, opacity } of parts) {
    const traced = new Path2D(path);
    context.globalAlpha = whole * (opacity ?? 1);
    if (fill) {
      const across = box ? { x: box[0], y: box[1], width: box[2], height: box[3] } : art;
      context.fillStyle = fillStyleOf(context, fill, across);
      context.fill(traced, isEvenOdd ? 'evenodd' : 'nonzero');
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.lineWidth = strokeWidth ?? 1;
      context.lineCap = isSharp ? 'butt' : 'round';
      context.lineJoin = isSharp ? 'miter' : 'round';
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
