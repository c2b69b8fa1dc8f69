// Colours along the edge: a subject cut from a strongly coloured wall keeps no tint of it.
import { expect, test } from 'vitest';
import type { Pixels } from '../pixels/plane.ts';
import { estimateForeground } from './foreground.ts';

const width = 240;
const height = 160;
const wall = [20, 230, 40] as const;

/** Draws brown hair of varying shade, soft over 30 pixels and with single strands, on a green wall; returns the true colours as well. */
function drawHair() {
  const data = new Uint8Array(width * height * 3);
  const truth = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const soft = Math.min(1, Math.max(0, (130 - x) / 30));
      const strand = x < 190 && (y + (x >> 3)) % 12 < 3 ? 0.6 : 0;
      const part = Math.max(soft, strand);
      alpha[i] = Math.round(part * 255);
      const shade = 20 * Math.sin(y / 9);
      const own = [110 + shade, 70 + shade / 2, 50];
      for (let k = 0; k < 3; k++) {
        truth[i * 3 + k] = own[k]!;
        data[i * 3 + k] = Math.round(own[k]! * part + wall[k]! * (1 - part));
      }
    }
  }
  return { pixels: { data, width, height } satisfies Pixels, truth, alpha };
}

test('on white, the soft edge shows no tint of the wall', () => {
  const { pixels, truth, alpha } = drawHair();
  const found = estimateForeground(pixels, alpha);
  const onWhite = (colours: Uint8Array, at: number, part: number) => colours[at]! * part + 255 * (1 - part);
  let ours = 0;
  let untouched = 0;
  let count = 0;
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] === 0 || alpha[i] === 255) continue;
    count++;
    for (let k = 0; k < 3; k++) {
      const wanted = onWhite(truth, i * 3 + k, alpha[i]! / 255);
      ours += Math.abs(onWhite(found.data, i * 3 + k, alpha[i]! / 255) - wanted);
      untouched += Math.abs(onWhite(pixels.data, i * 3 + k, alpha[i]! / 255) - wanted);
    }
  }
  expect(untouched / count / 3).toBeGreaterThan(15);
  expect(ours / count / 3).toBeLessThan(4);
});

test('solid pixels are unchanged, and removed pixels are black', () => {
  const { pixels, alpha } = drawHair();
  const { data } = estimateForeground(pixels, alpha);
  const isWrong = (value: number, at: number) => {
    const part = alpha[Math.floor(at / 3)];
    return (part === 255 && value !== pixels.data[at]) || (part === 0 && value !== 0);
  };
  expect(data.filter(isWrong).length).toBe(0);
});

test('images of one pixel and of one row are handled', () => {
  const one = estimateForeground({ data: Uint8Array.from([9, 8, 7]), width: 1, height: 1 }, Uint8Array.from([255]));
  expect([...one.data]).toEqual([9, 8, 7]);
  const row = estimateForeground(
    { data: new Uint8Array(900).fill(200), width: 300, height: 1 },
    new Uint8Array(300).fill(128),
  );
  expect(row.data[450]).toBeCloseTo(200, -1);
});

test('detail finer than the small copy is kept, as far as the subject is visible', () => {
  const wide = 3000;
  const rows = 8;
  const alpha = new Uint8Array(wide * rows).map((_, i) => (i % wide < 1000 ? 255 : i % wide < 2000 ? 204 : 0));
  const data = new Uint8Array(wide * rows * 3).map((_, at) => {
    const i = Math.floor(at / 3);
    const own = i % 2 === 0 ? 100 : 150;
    const part = alpha[i]! / 255;
    return Math.round(own * part + wall[at % 3]! * (1 - part));
  });
  const found = estimateForeground({ data, width: wide, height: rows }, alpha).data;
  const at = (4 * wide + 1500) * 3;
  expect(found[at + 3]! - found[at]!).toBeGreaterThan(30);
});
