// Thick holes: texture continues at every scale and in its own focus, and each pixel is a copy of another one with a smooth correction.

import { xorshift32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { blurPlane } from '../../pixels/gaussian.ts';
import { fillWide, type WideFilling } from './fill-wide.ts';
import type { Window } from './stage.ts';

const [width, height] = [220, 180];
const at = (x: number, y: number) => y * width + x;

/** Draws spots of `size` pixels, with grey levels of about 60..190. */
function drawNoise(size: number): Float32Array {
  const random = xorshift32(3);
  const noise = Float32Array.from({ length: width * height }, () => random());
  const soft = blurPlane(noise, width, height, size);
  const spread = Math.sqrt(soft.reduce((sum, value) => sum + (value - 0.5) ** 2, 0) / soft.length);
  return soft.map(value => Math.max(20, Math.min(235, 125 + ((value - 0.5) / spread) * 32)));
}

function fill(grey: Float32Array, isHole: (x: number, y: number) => boolean, heads: readonly Window[] = []) {
  const colours = new Uint8Array(width * height * 3);
  const mask = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isHole(x, y)) mask[at(x, y)] = 1;
      else colours.fill(Math.round(grey[at(x, y)]!), at(x, y) * 3, at(x, y) * 3 + 3);
    }
  }
  const before = colours.slice();
  const steps = fillWide({ width, height, colours, isHole: mask }, mask, heads);
  let step = steps.next();
  for (; !step.done; step = steps.next()) expect(step.value).toBeLessThanOrEqual(1);
  expect(colours).toEqual(before);
  const filling = step.value[0]!;
  const filled = grey.slice();
  filling.pixels.forEach((pixel, index) => {
    filled[pixel] = filling.colours[index * 3]!;
  });
  return { filling, filled, mask, colours };
}

/** Returns the value below which `share` of a list lies. */
const quantile = (list: readonly number[], share: number): number =>
  [...list].sort((a, b) => a - b)[Math.floor(share * list.length)]!;

const disc = (cx: number, cy: number, radius: number) => (x: number, y: number) => Math.hypot(x - cx, y - cy) < radius;

/** Energy inside the mask of the band between a blur by `sigma / 2` and one by `sigma`. */
function measureEnergy(grey: Float32Array, mask: Uint8Array, sigma: number): number {
  const [fine, broad] = [blurPlane(grey, width, height, sigma / 2), blurPlane(grey, width, height, sigma)];
  return grey.reduce((sum, _, pixel) => sum + (mask[pixel] ? (fine[pixel]! - broad[pixel]!) ** 2 : 0), 0);
}

const pairsOf = ({ pixels, sources }: WideFilling) => {
  const places = new Map(Array.from(pixels, (pixel, index) => [pixel, index]));
  return Array.from(pixels, (pixel, index) =>
    [pixel + 1, pixel + width].map(other => [index, places.get(other)] as const),
  )
    .flat()
    .flatMap(([index, other]) =>
      other === undefined
        ? []
        : [{ index, other, isWhole: sources[other]! - sources[index]! === pixels[other]! - pixels[index]! }],
    );
};

test('texture has the energy of its surroundings in every octave, and the border has no larger steps', () => {
  const grey = drawNoise(1.5);
  const { filled, mask } = fill(grey, disc(112, 88, 30));
  for (const sigma of [2, 4, 8]) {
    const share = measureEnergy(filled, mask, sigma) / measureEnergy(grey, mask, sigma);
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(1.6);
  }
  const [border, around]: [number[], number[]] = [[], []];
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++)
      for (const other of [at(x + 1, y), at(x, y + 1)]) {
        const step = Math.abs(filled[at(x, y)]! - filled[other]!);
        if (mask[at(x, y)] !== mask[other]) border.push(step);
        else if (!mask[other]) around.push(step);
      }
  expect(quantile(border, 0.95)).toBeLessThan(1.3 * quantile(around, 0.99));
});

test('a hole in blurred ground copies nothing from sharp ground beside it', () => {
  const [fine, soft] = [drawNoise(1), drawNoise(5)];
  const grey = fine.map((value, pixel) => (pixel % width < 90 ? value : soft[pixel]!));
  const { filling } = fill(grey, disc(160, 90, 24));
  const fromSharp = filling.sources.filter(source => source % width < 90).length;
  expect(fromSharp / filling.sources.length).toBeLessThan(0.02);
});

test('a hole between strong texture and flat ground copies hardly anything from texture of medium strength', () => {
  const noise = drawNoise(1.5);
  // Strong on the left, faint on the right; below, away from the hole, their mean in octaves.
  const grey = noise.map((value, pixel) => {
    const isBelow = pixel >= at(0, 125);
    return 125 + (value - 125) * (isBelow ? 0.18 : pixel % width < 105 ? 1 : 0.03);
  });
  const { filling } = fill(grey, disc(105, 62, 30));
  const fromBelow = filling.sources.filter(source => source >= at(0, 122)).length;
  expect(fromBelow / filling.sources.length).toBeLessThan(0.1);
});

test('neighbouring pixels mostly come from neighbouring sources, and differ as much as those', () => {
  const { filling, colours } = fill(drawNoise(2), disc(100, 90, 28));
  const pairs = pairsOf(filling);
  const whole = pairs.filter(pair => pair.isWhole);
  expect(whole.length / pairs.length).toBeGreaterThan(0.9);
  const changes = whole.map(({ index, other }) => {
    const copied = colours[filling.sources[index]! * 3]! - colours[filling.sources[other]! * 3]!;
    return Math.abs(filling.colours[index * 3]! - filling.colours[other * 3]! - copied);
  });
  expect(quantile(changes, 0.5)).toBeLessThanOrEqual(1);
  expect(quantile(changes, 0.9)).toBeLessThanOrEqual(6);
});

test('no pixel is copied from a head, though it fits best, unless the hole lies in it', () => {
  // A pattern with a period of 90 pixels: the best source of a hole lies 90 pixels to its left.
  const noise = drawNoise(2);
  const grey = noise.map((_, pixel) => noise[at((pixel % width) % 90, Math.floor(pixel / width))]!);
  const isHole = disc(150, 90, 22);
  const head = { left: 30, top: 60, right: 90, bottom: 120 };
  const countFrom = (heads: readonly Window[]) =>
    fill(grey, isHole, heads).filling.sources.filter(source => {
      const [x, y] = [source % width, Math.floor(source / width)];
      return x >= head.left && x < head.right && y >= head.top && y < head.bottom;
    }).length;
  expect(countFrom([])).toBeGreaterThan(500);
  expect(countFrom([head])).toBe(0);
  // A head as large as the image leaves nothing else to copy from.
  const all = { left: 0, top: 0, right: width, bottom: height };
  expect(fill(grey, disc(150, 90, 12), [all]).filling.sources.length).toBeGreaterThan(300);
});
