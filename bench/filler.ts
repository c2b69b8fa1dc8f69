// One process of the filling bench: fills each picture it is sent, by our engine or by OpenCV, and answers with the CPU time it took.
import { inpaint } from '../engines/inpaint/inpaint.ts';
import type { Pixels } from '../engines/pixels/plane.ts';
import { measureCpu } from './numbers.ts';
import { fillByTelea } from './opencv.ts';

export interface FillOrder {
  readonly picture: Pixels;
  /** One byte a pixel, 1 where it is to be filled. */
  readonly mask: Uint8Array;
}

export interface FillAnswer {
  readonly filled: Pixels;
  readonly cpuSeconds: number;
  /** Of neighbouring pixels that were copied in large pieces: the share that were neighbours where they come from. 1 without any. */
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
      if (sources[pixel + step] === sources[pixel]! + step) together++;
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
