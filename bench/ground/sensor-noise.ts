// The noise of a camera's sensor: each photosite counts light through one of three filters, and the two colours that it lacks are interpolated from
// its neighbours. Such noise is coloured, spans pixels and is strongest in the dark; adding random numbers to the pixels of a picture makes none of it.

import { mulberry32 } from 'contract/random.ts';
import type { Pixels } from '../../engines/pixels/plane.ts';
import { fromLight, toLight } from '../../engines/pixels/srgb.ts';
import { createNormal } from '../random.ts';

/** Variance of a photosite at the linear light `x`, 0..1: `shot` x + `read`². */
export interface Sensor {
  readonly shot: number;
  readonly read: number;
}

/** Linear light of the channels through the filters, before white balance. */
const gains = [2, 1, 1.6] as const;
/** RGGB: which channel a photosite counts. */
const channelAt = (x: number, y: number) => (y % 2 === 0 ? x % 2 : 1 + (x % 2)) as 0 | 1 | 2;

const toLevel = (light: number) => Math.max(0, Math.min(255, Math.round(255 * fromLight(light))));
const mirror = (at: number, length: number) => (at < 0 ? -at : at >= length ? 2 * (length - 1) - at : at);

/** What such a sensor makes of a picture of at least 2 x 2 pixels. Without noise it is the ideal result: interpolation costs detail as well. */
export function photograph({ data, width, height }: Pixels, { shot, read }: Sensor, seed: number): Pixels {
  const normal = createNormal(mulberry32(seed));
  const sites = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const channel = channelAt(x, y);
      const light = toLight(data[(y * width + x) * 3 + channel]! / 255) / gains[channel];
      sites[y * width + x] = gains[channel] * (light + normal() * Math.sqrt(shot * light + read * read));
    }
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [sums, weights] = [
        [0, 0, 0],
        [0, 0, 0],
      ];
      for (let down = -1; down <= 1; down++)
        for (let across = -1; across <= 1; across++) {
          const [column, row] = [mirror(x + across, width), mirror(y + down, height)];
          const channel = channelAt(column, row);
          const weight = (2 - Math.abs(across)) * (2 - Math.abs(down));
          sums[channel]! += weight * sites[row * width + column]!;
          weights[channel]! += weight;
        }
      const own = channelAt(x, y);
      for (let channel = 0; channel < 3; channel++) {
        const light = channel === own ? sites[y * width + x]! : sums[channel]! / weights[channel]!;
        out[(y * width + x) * 3 + channel] = toLevel(Math.max(0, light));
      }
    }
  return { data: out, width, height };
}
