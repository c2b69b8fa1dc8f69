// Draws one layer, both on the screen and in exports.
import type { Layer, PictureLayer, QrLayer, ShapeLayer, StickerLayer, TextLayer } from 'contract/artwork/artwork.ts';
import { rubOut } from './erase.ts';
import { fillStyleOf, withOpacity } from './fill-style.ts';
import { boundsOf } from './geometry.ts';
import { cssFontOf, layOutText } from './lay-out-text.ts';
import { isLineShape, outlineFrame, outlineHeads, outlineLine, outlineShape } from './outlines.ts';
import { tracePath } from './paint-drawing.ts';
import { paintVector } from './paint-vector.ts';
import { paintVeil } from './paint-veil.ts';
import { outlineQr } from './qr-code.ts';
import { type Context, withScratch } from './scratch.ts';
import { stickers } from './stickers.ts';

/** A whole picture at one of its sizes, with the layer's adjustments applied. */
export interface PictureSource {
  readonly image: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

export interface PaintSources {
  /** `scale` is the number of device pixels per page pixel. Returns undefined until the picture has loaded. */
  readonly findPicture: (layer: PictureLayer, scale: number) => PictureSource | undefined;
}

/** The page's position on the canvas, in device pixels. */
export interface PagePlacement {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

function paintPicture(context: Context, layer: PictureLayer, scale: number, { findPicture }: PaintSources): void {
  const source = findPicture(layer, scale);
  const { width, height, crop, frame } = layer;
  const outline = outlineFrame(layer, frame);
  context.save();
  if (outline) context.clip(outline);
  if (source) {
    const shown = { width: source.width * crop.width, height: source.height * crop.height };
    // Reduced sources are at most twice the drawn size, so linear filtering is enough.
    context.imageSmoothingQuality = shown.width < width * scale ? 'high' : 'low';
    context.drawImage(
      source.image,
      source.width * crop.x,
      source.height * crop.y,
      shown.width,
      shown.height,
      -width / 2,
      -height / 2,
      width,
      height,
    );
  } else {
    context.fillStyle = '#8d86a8';
    context.globalAlpha *= 0.25;
    context.fillRect(-width / 2, -height / 2, width, height);
  }
  context.restore();
  if (frame.borderWidth > 0) strokeInside(context, outline ?? wholeBox(layer), frame.borderWidth, frame.borderColor);
}

function wholeBox({ width, height }: { width: number; height: number }): Path2D {
  const path = new Path2D();
  path.rect(-width / 2, -height / 2, width, height);
  return path;
}

/** Draws a border inside the outline: twice as wide, clipped to the outline. */
function strokeInside(context: Context, outline: Path2D, width: number, color: string): void {
  context.save();
  context.clip(outline);
  context.strokeStyle = color;
  context.lineWidth = width * 2;
  context.stroke(outline);
  context.restore();
}

function paintText(context: Context, layer: TextLayer): void {
  const { size, width, height, align, color, outline, plate } = layer;
  const { lines, baseline } = layOutText(layer, width / size);
  if (plate) {
    const path = new Path2D();
    path.roundRect(-width / 2, -height / 2, width, height, Math.min(width, height) * plate.radius);
    context.save();
    context.globalAlpha *= plate.opacity;
    context.fillStyle = plate.color;
    context.fill(path);
    context.restore();
  }
  context.font = cssFontOf(layer, size);
  context.letterSpacing = `${layer.letterSpacing * size}px`;
  context.textRendering = 'geometricPrecision';
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  const share = { left: 0, center: 0.5, right: 1 }[align];
  const placed = lines.map((line, index) => ({
    text: line.text,
    x: -width / 2 + (width - line.width * size) * share,
    y: -height / 2 + (index * layer.lineHeight + baseline) * size,
    width: line.width * size,
  }));
  if (outline && outline.width > 0) {
    context.strokeStyle = outline.color;
    // The letters cover the inner half.
    context.lineWidth = outline.width * size * 2;
    context.lineJoin = 'round';
    for (const { text, x, y } of placed) context.strokeText(text, x, y);
  }
  context.fillStyle = color;
  for (const { text, x, y } of placed) context.fillText(text, x, y);
  if (layer.isUnderlined)
    for (const line of placed) context.fillRect(line.x, line.y + size * 0.1, line.width, Math.max(1, size * 0.06));
}

function paintShape(context: Context, layer: ShapeLayer): void {
  const { fill, stroke, strokeWidth, isDashed } = layer;
  context.lineWidth = strokeWidth;
  context.lineJoin = 'round';
  context.lineCap = isDashed ? 'butt' : 'round';
  if (isDashed) context.setLineDash([strokeWidth * 2.5, strokeWidth * 1.8]);
  if (isLineShape(layer.shape)) {
    const color = stroke ?? (typeof fill === 'string' ? fill : '#000000');
    context.strokeStyle = color;
    context.fillStyle = color;
    context.stroke(outlineLine(layer));
    context.fill(outlineHeads(layer));
    return;
  }
  const outline = outlineShape(layer);
  if (fill) {
    const { width, height } = layer;
    context.fillStyle = fillStyleOf(context, fill, { x: -width / 2, y: -height / 2, width, height });
    context.fill(outline);
  }
  if (stroke && strokeWidth > 0) {
    context.strokeStyle = stroke;
    context.save();
    context.clip(outline);
    context.lineWidth = strokeWidth * 2;
    context.stroke(outline);
    context.restore();
  }
}

function paintSticker(context: Context, { sticker, color, width, height }: StickerLayer): void {
  const art = stickers[sticker];
  if (!art) return;
  context.save();
  context.scale(width / art.size, height / art.size);
  context.translate(-art.size / 2, -art.size / 2);
  for (const [index, part] of art.parts.entries()) {
    const path = new Path2D(part.path);
    const own = color !== null && index === art.main ? color : part.fill;
    if (own) {
      context.fillStyle = own;
      context.fill(path, part.rule ?? 'nonzero');
    }
    if (part.stroke) {
      context.strokeStyle = color !== null && index === art.main && !part.fill ? color : part.stroke;
      context.lineWidth = part.width ?? 4;
      context.lineCap = 'round';
      context.lineJoin = 'round';
      context.stroke(path);
    }
  }
  context.restore();
}

function paintQr(context: Context, { text, color, ground, width, height }: QrLayer): void {
  if (ground) {
    context.fillStyle = ground;
    context.fillRect(-width / 2, -height / 2, width, height);
  }
  const code = outlineQr(text);
  if (!code) return;
  context.save();
  context.scale(width / code.side, height / code.side);
  context.translate(-code.side / 2, -code.side / 2);
  context.fillStyle = color;
  context.fill(new Path2D(code.path));
  context.restore();
}

/** The origin of `context` is the top left corner of the page. */
function paintBody(
  context: Context,
  layer: Exclude<Layer, { type: 'veil' }>,
  scale: number,
  sources: PaintSources,
): void {
  context.save();
  context.translate(layer.x, layer.y);
  context.rotate((layer.degrees * Math.PI) / 180);
  context.scale(layer.isFlippedX ? -1 : 1, layer.isFlippedY ? -1 : 1);
  switch (layer.type) {
    case 'picture':
      paintPicture(context, layer, scale, sources);
      break;
    case 'text':
      paintText(context, layer);
      break;
    case 'shape':
      paintShape(context, layer);
      break;
    case 'drawing':
      tracePath(context, layer, layer.path, layer.strokeWidth, layer.color);
      break;
    case 'sticker':
      paintSticker(context, layer);
      break;
    case 'vector':
      paintVector(context, layer);
      break;
    case 'qr':
      paintQr(context, layer);
      break;
  }
  context.restore();
}

/** Returns whether a single canvas call draws the layer, so that opacity and blend mode can be set on that call. */
function isOneStroke(layer: Layer): boolean {
  if (layer.shadow || layer.erased) return false;
  if (layer.type === 'drawing') return true;
  return layer.type === 'picture' && layer.frame.borderWidth === 0;
}

/** Returns how far outlines, arrowheads and slanted letters extend beyond the box, in page pixels. */
function reachBeyond(layer: Layer): number {
  if (layer.type === 'text') return layer.size * (0.5 + (layer.outline?.width ?? 0));
  return layer.type === 'shape' ? layer.strokeWidth * 3 : 2;
}

/** Draws the layer without its erased parts on a separate canvas, then draws that canvas with its shadow. */
function paintIsolated(
  context: Context,
  layer: Exclude<Layer, { type: 'veil' }>,
  place: PagePlacement,
  sources: PaintSources,
): void {
  const { scale, x, y } = place;
  const { canvas } = context;
  const { shadow } = layer;
  const bounds = boundsOf(layer);
  const reach = reachBeyond(layer) * scale + 1;
  // Parts outside the canvas still cast a shadow onto it.
  const spare = shadow ? (shadow.blur + Math.abs(shadow.x) + Math.abs(shadow.y)) * scale : 0;
  const left = Math.floor(Math.max(-spare, x + bounds.left * scale - reach));
  const top = Math.floor(Math.max(-spare, y + bounds.top * scale - reach));
  const width = Math.ceil(Math.min(canvas.width + spare, x + bounds.right * scale + reach)) - left;
  const height = Math.ceil(Math.min(canvas.height + spare, y + bounds.bottom * scale + reach)) - top;
  if (width <= 0 || height <= 0) return;
  withScratch(width, height, scratch => {
    scratch.setTransform(scale, 0, 0, scale, x - left, y - top);
    paintBody(scratch, layer, scale, sources);
    rubOut(scratch, layer, { scale, x: x - left, y: y - top }, { width, height });
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = layer.opacity;
    context.globalCompositeOperation = layer.blend === 'normal' ? 'source-over' : layer.blend;
    if (shadow) {
      context.shadowColor = withOpacity(shadow.color, shadow.opacity);
      context.shadowBlur = shadow.blur * scale;
      context.shadowOffsetX = shadow.x * scale;
      context.shadowOffsetY = shadow.y * scale;
    }
    context.drawImage(scratch.canvas, 0, 0, width, height, left, top, width, height);
    context.restore();
  });
}

/** Draws a visible layer. `context` is transformed to the page according to `place`. */
export function paintLayer(context: Context, layer: Layer, place: PagePlacement, sources: PaintSources): void {
  if (layer.type === 'veil') paintVeil(context, layer, place.scale, place);
  else if ((layer.opacity === 1 && layer.blend === 'normal' && !layer.shadow && !layer.erased) || isOneStroke(layer)) {
    context.save();
    context.globalAlpha = layer.opacity;
    context.globalCompositeOperation = layer.blend === 'normal' ? 'source-over' : layer.blend;
    paintBody(context, layer, place.scale, sources);
    context.restore();
  } else paintIsolated(context, layer, place, sources);
}
