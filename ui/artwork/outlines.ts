// Outlines of shapes and frames, in a box centred on the origin.
import type { Frame, ShapeLayer } from 'contract/artwork/artwork.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns a closed polygon. Points are fractions of the box, relative to its centre. */
function polygon({ width, height }: Size, points: readonly (readonly [number, number])[]): Path2D {
  const path = new Path2D();
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) path.moveTo(x * width, y * height);
    else path.lineTo(x * width, y * height);
  }
  path.closePath();
  return path;
}

/** Returns a polygon with corners on an ellipse, stretched to fill the box. Every second corner is at `depth` times the radius. */
function onEllipse(size: Size, corners: number, depth = 1): Path2D {
  const points = Array.from({ length: corners }, (_, index): readonly [number, number] => {
    const angle = (index / corners) * 2 * Math.PI - Math.PI / 2;
    const far = index % 2 === 1 ? depth : 1;
    return [Math.cos(angle) * far, Math.sin(angle) * far];
  });
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return polygon(
    size,
    points.map(([x, y]) => [(x - left) / (right - left) - 0.5, (y - top) / (bottom - top) - 0.5]),
  );
}

function rectangle({ width, height }: Size, radius: number): Path2D {
  const path = new Path2D();
  const corner = Math.min(width, height) * radius;
  if (corner > 0) path.roundRect(-width / 2, -height / 2, width, height, corner);
  else path.rect(-width / 2, -height / 2, width, height);
  return path;
}

function ellipse({ width, height }: Size): Path2D {
  const path = new Path2D();
  path.ellipse(0, 0, width / 2, height / 2, 0, 0, 2 * Math.PI);
  return path;
}

function heart({ width: w, height: h }: Size): Path2D {
  const path = new Path2D();
  path.moveTo(0, 0.5 * h);
  path.bezierCurveTo(-0.18 * w, 0.32 * h, -0.5 * w, 0.12 * h, -0.5 * w, -0.2 * h);
  path.bezierCurveTo(-0.5 * w, -0.42 * h, -0.36 * w, -0.5 * h, -0.25 * w, -0.5 * h);
  path.bezierCurveTo(-0.12 * w, -0.5 * h, -0.03 * w, -0.42 * h, 0, -0.3 * h);
  path.bezierCurveTo(0.03 * w, -0.42 * h, 0.12 * w, -0.5 * h, 0.25 * w, -0.5 * h);
  path.bezierCurveTo(0.36 * w, -0.5 * h, 0.5 * w, -0.42 * h, 0.5 * w, -0.2 * h);
  path.bezierCurveTo(0.5 * w, 0.12 * h, 0.18 * w, 0.32 * h, 0, 0.5 * h);
  path.closePath();
  return path;
}

/** A speech bubble with its tail at the lower left. */
function speech({ width: w, height: h }: Size): Path2D {
  const path = new Path2D();
  const corner = Math.min(w, h) * 0.16;
  const bottom = 0.3 * h;
  path.moveTo(-w / 2 + corner, -h / 2);
  path.arcTo(w / 2, -h / 2, w / 2, bottom, corner);
  path.arcTo(w / 2, bottom, -w / 2, bottom, corner);
  path.lineTo(-0.12 * w, bottom);
  path.lineTo(-0.3 * w, 0.5 * h);
  path.lineTo(-0.3 * w, bottom);
  path.arcTo(-w / 2, bottom, -w / 2, -h / 2, corner);
  path.arcTo(-w / 2, -h / 2, w / 2, -h / 2, corner);
  path.closePath();
  return path;
}

function arch({ width: w, height: h }: Size): Path2D {
  const path = new Path2D();
  const rise = Math.min(w / 2, h);
  path.moveTo(-w / 2, h / 2);
  path.lineTo(-w / 2, -h / 2 + rise);
  path.ellipse(0, -h / 2 + rise, w / 2, rise, 0, Math.PI, 2 * Math.PI);
  path.lineTo(w / 2, h / 2);
  path.closePath();
  return path;
}

