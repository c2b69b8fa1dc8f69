// Quantiles of samples, and the duration and CPU time of a function.

/** The sample below which a fraction `share` (0..1) of the samples lies, without interpolation. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The arithmetic mean; NaN of none. */
export const mean = (samples: readonly number[]): number =>
  samples.reduce((sum, sample) => sum + sample, 0) / samples.length;

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Runs `work` for every item, at most `width` at a time. */
export async function runSideBySide<T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<unknown>,
) {
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as T, index);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** CPU seconds that `work` takes in all threads of this process. */
export async function measureCpu(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Wall-clock seconds that `work` takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}
