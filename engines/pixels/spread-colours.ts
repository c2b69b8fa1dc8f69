// Gives transparent pixels the colours of their nearest visible neighbours. An encoder that loses detail mixes hidden colours into visible edges.

interface Level {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue by weight, and the weight: 0 where nothing is visible. */
  readonly sums: Float32Array;
}

const half = (side: number) => Math.ceil(side / 2);

/** Adds up blocks of 2 x 2 pixels. */
function halvePixels(data: Uint8Array, width: number, height: number): Level {
  const level = { width: half(width), height: half(height), sums: new Float32Array(half(width) * half(height) * 4) };
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0; x < width; x++, from += 4) {
      const weight = data[from + 3]!;
      if (weight === 0) continue;
      const to = ((y >> 1) * level.width + (x >> 1)) * 4;
      for (let k = 0; k < 3; k++) level.sums[to + k]! += data[from + k]! * weight;
      level.sums[to + 3]! += weight;
    }
  return level;
}

function halve({ width, height, sums }: Level): Level {
  const level = { width: half(width), height: half(height), sums: new Float32Array(half(width) * half(height) * 4) };
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0; x < width; x++, from += 4) {
      const to = ((y >> 1) * level.width + (x >> 1)) * 4;
      for (let k = 0; k < 4; k++) level.sums[to + k]! += sums[from + k]!;
    }
  return level;
}

/** Fills what is empty in a level from the one above it. */
function fill({ width, height, sums }: Level, above: Level): void {
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 4) {
      if (sums[to + 3]! > 0) continue;
      const from = ((y >> 1) * above.width + (x >> 1)) * 4;
      for (let k = 0; k < 4; k++) sums[to + k] = above.sums[from + k]!;
    }
}

/** Changes the colours of the fully transparent pixels of `data`, which has four channels. */
export function spreadColours(data: Uint8Array, width: number, height: number): void {
  const levels = [halvePixels(data, width, height)];
  while (levels.at(-1)!.width * levels.at(-1)!.height > 1) levels.push(halve(levels.at(-1)!));
  for (let i = levels.length - 2; i >= 0; i--) fill(levels[i]!, levels[i + 1]!);
  const { sums, width: columns } = levels[0]!;
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 4) {
      if (data[to + 3] !== 0) continue;
      const from = ((y >> 1) * columns + (x >> 1)) * 4;
      const weight = sums[from + 3]!;
      for (let k = 0; k < 3; k++) data[to + k] = weight > 0 ? Math.round(sums[from + k]! / weight) : 0;
    }
}
