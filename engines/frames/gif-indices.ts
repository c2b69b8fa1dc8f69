// Decompresses the pixels of one GIF frame. Source: GIF89a specification, appendix F (variable-length-code LZW).

const maxCodes = 4096;

/** Rows of an interlaced frame come in four passes. Source: GIF89a, appendix E. */
const passes = [
  { first: 0, step: 8 },
  { first: 4, step: 8 },
  { first: 2, step: 4 },
  { first: 1, step: 2 },
] as const;

/** Sorts the rows of an interlaced frame from top to bottom. */
function sortRows(indices: Uint8Array, width: number, height: number): Uint8Array {
  const sorted = new Uint8Array(indices.length);
  let from = 0;
  for (const { first, step } of passes)
    for (let y = first; y < height; y += step, from += width)
      sorted.set(indices.subarray(from, from + width), y * width);
  return sorted;
}

/** One frame's compressed pixels: its code size, and the sub-blocks joined. */
export interface Compressed {
  readonly width: number;
  readonly height: number;
  readonly isInterlaced: boolean;
  readonly codeBits: number;
  readonly codes: Uint8Array;
}

export interface Indices {
  /** A number in the palette for each pixel, row by row. */
  readonly indices: Uint8Array;
  /** The pixels that the data contains; those after them stay undrawn. Of an interlaced frame all count. */
  readonly drawn: number;
}

/** Takes time linear in the frame's pixels and in its bytes, whatever the codes are. */
export function readIndices({ width, height, isInterlaced, codeBits, codes }: Compressed): Indices {
  const total = width * height;
  const indices = new Uint8Array(total);
  const clear = 1 << codeBits;
  const end = clear + 1;
  // A code is the string of another code and one more pixel. Strings are kept as where they were first written in the output.
  const starts = new Uint32Array(maxCodes);
  const lengths = new Uint32Array(maxCodes);
  let [next, bits, last] = [end + 1, codeBits + 1, -1];
  let [at, held, heldBits, drawn] = [0, 0, 0, 0];
  let [lastStart, lastLength] = [0, 0];
  while (drawn < total) {
    while (heldBits < bits && at < codes.length) {
      held |= codes[at++]! << heldBits;
      heldBits += 8;
    }
    if (heldBits < bits) break;
    const code = held & ((1 << bits) - 1);
    held >>>= bits;
    heldBits -= bits;
    if (code === clear) {
      [next, bits, last] = [end + 1, codeBits + 1, -1];
      continue;
    }
    if (code === end || code > next || (code === next && last < 0)) break;
    const start = drawn;
    if (code < clear) indices[drawn++] = code;
    else {
      const isNew = code === next;
      const from = isNew ? lastStart : starts[code]!;
      const length = Math.min(isNew ? lastLength + 1 : lengths[code]!, total - drawn);
      // Byte by byte: a string may continue into itself.
      for (let i = 0; i < length; i++) indices[drawn + i] = indices[from + i]!;
      drawn += length;
    }
    if (last >= 0 && next < maxCodes) {
      // The new string is the last one and the first pixel of this one, which follow each other in the output.
      starts[next] = lastStart;
      lengths[next] = lastLength + 1;
      next++;
      if (next === 1 << bits && bits < 12) bits++;
    }
    [last, lastStart, lastLength] = [code, start, drawn - start];
  }
  if (!isInterlaced) return { indices, drawn };
  return { indices: sortRows(indices, width, height), drawn: total };
}
