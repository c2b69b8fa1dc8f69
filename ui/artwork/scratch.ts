// Reusable scratch canvases: a new one for each layer and frame would cause frequent garbage collection.

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const free: OffscreenCanvasRenderingContext2D[] = [];
const maxKept = 6;

/** Lends an empty canvas of at least this size; anything beyond that size is undefined. */
export function withScratch<T>(
  width: number,
  height: number,
  use: (context: OffscreenCanvasRenderingContext2D) => T,
): T {
  const context = free.pop() ?? new OffscreenCanvas(1, 1).getContext('2d')!;
  const { canvas } = context;
  if (canvas.width < width || canvas.height < height) {
    canvas.width = Math.max(canvas.width, width);
    canvas.height = Math.max(canvas.height, height);
  } else {
    context.reset();
  }
  try {
    return use(context);
  } finally {
    // Export canvases are larger than any screen and are not kept.
    if (free.length < maxKept && canvas.width * canvas.height <= 12_000_000) free.push(context);
  }
}
