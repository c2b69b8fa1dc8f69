// Compresses the pixels of a GIF frame, exactly or with pixels that may take a similar colour where that continues a known string. Sources: GIF89a
// specification, appendix F (variable-length-code LZW); Pornel 2014 (lossy LZW).

const maxCodes = 4096;
const maxColours = 256;
const noCode = 0xffff;

/** Writes codes of a growing number of bits into sub-blocks of at most 255 bytes. */
class CodeWriter {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;
  #blockAt = 0;
  #held = 0;
  #heldBits = 0;

  #push(byte: number): void {
    if (this.#length === this.#blockAt) this.#append(0);
    this.#append(byte);
    if (++this.#bytes[this.#blockAt]! === 255) this.#blockAt = this.#length;
  }

  #append(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }

  write(code: number, bits: number): void {
    this.#held |= code << this.#heldBits;
    this.#heldBits += bits;
    while (this.#heldBits >= 8) {
      this.#push(this.#held & 255);
      this.#held >>>= 8;
      this.#heldBits -= 8;
    }
  }

  /** The sub-blocks, with the empty one that ends them. */
  end(): Uint8Array {
    if (this.#heldBits > 0) this.#push(this.#held & 255);
    this.#append(0);
    return this.#bytes.subarray(0, this.#length);
  }
}

/** The strings that have a code, as a tree: a string is its parent's and one more pixel. */
export class Strings {
  readonly #children = new Uint16Array(maxCodes * maxColours);
  readonly #lastPixel = new Uint8Array(maxCodes);
  /** The children of a string as a list. */
  readonly #firstChild = new Uint16Array(maxCodes);
  readonly #sibling = new Uint16Array(maxCodes);

  clear(): void {
    this.#children.fill(noCode);
    this.#firstChild.fill(noCode);
  }

  child(parent: number, pixel: number): number {
    return this.#children[parent * maxColours + pixel]!;
  }

  add(code: number, parent: number, pixel: number): void {
    this.#children[parent * maxColours + pixel] = code;
    this.#lastPixel[code] = pixel;
    this.#sibling[code] = this.#firstChild[parent]!;
    this.#firstChild[parent] = code;
  }

  pixelOf(code: number): number {
    return this.#lastPixel[code]!;
  }

  /** Returns the child whose last pixel costs least, if that is at most `maxCost`; otherwise no code. */
  nearest(parent: number, costOf: (pixel: number) => number, maxCost: number): number {
    let [best, min] = [noCode, maxCost];
    for (let code = this.#firstChild[parent]!; code !== noCode; code = this.#sibling[code]!) {
      const cost = costOf(this.#lastPixel[code]!);
      if (cost > min) continue;
      best = code;
      min = cost;
    }
    return best;
  }
}

export interface PixelChoice {
  readonly count: number;
  /** The colour that a pixel has unless another one serves better. */
  readonly usual: Uint8Array;
  /** Another colour for it that costs nothing; absent or equal where there is none. */
  readonly other?: Uint8Array;
  /** What any other colour costs a pixel, and the most that may be paid. */
  readonly costOf?: (at: number, pixel: number) => number;
  readonly maxCost: number;
}

/**
 * Returns the minimum code size and the sub-blocks of a frame, and writes the colours that were chosen into `usual`. `bits` are those of a colour. The
 * strings may be used again for the next frame.
 */
export function compressIndices(pixels: PixelChoice, bits: number, strings: Strings): Uint8Array {
  const { count, usual, other = usual, costOf, maxCost } = pixels;
  const codeBits = Math.max(2, bits);
  const clear = 1 << codeBits;
  const writer = new CodeWriter();
  let [next, width] = [clear + 2, codeBits + 1];
  const restart = () => {
    writer.write(clear, width);
    strings.clear();
    [next, width] = [clear + 2, codeBits + 1];
  };
  restart();
  let string = usual[0]!;
  for (let at = 1; at < count; at++) {
    let code = strings.child(string, usual[at]!);
    if (code === noCode) code = strings.child(string, other[at]!);
    if (code === noCode && costOf && maxCost > 0) code = strings.nearest(string, pixel => costOf(at, pixel), maxCost);
    if (code !== noCode) {
      usual[at] = strings.pixelOf(code);
      string = code;
      continue;
    }
    writer.write(string, width);
    if (next < maxCodes) {
      strings.add(next, string, usual[at]!);
      // The reader knows a string one code later than the writer.
      if (next === 1 << width && width < 12) width++;
      next++;
    } else restart();
    string = usual[at]!;
  }
  writer.write(string, width);
  if (next === 1 << width && width < 12) width++;
  writer.write(clear + 1, width);
  return Buffer.concat([Uint8Array.of(codeBits), writer.end()]);
}
