// A filling keeps the luma of its detail and the colours that correlate with it; other colours come mostly from the smooth filling.
import { expect, it } from 'vitest';
import { calmColours } from './blend.ts';
import { luma } from './seams.ts';

const pixel = (red: number, green: number, blue: number) => [red, green, blue, 0];
const calm = Float32Array.from(Array.from({ length: 6 }, () => pixel(120, 100, 80)).flat());

it('luma is preserved', () => {
  const filled = Float32Array.from(
    [200, 20, 90, 10, 190, 60, 7, 8, 9, 90, 80, 70, 1, 2, 3, 250, 0, 9].flatMap((_, i, all) =>
      i % 3 === 0 ? pixel(all[i]!, all[i + 1]!, all[i + 2]!) : [],
    ),
  );
  const result = calmColours(filled, calm);
  for (let start = 0; start < filled.length; start += 4)
    expect(luma(result, start)).toBeCloseTo(luma(filled, start), 3);
});

it('grey detail is unchanged', () => {
  const filled = calm.map((value, index) => (index % 4 === 3 ? 0 : value + ((index >> 2) % 3) * 25));
  const result = calmColours(filled, calm);
  for (const [index, value] of filled.entries()) expect(result[index]).toBeCloseTo(value, 2);
});

it('colours that correlate with luma are unchanged: light blades of grass stay yellow', () => {
  const steps = [-30, -20, -10, 10, 20, 30];
  const filled = Float32Array.from(steps.flatMap(step => pixel(120 + 1.2 * step, 100 + step, 80 + 0.3 * step)));
  const result = calmColours(filled, calm);
  for (const [index, value] of filled.entries()) expect(result[index]).toBeCloseTo(value, 1);
});

it('colours not explained by luma come from the smooth filling', () => {
  // Red and blue alternate at equal luma, beside grey detail.
  const swing = (by: number) => pixel(120 + by, 100 - (0.299 * by) / 0.587, 80);
  const grey = (by: number) => pixel(120 + by, 100 + by, 80 + by);
  const filled = Float32Array.from([swing(40), swing(-40), swing(40), swing(-40), grey(30), grey(-30)].flat());
  const result = calmColours(filled, calm);
  expect(result[0]! - 120).toBeCloseTo(6, 0);
  expect(result[4]! - 120).toBeCloseTo(-6, 0);
});
