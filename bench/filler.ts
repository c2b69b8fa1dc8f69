// One process of the filling bench: fills each picture it is sent, with our engine or OpenCV, and returns the CPU time.
import { inpaint } from '../engines/inpaint/inpaint.ts';
import type { Pixels } from '../engines/pixels/plane.ts';
import { measureCpu } from './numbers.ts';
import { fillByTelea } from './opencv.ts';

export interface FillOrder {
  readonly picture: Pixels;
  /** One byte per pixel, 1 in the hole. */
  readonly mask: Uint8Array;
}

export interface FillAnswer {
  readonly filled: Pixels;
  readonly cpuSeconds: number;
  /**
   * Coherence: the fraction of adjacent copied pixels whose sources are adjacent, in any direction, since pieces may be turned. 1 if no pixels were
   * copied in large pieces.
   */
  readonly coherence: number;
}

function measureCoherence(sources: Int32Array, width: number): number {
  let pairs = 0;
  let together = 0;
  for (let pixel = 0; pixel < sources.length; pixel++) {
    if (sources[pixel]! < 0) continue;
    for (const step of [1, width]) {
      if ((sources[pixel + step] ?? -1) < 0) continue;
      pairs++;
      const [one, other] = [sources[pixel]!, sources[pixel + step]!];
      const across = (other % width) - (one % width);
      const down = Math.floor(other / width) - Math.floor(one / width);
      if (across ** 2 + down ** 2 <= 2) together++;
    }
  }
  return pairs > 0 ? together / pairs : 1;
}

process.on('message', async ({ picture, mask }: FillOrder) => {
  let filled = picture;
  const sources = new Int32Array(mask.length).fill(-1);
  const copied = (pixel: number, source: number) => {
    sources[pixel] = source;
  };
  const cpuSeconds = await measureCpu(async () => {
    const isOurs = process.argv[2] === 'ours';
    const { data, width, height } = isOurs
      ? await inpaint(picture, mask, { copied })
      : await fillByTelea(picture, mask, 3);
    filled = { data, width, height };
  });
  process.send?.({ filled, cpuSeconds, coherence: measureCoherence(sources, picture.width) } satisfies FillAnswer);
});
process.on('disconnect', () => process.exit());
