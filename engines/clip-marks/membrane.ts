// Fills the masked pixels of a plane like a membrane fixed at their rim: Laplace's equation, solved from coarse to fine (Brandt, "Multi-Level
// Adaptive Solutions to Boundary-Value Problems", 1977; one pass of it suffices for 8-bit levels).

interface Level {
  readonly width: number;
  readonly height: number;
  readonly unknown: Int32Array;
  /** For each unknown pixel, whether it is off the border, with neighbours on all four sides. */
  readonly isAmid: Uint8Array;
  readonly isKnown: Uint8Array;
  readonly values: Float32Array;
}

const sweeps = 4;
const smallest = 2;

function halve({ width, height, isKnown }: Level): Level {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const known = new Uint8Array(half.width * half.height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (isKnown[y * width + x]) known[(y >> 1) * half.width + (x >> 1)] = 1;
  return makeLevel(known, half.width, half.height);
}

function makeLevel(isKnown: Uint8Array, width: number, height: number): Level {
  const unknown = Int32Array.from([...isKnown.keys()].filter(i => !isKnown[i]));
  const isAmid = Uint8Array.from(unknown, i =>
    i >= width && i < width * (height - 1) && i % width > 0 && i % width < width - 1 ? 1 : 0,
  );
  return { width, height, isKnown, unknown, isAmid, values: new Float32Array(isKnown.length) };
}

/** Computes the coarse level as the means of the known pixels. */
function pull(fine: Level, coarse: Level): void {
  coarse.values.fill(0);
  const counts = new Uint8Array(coarse.values.length);
  for (let y = 0; y < fine.height; y++) {
    for (let x = 0; x < fine.width; x++) {
      const i = y * fine.width + x;
      if (!fine.isKnown[i]) continue;
      const to = (y >> 1) * coarse.width + (x >> 1);
      coarse.values[to]! += fine.values[i]!;
      counts[to]!++;
    }
  }
  for (let i = 0; i < counts.length; i++) if (counts[i]) coarse.values[i]! /= counts[i]!;
}

function push({ width: coarseWidth, height: coarseHeight, values }: Level, fine: Level): void {
  for (const i of fine.unknown) {
    const y = Math.floor(i / fine.width);
    const x = i - y * fine.width;
    const u = Math.max(0, Math.min(coarseWidth - 1, (x - 0.5) / 2));
    const v = Math.max(0, Math.min(coarseHeight - 1, (y - 0.5) / 2));
    const [left, top] = [Math.floor(u), Math.floor(v)];
    const [right, bottom] = [Math.min(left + 1, coarseWidth - 1), Math.min(top + 1, coarseHeight - 1)];
    const [across, down] = [u - left, v - top];
    const upper = values[top * coarseWidth + left]! * (1 - across) + values[top * coarseWidth + right]! * across;
    const lower = values[bottom * coarseWidth + left]! * (1 - across) + values[bottom * coarseWidth + right]! * across;
    fine.values[i] = upper * (1 - down) + lower * down;
  }
}

function relax({ width, height, unknown, isAmid, values }: Level): void {
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let k = 0; k < unknown.length; k++) {
      const i = unknown[k]!;
      if (isAmid[k]) {
        values[i] = (values[i - 1]! + values[i + 1]! + values[i - width]! + values[i + width]!) / 4;
        continue;
      }
      const y = Math.floor(i / width);
      const x = i - y * width;
      let [sum, count] = [0, 0];
      if (x > 0) [sum, count] = [sum + values[i - 1]!, count + 1];
      if (x + 1 < width) [sum, count] = [sum + values[i + 1]!, count + 1];
      if (y > 0) [sum, count] = [sum + values[i - width]!, count + 1];
      if (y + 1 < height) [sum, count] = [sum + values[i + width]!, count + 1];
      values[i] = sum / count;
    }
  }
}

/**
 * Prepares a function that returns `plane` with the pixels of `mask` filled. It is called for every frame, so everything that depends on the mask
 * alone is computed here. Each call overwrites the result of the one before. Without a known pixel the filling is zero.
 */
export function planMembrane(
  mask: Uint8Array,
  width: number,
  height: number,
): (plane: ArrayLike<number>) => Float32Array {
  const isKnown = mask.map(value => (value ? 0 : 1));
  const levels: Level[] = [makeLevel(isKnown, width, height)];
  while (levels.at(-1)!.unknown.length > 0 && Math.min(levels.at(-1)!.width, levels.at(-1)!.height) > smallest)
    levels.push(halve(levels.at(-1)!));
  return plane => {
    levels[0]!.values.set(plane);
    for (let level = 1; level < levels.length; level++) pull(levels[level - 1]!, levels[level]!);
    const coarsest = levels.at(-1)!;
    let [sum, count] = [0, 0];
    for (let i = 0; i < coarsest.isKnown.length; i++) {
      if (!coarsest.isKnown[i]) continue;
      sum += coarsest.values[i]!;
      count++;
    }
    for (const i of coarsest.unknown) coarsest.values[i] = count > 0 ? sum / count : 0;
    for (let level = levels.length - 1; level >= 0; level--) {
      if (level + 1 < levels.length) push(levels[level + 1]!, levels[level]!);
      relax(levels[level]!);
    }
    return levels[0]!.values;
  };
}
