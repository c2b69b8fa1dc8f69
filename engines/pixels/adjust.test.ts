// Every adjustment has its effect, and neutral ones change nothing.
import { type Adjustments, noAdjustments } from 'contract/artwork/artwork.ts';
import { expect, it } from 'vitest';
import { adjustPicture, hasAdjustments, makeCurve } from './adjust.ts';

/** A grey ramp with a red stripe below it, 64 x 8. */
function makeRamp() {
  const [width, height] = [64, 8];
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const grey = Math.round((x / (width - 1)) * 255);
      data.set(y < 4 ? [grey, grey, grey, 255] : [200, 60, 50, 255], (y * width + x) * 4);
    }
  return { data, width, height };
}
const adjust = (wish: Partial<Adjustments>) => {
  const picture = makeRamp();
  adjustPicture(picture, { ...noAdjustments, ...wish });
  return (x: number, y: number) => [...picture.data.subarray((y * 64 + x) * 4, (y * 64 + x) * 4 + 3)];
};

it('neutral adjustments leave every pixel unchanged', () => {
  const picture = makeRamp();
  adjustPicture(picture, noAdjustments);
  expect(picture.data).toEqual(makeRamp().data);
  expect(hasAdjustments(noAdjustments)).toBe(false);
});

it('exposure brightens, contrast spreads tones, and levels clip them', () => {
  expect(adjust({ exposure: 40 })(32, 0)[0]).toBeGreaterThan(160);
  expect(adjust({ contrast: 60 })(10, 0)[0]).toBeLessThan(40);
  expect(adjust({ contrast: 60 })(54, 0)[0]).toBeGreaterThan(218);
  const cut = adjust({ levels: { black: 64, white: 192, gamma: 1 } });
  expect([cut(8, 0)[0], cut(56, 0)[0]]).toEqual([0, 255]);
});

it('zero saturation leaves only grey, and a warm temperature raises red above blue', () => {
  const [red, green, blue] = adjust({ saturation: -100 })(5, 6) as [number, number, number];
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThanOrEqual(2);
  const warm = adjust({ temperature: 60 })(32, 0);
  expect(warm[0]).toBeGreaterThan(warm[2]! + 10);
});

it('a curve passes through its points and never overshoots them', () => {
  const curve = makeCurve([
    [0, 0.1],
    [0.4, 0.8],
    [0.6, 0.8],
    [1, 0.9],
  ]);
  expect(curve(0.4)).toBeCloseTo(0.8);
  for (let x = 0; x <= 1; x += 0.01) {
    expect(curve(x)).toBeGreaterThanOrEqual(0.1 - 1e-9);
    expect(curve(x)).toBeLessThanOrEqual(0.9 + 1e-9);
  }
  for (let x = 0.4; x <= 0.6; x += 0.01) expect(curve(x)).toBeCloseTo(0.8);
});

it('sharpness steepens an edge, blur softens it, and a vignette darkens only the corners', () => {
  const edge = () => {
    const data = new Uint8Array(40 * 40 * 4).fill(255);
    for (let i = 0; i < 1600; i++) data.fill(i % 40 < 20 ? 80 : 160, i * 4, i * 4 + 3);
    return { data, width: 40, height: 40 };
  };
  const at = ({ data }: { data: Uint8Array }, x: number, y = 20) => data[(y * 40 + x) * 4]!;
  const [sharp, soft, dark] = [edge(), edge(), edge()];
  adjustPicture(sharp, { ...noAdjustments, sharpness: 100 });
  expect(at(sharp, 19)).toBeLessThan(70);
  expect(at(sharp, 5)).toBe(80);
  adjustPicture(soft, { ...noAdjustments, blur: 100 });
  expect(at(soft, 19)).toBeGreaterThan(95);
  adjustPicture(dark, { ...noAdjustments, vignette: 80 });
  expect(at(dark, 0, 0)).toBeLessThan(40);
  expect(at(dark, 19)).toBe(80);
});
