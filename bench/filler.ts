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
}

const fill = ({ picture, mask }: FillOrder): Promise<Pixels> =>
  process.argv[2] === 'ours' ? inpaint(picture, mask) : fillByTelea(picture, mask, 3);

process.on('message', async (order: FillOrder) => {
  let filled = order.picture;
  const cpuSeconds = await measureCpu(async () => {
    const { data, width, height } = await fill(order);
    filled = { data, width, height };
  });
  process.send?.({ filled, cpuSeconds } satisfies FillAnswer);
});
process.on('disconnect', () => process.exit());
