// Connected components of the flagged pixels of a plane.

/** By what two pixels are connected: by a common side (4-connected), or by a corner as well (8-connected). */
export type Connection = 'side' | 'corner';

/**
 * Yields the connected components of the pixels whose flag is not 0: the indices of their pixels, breadth first from the first in reading order. The
 * components come in reading order of these first pixels.
 */
export function* findComponents(flags: Uint8Array, width: number, by: Connection): Generator<readonly number[]> {
  const isLeft = flags.slice();
  for (let start = 0; start < flags.length; start++) {
    if (!isLeft[start]) continue;
    isLeft[start] = 0;
    const component = [start];
    // It grows while it is walked.
    for (let next = 0; next < component.length; next++) {
      const at = component[next]!;
      const x = at % width;
      const [left, right] = [x > 0 ? -1 : 0, x + 1 < width ? 1 : 0];
      for (let row = Math.max(x, at - width); row <= at + width && row < flags.length; row += width) {
        const isWide = by === 'corner' || row === at;
        for (let near = isWide ? row + left : row, end = isWide ? row + right : row; near <= end; near++) {
          if (!isLeft[near]) continue;
          isLeft[near] = 0;
          component.push(near);
        }
      }
    }
    yield component;
  }
}

/** Numbers the connected components from 1, in reading order of their first pixels; 0 for pixels that are not flagged. */
export function numberComponents(flags: Uint8Array, width: number, by: Connection): Int32Array {
  const numbers = new Int32Array(flags.length);
  let number = 0;
  for (const component of findComponents(flags, width, by)) {
    number++;
    for (const pixel of component) numbers[pixel] = number;
  }
  return numbers;
}
