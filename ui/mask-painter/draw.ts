// Draws marks, suggestions and the cursor on a canvas.
import { boxOf, hasSize, type LiveMark } from './live-mark.ts';
import type { MaskOp, Proposal } from './ops.ts';
import type { Path } from './path.ts';
import type { Placement } from './placement.ts';

type Context = CanvasRenderingContext2D;

function tracePath(context: Context, path: Path, fromPoint = 0): void {
  context.moveTo(path[fromPoint * 2]!, path[fromPoint * 2 + 1]!);
  for (let i = fromPoint * 2 + 2; i < path.length; i += 2) context.lineTo(path[i]!, path[i + 1]!);
}

function strokePath(context: Context, path: Path, width: number, fromPoint = 0): void {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = width;
  context.beginPath();
  tracePath(context, path, fromPoint);
  // A line to its own start point draws a dot.
  if (path.length <= (fromPoint + 1) * 2) context.lineTo(path[fromPoint * 2]! + 1e-3, path[fromPoint * 2 + 1]!);
  context.stroke();
}

function traceOp(context: Context, op: MaskOp): void {
  context.beginPath();
  if (op.kind === 'box') context.rect(op.x, op.y, op.w, op.h);
  if (op.kind !== 'area') return;
  for (const ring of op.rings) {
    tracePath(context, ring);
    context.closePath();
  }
}

export type ColorOf = (label: string) => string;

/** Paints with a label's colour, or erases if the label is null. */
function chooseInk(context: Context, label: string | null, colorOf: ColorOf): void {
  context.globalCompositeOperation = label === null ? 'destination-out' : 'source-over';
  const color = label === null ? '#000' : colorOf(label);
  context.fillStyle = color;
  context.strokeStyle = color;
}

/** Transforms the context to picture pixels. */
export function takePicturePixels(context: Context, { scale, left, top }: Placement, ratio: number): void {
  context.setTransform(scale * ratio, 0, 0, scale * ratio, left * ratio, top * ratio);
}

export function wipe(context: Context): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = 'source-over';
  context.globalAlpha = 1;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
}

/** Draws opaquely, in the order of the list. */
export function drawOps(context: Context, ops: readonly MaskOp[], colorOf: ColorOf): void {
  for (const op of ops) {
    chooseInk(context, op.label, colorOf);
    if (op.kind === 'stroke') strokePath(context, op.path, op.width);
    else {
      traceOp(context, op);
      context.fill();
    }
  }
}

/** Extends a stroke from a point on. Returns the point to continue from. */
export function drawLiveStroke(context: Context, mark: LiveMark, fromPoint: number, colorOf: ColorOf): number {
  chooseInk(context, mark.label, colorOf);
  strokePath(context, mark.path, mark.width, fromPoint);
  return mark.path.length / 2 - 1;
}

/** Strokes a dark and a light dashed line, visible on any picture. Widths are in screen pixels. */
function strokeTwice(context: Context, scale: number): void {
  context.lineWidth = 1.5 / scale;
  context.setLineDash([]);
  context.strokeStyle = 'rgb(0 0 0 / 0.75)';
  context.stroke();
  context.setLineDash([5 / scale, 5 / scale]);
  context.strokeStyle = '#fff';
  context.stroke();
  context.setLineDash([]);
}

/** Draws a box or lasso in progress. */
export function drawLiveShape(context: Context, mark: LiveMark, scale: number, colorOf: ColorOf): void {
  if (hasSize(mark.tool)) return;
  context.beginPath();
  if (mark.tool === 'box') {
    const { x, y, w, h } = boxOf(mark);
    context.rect(x, y, w, h);
  } else tracePath(context, mark.path);
  context.fillStyle = `${colorOf(mark.label ?? '')}59`;
  context.fill();
  strokeTwice(context, scale);
}

/** Draws a suggestion: its outline and its bounding box, in the colour of the mark it becomes when ticked. */
export function drawProposal(context: Context, { op, box }: Proposal, scale: number, colorOf: ColorOf): void {
  traceOp(context, op);
  context.lineWidth = 1 / scale;
  context.strokeStyle = colorOf(op.label ?? '');
  context.stroke();
  const room = 4 / scale;
  context.beginPath();
  context.rect(box.x - room, box.y - room, box.w + 2 * room, box.h + 2 * room);
  strokeTwice(context, scale);
}

let hatch: HTMLCanvasElement | undefined;

/** Draws fine light stripes over everything drawn so far, so that strokes are visible on a picture of the same colour. */
export function drawHatch(context: Context, ratio: number): void {
  const side = 8;
  if (!hatch) {
    hatch = document.createElement('canvas');
    hatch.width = side;
    hatch.height = side;
    const small = hatch.getContext('2d')!;
    small.strokeStyle = '#fff';
    small.lineWidth = 1.5;
    for (const shift of [-side, 0, side]) {
      small.moveTo(shift, side);
      small.lineTo(shift + side, 0);
    }
    small.stroke();
  }
  const pattern = context.createPattern(hatch, 'repeat');
  if (!pattern) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.globalCompositeOperation = 'source-atop';
  context.globalAlpha = 0.3;
  context.fillStyle = pattern;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
}

/** Draws a ring as wide as the brush, or a cross for a tool without a size. In screen pixels. */
export function drawCursor(context: Context, x: number, y: number, diameter: number | undefined): void {
  context.beginPath();
  if (diameter === undefined) {
    context.moveTo(x - 11, y);
    context.lineTo(x + 11, y);
    context.moveTo(x, y - 11);
    context.lineTo(x, y + 11);
  } else context.arc(x, y, Math.max(1.5, diameter / 2), 0, Math.PI * 2);
  context.lineWidth = 3;
  context.strokeStyle = 'rgb(0 0 0 / 0.6)';
  context.stroke();
  context.lineWidth = 1.5;
  context.strokeStyle = '#fff';
  context.stroke();
}
