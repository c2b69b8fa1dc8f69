// Reduces an image with filled holes or expanded sides to cells, with what is new in it and where that was copied from, so that the result can be
// judged at any scale.

/** An image after holes in it were filled or its sides expanded. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** Number of pixels added at the left and at the top, and size of the image before. */
  readonly inner: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Red, green, blue. */
  readonly colours: Uint8Array;
  /** Index of the pixel that each new one was copied from; -1 in the image itself, and where nothing was copied. */
  readonly sources: Int32Array;
}

/** Colours are means, three numbers per cell; shifts point to the source of the cell's middle, in cells, two numbers per cell. */
export interface Cells {
  readonly width: number;
  readonly height: number;
  readonly colours: Float32Array;
  readonly isNew: Uint8Array;
  readonly shifts: Float32Array;
  /** The cells of the image itself, as half-open ranges. */
  readonly inner: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
}

/** The longer side of the image itself becomes about `side` cells. Cells begin at the image's upper left corner. */
export function shrinkCanvas(canvas: Canvas, side: number): Cells {
  const { colours, sources, inner } = canvas;
  const factor = Math.max(1, Math.round(Math.max(inner.width, inner.height) / side));
  const [startX, startY] = [inner.left % factor, inner.top % factor];
  const width = Math.floor((canvas.width - startX) / factor);
  const height = Math.floor((canvas.height - startY) / factor);
  const means = new Float32Array(width * height * 3);
  const isNew = new Uint8Array(width * height);
  const shifts = new Float32Array(width * height * 2);
  const half = factor >> 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = y * width + x;
      const corner = (startY + y * factor) * canvas.width + startX + x * factor;
      for (let v = 0; v < factor; v++)
        for (let u = 0, at = (corner + v * canvas.width) * 3; u < factor; u++, at += 3)
          for (let channel = 0; channel < 3; channel++) means[cell * 3 + channel]! += colours[at + channel]!;
      for (let channel = 0; channel < 3; channel++) means[cell * 3 + channel]! /= factor * factor;
      const middle = corner + half * canvas.width + half;
      const source = sources[middle]!;
      if (source < 0) continue;
      isNew[cell] = 1;
      const rows = Math.floor(source / canvas.width) - Math.floor(middle / canvas.width);
      shifts[cell * 2] = (source - middle - rows * canvas.width) / factor;
      shifts[cell * 2 + 1] = rows / factor;
    }
  }
  const left = Math.floor(inner.left / factor);
  const top = Math.floor(inner.top / factor);
  const right = left + Math.floor(inner.width / factor);
  const bottom = top + Math.floor(inner.height / factor);
  return { width, height, colours: means, isNew, shifts, inner: { left, top, right, bottom } };
}
