// Numbers the pixels that a shared mark may cover, without gaps, and links neighbours.

/** The same crop of several images of one size. */
export interface MarkedSet {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of each image: width * height * 3 bytes. */
  readonly pictures: readonly Uint8Array[];
  /** Pixels that the mark may cover: 1, or 2 where it is opaque, so that nothing can be learnt there. width * height bytes. */
  readonly mask: Uint8Array;
}

export interface Links {
  /** Index of each numbered pixel in the image. The unknown pixels come first, then the clean ones beside them. */
  readonly pixels: Int32Array;
  readonly unknowns: number;
  /** Pairs of neighbours, as numbers of pixels; at least one of the two is unknown. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Numbers the pixels of the mask and their neighbours, and links each to its right and lower neighbour. */
export function linkPixels({ width, height, mask }: Pick<MarkedSet, 'width' | 'height' | 'mask'>): Links {
  const numbers = new Int32Array(width * height).fill(-1);
  const pixels: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1) numbers[i] = pixels.push(i) - 1;
  const unknowns = pixels.length;
  const numberOf = (i: number) => {
    if (numbers[i]! < 0) numbers[i] = pixels.push(i) - 1;
    return numbers[i]!;
  };
  const link = (a: number, b: number) => {
    if (mask[a]! + mask[b]! === 0 || mask[a] === 2 || mask[b] === 2) return;
    from.push(numberOf(a));
    to.push(numberOf(b));
  };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x + 1 < width) link(i, i + 1);
      if (y + 1 < height) link(i, i + width);
    }
  }
  return { pixels: Int32Array.from(pixels), unknowns, from: Int32Array.from(from), to: Int32Array.from(to) };
}

/** Halves the size: averages the colours, and takes the maximum of the four mask values. */
export function halve({ width, height, pictures, mask }: MarkedSet): MarkedSet {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const four = (x: number, y: number) => {
    const [right, below] = [Math.min(2 * x + 1, width - 1), Math.min(2 * y + 1, height - 1)];
    return [2 * y * width + 2 * x, 2 * y * width + right, below * width + 2 * x, below * width + right] as const;
  };
  const halfMask = new Uint8Array(half.width * half.height);
  const halved = pictures.map(() => new Uint8Array(halfMask.length * 3));
  for (let y = 0, to = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++, to++) {
      const [a, b, c, d] = four(x, y);
      halfMask[to] = Math.max(mask[a]!, mask[b]!, mask[c]!, mask[d]!);
      for (const [k, picture] of pictures.entries()) {
        for (let ch = 0; ch < 3; ch++) {
          const sum = picture[a * 3 + ch]! + picture[b * 3 + ch]! + picture[c * 3 + ch]! + picture[d * 3 + ch]!;
          halved[k]![to * 3 + ch] = (sum + 2) >> 2;
        }
      }
    }
  }
  return { ...half, pictures: halved, mask: halfMask };
}
