// Divides a mark into blocks and chooses the pixels around each by which it is matched in other frames.

/** Side of a block in pixels; a block moves as a whole. */
export const blockSide = 16;
/**
 * Windows around a block in which it is compared: the first with enough visible pixels is used. Reach beyond the block, and sampling step, in pixels.
 */
const windows = [
  { reach: 10, step: 2 },
  { reach: 24, step: 3 },
  { reach: 48, step: 5 },
] as const;
const enoughPixels = 60;

export interface Block {
  readonly x: number;
  readonly y: number;
  /** The pixels to compare; empty for a block deep inside a large hidden area. */
  readonly samples: Int32Array;
  /** Coordinates of the samples, for displacements that move some of them out of the patch. */
  readonly columns: Int16Array;
  readonly rows: Int16Array;
  /** Displacements at which all samples stay inside the patch. */
  readonly range: { readonly left: number; readonly right: number; readonly up: number; readonly down: number };
  /** For a block without samples: the nearest block that has some. */
  readonly leader: number;
}

const noRange = { left: 0, right: 0, up: 0, down: 0 };

export interface PlannedBlocks {
  readonly blocks: readonly Block[];
  /** The number of the block that contains a masked pixel. */
  readonly blockOf: (x: number, y: number) => number;
}

/** Plans the blocks of a patch that contain masked pixels. `mask` is 2 where no pixel may be compared. */
export function planBlocks(mask: Uint8Array, width: number, height: number): PlannedBlocks {
  const across = Math.ceil(width / blockSide);
  const down = Math.ceil(height / blockSide);
  const blockAt = new Int16Array(across * down).fill(-1);
  const cellOf = (x: number, y: number) => Math.floor(y / blockSide) * across + Math.floor(x / blockSide);
  for (let i = 0; i < mask.length; i++) if (mask[i]) blockAt[cellOf(i % width, Math.floor(i / width))] = 0;
  const blocks: Block[] = [];
  for (let cell = 0; cell < blockAt.length; cell++) {
    if (blockAt[cell]! < 0) continue;
    const [x, y] = [(cell % across) * blockSide, Math.floor(cell / across) * blockSide];
    blockAt[cell] = blocks.push({ x, y, leader: -1, ...sampleAround(mask, width, height, x, y) }) - 1;
  }
  return {
    blocks: blocks.map(block => ({ ...block, leader: findLeader(block, blocks) })),
    blockOf: (x, y) => blockAt[cellOf(x, y)]!,
  };
}

/** The pixels of a mask, sorted by block. */
export interface SortedPixels {
  readonly places: Int32Array;
  /** Index of each block's first pixel, followed by the number of pixels. */
  readonly starts: Int32Array;
}

/** Sorts the set pixels of a plane by block. `width` is that of the plane; `half`: 2 for chroma, whose pixels are two pixels wide and high. */
export function sortByBlock(
  mask: Uint8Array,
  width: number,
  { blocks, blockOf }: PlannedBlocks,
  half = 1,
): SortedPixels {
  const lists: number[][] = blocks.map(() => []);
  for (const [i, value] of mask.entries())
    if (value) lists[blockOf((i % width) * half, Math.floor(i / width) * half)]!.push(i);
  const starts = new Int32Array(lists.length + 1);
  for (const [block, list] of lists.entries()) starts[block + 1] = starts[block]! + list.length;
  return { places: Int32Array.from(lists.flat()), starts };
}

/** Reorders samples so that the first few already cover the whole window. */
function spread(samples: number[]): void {
  const strides = 7;
  const sorted = samples.slice();
  let to = 0;
  for (let first = 0; first < strides; first++)
    for (let k = first; k < sorted.length; k += strides) samples[to++] = sorted[k]!;
}

function sampleAround(mask: Uint8Array, width: number, height: number, left: number, top: number) {
  for (const { reach, step } of windows) {
    const samples: number[] = [];
    const [fromX, toX] = [Math.max(0, left - reach), Math.min(width - 1, left + blockSide + reach - 1)];
    const [fromY, toY] = [Math.max(0, top - reach), Math.min(height - 1, top + blockSide + reach - 1)];
    for (let y = fromY; y <= toY; y += step)
      for (let x = fromX; x <= toX; x += step) if (mask[y * width + x] !== 2) samples.push(y * width + x);
    if (samples.length < enoughPixels) continue;
    spread(samples);
    const xs = samples.map(i => i % width);
    const ys = samples.map(i => Math.floor(i / width));
    return {
      samples: Int32Array.from(samples),
      columns: Int16Array.from(xs),
      rows: Int16Array.from(ys),
      range: {
        left: -Math.min(...xs),
        right: width - 2 - Math.max(...xs),
        up: -Math.min(...ys),
        down: height - 2 - Math.max(...ys),
      },
    };
  }
  return { samples: new Int32Array(0), columns: new Int16Array(0), rows: new Int16Array(0), range: noRange };
}

function findLeader(own: Pick<Block, 'x' | 'y' | 'samples'>, blocks: readonly Pick<Block, 'x' | 'y' | 'samples'>[]) {
  let best = { at: -1, distance: Number.POSITIVE_INFINITY };
  for (const [at, other] of blocks.entries()) {
    const distance = Math.hypot(other.x - own.x, other.y - own.y);
    if (other.samples.length > 0 && distance < best.distance) best = { at, distance };
  }
  return best.at;
}

/** Plans the clean pixels of the patch, sparsely sampled, as one block; all pixels when hardly any is clean. */
export function planSurroundings(
  mask: Uint8Array,
  width: number,
  height: number,
): { block: Block; hidden: Uint8Array } {
  const every = (isWanted: (i: number) => boolean) => {
    const samples: number[] = [];
    const step = Math.max(2, Math.round(Math.sqrt((width * height) / 2500)));
    const border = Math.min(16, Math.floor(Math.min(width, height) / 4));
    for (let y = border; y < height - border; y += step)
      for (let x = border; x < width - border; x += step) if (isWanted(y * width + x)) samples.push(y * width + x);
    return { samples, border };
  };
  const cleanOnes = every(i => mask[i] === 0);
  const hasClean = cleanOnes.samples.length >= 40;
  const { samples, border } = hasClean ? cleanOnes : every(() => true);
  const range = { left: -border, right: border - 2, up: -border, down: border - 2 };
  const columns = Int16Array.from(samples, i => i % width);
  const rows = Int16Array.from(samples, i => Math.floor(i / width));
  return {
    block: { x: 0, y: 0, samples: Int32Array.from(samples), columns, rows, range, leader: 0 },
    hidden: mask.map(value => (hasClean && value ? 2 : 0)),
  };
}
