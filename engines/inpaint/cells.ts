// What is measured over many pixels is kept for cells of 8 x 8 pixels.

export const cellSide = 8;

export const cellAt = (x: number, y: number, across: number): number => (y >> 3) * across + (x >> 3);

/** Values of cells at hole pixels; between the middles of cells they change evenly. */
export function sampleCells(
  cells: Float32Array,
  across: number,
  down: number,
  width: number,
  holes: Int32Array,
): Float32Array {
  const sampled = new Float32Array(holes.length);
  for (let slot = 0; slot < holes.length; slot++) {
    const pixel = holes[slot]!;
    const y = Math.min(down - 1, Math.max(0, (Math.floor(pixel / width) + 0.5) / cellSide - 0.5));
    const x = Math.min(across - 1, Math.max(0, ((pixel % width) + 0.5) / cellSide - 0.5));
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const right = Math.min(across - 1, left + 1);
    const bottom = Math.min(down - 1, top + 1);
    const upper = cells[top * across + left]! * (left + 1 - x) + cells[top * across + right]! * (x - left);
    const lower = cells[bottom * across + left]! * (left + 1 - x) + cells[bottom * across + right]! * (x - left);
    sampled[slot] = upper * (top + 1 - y) + lower * (y - top);
  }
  return sampled;
}
