// Draws a freehand line as a smooth curve through its points.
import type { BoxPath } from 'contract/artwork/artwork.ts';
import type { Context } from './scratch.ts';

/** Traces quadratic curves between the midpoints of consecutive points; a single point becomes a dot. The origin of `context` is the box's centre. */
export function tracePath(
  context: Context,
  { width, height }: { readonly width: number; readonly height: number },
  path: BoxPath,
  strokeWidth: number,
  color: string,
): void {
  const at = (index: number) => ({ x: (path[index * 2]! - 0.5) * width, y: (path[index * 2 + 1]! - 0.5) * height });
  const count = path.length / 2;
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = strokeWidth;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  if (count === 1) {
    const { x, y } = at(0);
    context.arc(x, y, strokeWidth / 2, 0, 2 * Math.PI);
    context.fill();
    return;
  }
  const first = at(0);
  context.moveTo(first.x, first.y);
  for (let i = 1; i < count - 1; i++) {
    const [here, next] = [at(i), at(i + 1)];
    context.quadraticCurveTo(here.x, here.y, (here.x + next.x) / 2, (here.y + next.y) / 2);
  }
  const last = at(count - 1);
  context.lineTo(last.x, last.y);
  context.stroke();
}
