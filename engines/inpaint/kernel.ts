// WebAssembly kernels, each with its own memory, which is freed with it; and the kernel for patches (engines/kernels/patches.as).
import { readFileSync } from 'node:fs';

/** An address in the kernel's memory. */
type Address = number;

interface PatchExports {
  seed(value: number): void;
  measure(plane: Address, nearest: Address, distance: Address, list: Address, count: number, width: number): void;
  randomSource(isSource: Address, width: number, height: number, target: number, window: number): number;
  search(
    plane: Address,
    isSource: Address,
    nearest: Address,
    distance: Address,
    list: Address,
    count: number,
    width: number,
    height: number,
    reach: number,
    window: number,
    isReversed: number,
  ): void;
  vote(
    plane: Address,
    nearest: Address,
    distance: Address,
    holes: Address,
    count: number,
    width: number,
    height: number,
    trust: Address,
    voted: Address,
  ): number;
  startLayer(
    plane: Address,
    isSource: Address,
    unknown: Address,
    nearest: Address,
    cost: Address,
    layer: Address,
    count: number,
    width: number,
    height: number,
    window: number,
    rounds: number,
    voted: Address,
  ): void;
  shrink(
    plane: Address,
    isHole: Address,
    width: number,
    height: number,
    smaller: Address,
    isSmallerHole: Address,
  ): void;
  choose(
    nearest: Address,
    distance: Address,
    holes: Address,
    count: number,
    width: number,
    height: number,
    shifts: Address,
    quality: Address,
  ): void;
  relax(
    values: Address,
    rightSide: Address,
    share: Address,
    neighbours: Address,
    count: number,
    sweeps: number,
    omega: number,
  ): void;
}

/** An instance of a kernel, and allocators for arrays in its memory. */
export interface Started<Exports> {
  readonly run: Exports;
  bytes(count: number): Uint8Array;
  shorts(count: number): Int16Array;
  ints(count: number): Int32Array;
  floats(count: number): Float32Array;
}

const pageBytes = 65_536;
const maxPages = 65_536;
const compiled = new Map<string, WebAssembly.Module>();

/** Starts engines/kernels/<name>.wasm. `memoryBytes` is the total size of all arrays that will be allocated; allocating more throws. */
export function startNamed<Exports>(name: string, memoryBytes: number): Started<Exports> {
  const module =
    compiled.get(name) ?? new WebAssembly.Module(readFileSync(new URL(`../kernels/${name}.wasm`, import.meta.url)));
  compiled.set(name, module);
  // The first page belongs to the kernel; each array may lose a few bytes to alignment.
  const pages = Math.min(maxPages, Math.ceil(memoryBytes / pageBytes) + 2);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: maxPages });
  const instance = new WebAssembly.Instance(module, { env: { memory } });
  let free = pageBytes;
  const take = (bytes: number): number => {
    const start = free;
    free += Math.ceil(bytes / 16) * 16;
    if (free > memory.buffer.byteLength) throw new Error(`the kernel's memory is too small: ${free} bytes are needed`);
    return start;
  };
  return {
    run: instance.exports as unknown as Exports,
    bytes: count => new Uint8Array(memory.buffer, take(count), count),
    shorts: count => new Int16Array(memory.buffer, take(count * 2), count),
    ints: count => new Int32Array(memory.buffer, take(count * 4), count),
    floats: count => new Float32Array(memory.buffer, take(count * 4), count),
  };
}

export type Kernel = Started<PatchExports>;

/** Starts the kernel for patches; for `memoryBytes` see `startNamed`. */
export const startKernel = (memoryBytes: number): Kernel => startNamed<PatchExports>('patches', memoryBytes);