function blob({ width: w, height: h }: Size): Path2D {
  const path = new Path2D();
  path.moveTo(-0.08 * w, -0.5 * h);
  path.bezierCurveTo(0.24 * w, -0.54 * h, 0.5 * w, -0.34 * h, 0.48 * w, -0.04 * h);
  path.bezierCurveTo(0.46 * w, 0.18 * h, 0.42 * w, 0.46 * h, 0.12 * w, 0.49 * h);
  path.bezierCurveTo(-0.2 * w, 0.53 * h, -0.5 * w, 0.38 * h, -0.5 * w, 0.08 * h);
  path.bezierCurveTo(-0.5 * w, -0.24 * h, -0.38 * w, -0.46 * h, -0.08 * w, -0.5 * h);
  path.closePath();
  return path;
}

const blockArrow = (size: Size) =>
  polygon(size, [
    [-0.5, -0.22],
    [0.1, -0.22],
    [0.1, -0.5],
    [0.5, 0],
    [0.1, 0.5],
    [0.1, 0.22],
    [-0.5, 0.22],
  ]);

const diamond = (size: Size) =>
  polygon(size, [
    [0, -0.5],
    [0.5, 0],
    [0, 0.5],
    [-0.5, 0],
  ]);

const triangle = (size: Size) =>
  polygon(size, [
    [0, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ]);

/** Returns the horizontal centre line of the box, shortened by `from` and `to` pixels for arrowheads. */
function line({ width }: Size, { from, to }: { from: number; to: number }): Path2D {
  const path = new Path2D();
  path.moveTo(-width / 2 + from, 0);
  path.lineTo(width / 2 - to, 0);
  return path;
}

export type LineShape = 'line' | 'arrow' | 'double-arrow';
export const isLineShape = (shape: ShapeLayer['shape']): shape is LineShape =>
  shape === 'line' || shape === 'arrow' || shape === 'double-arrow';

const headOf = ({ width, strokeWidth }: Pick<ShapeLayer, 'width' | 'strokeWidth'>) =>
  Math.min(width * 0.6, strokeWidth * 4);

/** Returns the line of a line shape without its arrowheads. */
export function outlineLine(layer: ShapeLayer): Path2D {
  const inset = headOf(layer) * 0.8;
  return line(layer, {
    from: layer.shape === 'double-arrow' ? inset : 0,
    to: layer.shape === 'line' ? 0 : inset,
  });
}

/** Returns the filled arrowheads; empty for a plain line. */
export function outlineHeads(layer: ShapeLayer): Path2D {
  const path = new Path2D();
  const head = headOf(layer);
  const add = (side: 1 | -1) => {
    const tip = (layer.width / 2) * side;
    path.moveTo(tip, 0);
    path.lineTo(tip - head * side, head * 0.55);
    path.lineTo(tip - head * side, -head * 0.55);
    path.closePath();
  };
  if (layer.shape !== 'line') add(1);
  if (layer.shape === 'double-arrow') add(-1);
  return path;
}

export function outlineShape(layer: ShapeLayer): Path2D {
  switch (layer.shape) {
    case 'rectangle':
      return rectangle(layer, layer.radius);
    case 'ellipse':
      return ellipse(layer);
    case 'triangle':
      return triangle(layer);
    case 'diamond':
      return diamond(layer);
    case 'pentagon':
      return onEllipse(layer, 5);
    case 'hexagon':
      return onEllipse(layer, 6);
    case 'star':
      return onEllipse(layer, 10, 0.45);
    case 'badge':
      return onEllipse(layer, 32, 0.86);
    case 'heart':
      return heart(layer);
    case 'speech':
      return speech(layer);
    case 'block-arrow':
      return blockArrow(layer);
    default:
      return outlineLine(layer);
  }
}

/** Returns the outline that a picture is clipped to, or undefined for the whole box. */
export function outlineFrame(size: Size, { shape, radius }: Frame): Path2D | undefined {
  switch (shape) {
    case 'none':
      return undefined;
    case 'rounded':
      return rectangle(size, radius);
    case 'circle':
      return ellipse(size);
    case 'heart':
      return heart(size);
    case 'star':
      return onEllipse(size, 10, 0.5);
    case 'hexagon':
      return onEllipse(size, 6);
    case 'diamond':
      return diamond(size);
    case 'arch':
      return arch(size);
    case 'blob':
      return blob(size);
  }
}
