// What is brighter, or darker, than all around it and narrow: strokes and lines, and no large shapes.

/** The least or the greatest value of each window of 2 radius + 1 a side, cut off at the borders. */
function filterExtremes(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
  pick: (a: number, b: number) => number,
): Float32Array {
  const rows = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let extreme = values[i]!;
      const row = y * width;
      for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++)
        extreme = pick(extreme, values[row + u]!);
      rows[i] = extreme;
    }
  }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let extreme = rows[i]!;
      for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++)
        extreme = pick(extreme, rows[v * width + x]!);
      out[i] = extreme;
    }
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
