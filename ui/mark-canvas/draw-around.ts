// Draws what surrounds the mark being edited: its repetitions, the guide lines it snapped to, and the other marks.
import { type Placed, type Point, type Size, turnedSize } from 'contract/mark/place.ts';
import { listCentres, makeCell } from 'contract/mark/tile.ts';
import type { PaintedCanvas } from './paint-mark.ts';
import { toFrame, type View } from './view.ts';

export interface Around {
  readonly picture: Size;
  readonly view: View;
  readonly placed: Placed;
  readonly painted: PaintedCanvas;
  readonly opacity: number;
  /** The gap between repeated marks, in picture pixels; absent: a single mark. */
  readonly gap?: number | undefined;
  /** In picture pixels. */
  readonly lines: { readonly x?: number | undefined; readonly y?: number | undefined };
  readonly lineColor: string;
}

export interface DrawnMark extends Pick<Around, 'picture' | 'view' | 'placed' | 'painted' | 'opacity' | 'gap'> {}

/** Draws a mark without handles, once or repeated. `context` is in CSS pixels of the frame. */
export function drawMark(context: CanvasRenderingContext2D, mark: DrawnMark): void {
  const { picture, view, placed, gap } = mark;
  context.save();
  context.beginPath();
  context.rect(view.left, view.top, picture.width * view.scale, picture.height * view.scale);
  context.clip();
  if (gap === undefined) drawCentres(context, mark, () => [placed.centre]);
  else drawCentres(context, mark, reach => listCentres(picture, makeCell(placed, gap), reach));
  context.restore();
}

/** `list` returns the centres, given half the size of a rotated mark. */
function drawCentres(
  context: CanvasRenderingContext2D,
  { view, placed, painted, opacity }: DrawnMark,
  list: (reach: Point) => readonly Point[],
): void {
  const shown = toFrame(placed, view);
  const scale = shown.width / (painted.canvas.width - 2 * painted.inset);
  const [width, height] = [painted.canvas.width * scale, painted.canvas.height * scale];
  const turned = turnedSize({ width: width / view.scale, height: height / view.scale }, placed.degrees);
  context.globalAlpha = opacity;
  const reach = { x: turned.width / 2, y: turned.height / 2 };
  for (const centre of list(reach)) {
    context.save();
    context.translate(view.left + centre.x * view.scale, view.top + centre.y * view.scale);
    context.rotate((placed.degrees * Math.PI) / 180);
    context.drawImage(painted.canvas, -width / 2, -height / 2, width, height);
    context.restore();
  }
  context.globalAlpha = 1;
}

function drawRepeated(context: CanvasRenderingContext2D, around: Around, gap: number): void {
  const { picture, placed } = around;
  // The grip draws the mark being edited.
  const isOther = (centre: Point) => Math.hypot(centre.x - placed.centre.x, centre.y - placed.centre.y) >= 2;
  drawCentres(context, around, reach => listCentres(picture, makeCell(placed, gap), reach).filter(isOther));
}

/** `context` is in CSS pixels of the frame. */
export function drawAround(context: CanvasRenderingContext2D, around: Around): void {
  const { picture, view, gap, lines, lineColor } = around;
  const [width, height] = [picture.width * view.scale, picture.height * view.scale];
  context.save();
  context.beginPath();
  context.rect(view.left, view.top, width, height);
  context.clip();
  if (gap !== undefined) drawRepeated(context, around, gap);
  context.strokeStyle = lineColor;
  context.beginPath();
  if (lines.x !== undefined) {
    const x = Math.round(view.left + lines.x * view.scale) + 0.5;
    context.moveTo(x, view.top);
    context.lineTo(x, view.top + height);
  }
  if (lines.y !== undefined) {
    const y = Math.round(view.top + lines.y * view.scale) + 0.5;
    context.moveTo(view.left, y);
    context.lineTo(view.left + width, y);
  }
  context.stroke();
  context.restore();
}
