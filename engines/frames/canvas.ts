// The canvas on which the frames of an animation are composed: every frame is drawn over the one before it, which was disposed of first. Shared by
// the formats whose files hold parts of frames.

/** In pixels of the canvas; may lie beyond it. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What becomes of a frame's area before the next frame is drawn: it stays, becomes transparent, or becomes what it was before the frame. */
export type Disposal = 'keep' | 'clear' | 'restore';

export interface DrawnFrame {
  readonly area: Area;
  readonly disposal: Disposal;
  /** Draws the frame's own pixels on the canvas, one 32-bit number each, row by row. */
  readonly drawOn: (canvas: Uint32Array) => void | Promise<void>;
}

/** The part of an area that lies on the canvas. */
export function clipArea({ left, top, width, height }: Area, canvasWidth: number, canvasHeight: number): Area {
  const [right, bottom] = [Math.min(canvasWidth, left + width), Math.min(canvasHeight, top + height)];
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/**
 * Composes frames as browsers do, on a canvas that begins transparent, and returns them stacked vertically with red, green, blue and alpha. Reads the
 * first `count` frames, of which there must be as many.
 */
export async function composeFrames(
  frames: Iterable<DrawnFrame>,
  { width, height, count }: { readonly width: number; readonly height: number; readonly count: number },
): Promise<Uint8Array> {
  const size = width * height;
  const stack = new Uint32Array(size * count);
  // The only frame is drawn where it is returned.
  const canvas = count === 1 ? stack : new Uint32Array(size);
  let number = 0;
  for (const { area, disposal, drawOn } of frames) {
    if (number === count) break;
    const before = disposal === 'restore' ? canvas.slice() : undefined;
    await drawOn(canvas);
    if (count === 1) break;
    stack.set(canvas, size * number++);
    if (before) canvas.set(before);
    if (disposal !== 'clear') continue;
    const seen = clipArea(area, width, height);
    for (let y = seen.top; y < seen.top + seen.height; y++)
      canvas.fill(0, y * width + seen.left, y * width + seen.left + seen.width);
  }
  return new Uint8Array(stack.buffer);
}
