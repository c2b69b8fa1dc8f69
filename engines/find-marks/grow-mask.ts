// Makes a mask wider.

/** Marks with 1 in `into` everything within `radius` pixels of what is not zero in `mask`; both are `width` wide. */
export function growMask(mask: Uint8Array, width: number, radius: number, into: Uint8Array): void {
  const height = mask.length / width;
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue;
    const x = i % width;
    const y = (i - x) / width;
    for (let v = -radius; v <= radius; v++) {
      if (y + v < 0 || y + v >= height) continue;
      const reach = Math.floor(Math.sqrt(radius * radius + 1 - v * v));
      into.fill(1, (y + v) * width + Math.max(0, x - reach), (y + v) * width + Math.min(width, x + reach + 1));
    }
  }
}
