// Renders a scene at any size: two rays per pixel, four at edges, then vignetting, tone curve and film grain.
import { sceneOf } from './catalogue.ts';
import type { Seen } from './illuminate.ts';
import { hashAt } from './noise.ts';
import type { Stage } from './stage.ts';
import { levelOf } from './tone.ts';
import { openTracer } from './trace.ts';

export interface RenderedScene {
  /** Red, green, blue: width * height * 3 bytes. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** The surface in each pixel, as in stage.ts, for shadows of the product. */
  readonly on: Uint8Array;
}

/** Positions of the rays in a pixel: always the first two, and all four where those see different things. */
const places = [
  [0.25, 0.375],
  [0.75, 0.625],
  [0.625, 0.125],
  [0.375, 0.875],
] as const;
const edgeContrast = 0.12;
const usualGrain = 1.5;

const isEdge = (a: Seen, b: Seen): boolean =>
  a.on !== b.on || Math.abs(a.green - b.green) + Math.abs(a.red - b.red) > edgeContrast * (0.15 + a.green + b.green);

/** Returns the horizon, in pixels from the top. */
export const horizonOf = ({ view }: Stage, width: number, height: number): number =>
  view.groundAt * height - view.height * Math.min(width, height);

/** Renders a scene; the same size gives the same image in every run. `onRow` is called with the progress, 0..1. Memory: 4 bytes per pixel. */
export function renderScene(id: string, width: number, height: number, onRow?: (share: number) => void): RenderedScene {
  const { stage } = sceneOf(id);
  const side = Math.min(width, height);
  const horizon = horizonOf(stage, width, height);
  const frame = { halfWidth: width / side / 2, above: horizon / side, below: (height - horizon) / side, side };
  const tracer = openTracer(stage, frame);
  const data = new Uint8ClampedArray(width * height * 3);
  const on = new Uint8Array(width * height);
  const [first, second, more]: [Seen, Seen, Seen] = [
    { red: 0, green: 0, blue: 0, on: 0 },
    { red: 0, green: 0, blue: 0, on: 0 },
    { red: 0, green: 0, blue: 0, on: 0 },
  ];
  const look = (x: number, y: number, index: number, to: Seen) => {
    const [right, down] = places[index]!;
    tracer.look((x + right - width / 2) / side, (y + down - horizon) / side, to);
  };
  const { vignette = 0.08, grain = usualGrain } = stage;
  const corner = 1 / ((width / 2) ** 2 + (height / 2) ** 2);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      look(x, y, 0, first);
      look(x, y, 1, second);
      let red = first.red + second.red;
      let green = first.green + second.green;
      let blue = first.blue + second.blue;
      let rays = 2;
      if (isEdge(first, second)) {
        for (; rays < places.length; rays++) {
          look(x, y, rays, more);
          red += more.red;
          green += more.green;
          blue += more.blue;
        }
      }
      const share = ((x - width / 2) ** 2 + (y - height / 2) ** 2) * corner;
      const light = (1 - vignette * share * share) / rays;
      const noise = hashAt(x, y, 71) + hashAt(x, y, 72) - 1 + 0.7 * (hashAt(x >> 1, y >> 1, 73) - 0.5);
      const tint = hashAt(x, y, 74) - 0.5;
      data[at * 3] = levelOf(red * light) + grain * (noise + 0.45 * tint);
      data[at * 3 + 1] = levelOf(green * light) + grain * noise;
      data[at * 3 + 2] = levelOf(blue * light) + grain * (noise - 0.45 * tint);
      on[at] = first.on;
    }
    onRow?.((y + 1) / height);
  }
  return { data: new Uint8Array(data.buffer), width, height, on };
}
