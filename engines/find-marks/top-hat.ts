// What is brighter, or darker, than all around it and narrow: strokes and lines, and no large shapes.

type Pick = (a: number, b: number) => number;

/**
 * The extreme of each window of 2 radius + 1 along one line, cut off at its ends, at three comparisons a value however wide the window. Source:
 * van Herk, Pattern Recognition Letters 13, 1992. `ahead` and `back` are room for as many values as the line has, `line` the line.
 */
function filterLine(line: Float32Array, radius: number, pick: Pick, ahead: Float32Array, back: Float32Array): void {
  const n = line.length;
  const block = 2 * radius + 1;
  for (let i = 0; i < n; i++) ahead[i] = i % block === 0 ? line[i]! : pick(ahead[i - 1]!, line[i]!);
  for (let i = n - 1; i >= 0; i--)
    back[i] = i === n - 1 || (i + 1) % block === 0 ? line[i]! : pick(back[i + 1]!, line[i]!);
  for (let i = 0; i < n; i++) {
    const from = i - radius;
    const to = Math.min(n - 1, i + radius);
    // A window that begins before the line lies within its first block, or reaches one value into the next.
    if (from <= 0) line[i] = to < block ? ahead[to]! : pick(back[0]!, ahead[to]!);
    else if (Math.floor(from / block) === Math.floor(to / block)) line[i] = to === n - 1 ? back[from]! : ahead[to]!;
    else line[i] = pick(back[from]!, ahead[to]!);
  }
}

/** The least or the greatest value of each square window of 2 radius + 1 a side. */
function filterExtremes(values: Float32Array, width: number, height: number, radius: number, pick: Pick): Float32Array {
  const out = values.slice();
  const room = () => new Float32Array(Math.max(width, height));
  const [ahead, back] = [room(), room()];
  for (let y = 0; y < height; y++) filterLine(out.subarray(y * width, (y + 1) * width), radius, pick, ahead, back);
  const column = new Float32Array(height);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) column[y] = out[y * width + x]!;
    filterLine(column, radius, pick, ahead, back);
    for (let y = 0; y < height; y++) out[y * width + x] = column[y]!;
  }
  return out;
}

/**
 * How far each value stands out of what is left when everything bright (sign 1) or dark (sign -1) that a square of 2 radius + 1 does not
 * fit into is taken away; 0 or more. Source: Serra, Image Analysis and Mathematical Morphology, 1982.
 */
export function topHat(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
  sign: 1 | -1,
): Float32Array {
  const signed = sign === 1 ? values : values.map(value => -value);
  const eroded = filterExtremes(signed, width, height, radius, Math.min);
  const opened = filterExtremes(eroded, width, height, radius, Math.max);
  return signed.map((value, i) => value - opened[i]!);
}
