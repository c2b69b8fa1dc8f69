// Tests which pixels of a mark are compared with other frames.
import { expect, test } from 'vitest';
import { planLook } from './plan-look.ts';

const [width, height] = [64, 64];
const half = (width * height) / 4;

test('pixels of a nearly opaque mark are not compared with other frames, those of a faint one are', () => {
  const mask = new Uint8Array(width * height);
  const gain = new Float32Array(width * height).fill(1);
  for (let y = 16; y < 48; y++) {
    for (let x = 16; x < 48; x++) {
      mask[y * width + x] = 1;
      gain[y * width + x] = x < 32 ? 5 : 1.5;
    }
  }
  const plane = (size: number) => ({
    centre: 128,
    gain: new Float32Array(size).fill(1),
    shift: new Float32Array(size),
  });
  const { blocks } = planLook({
    box: { x: 0, y: 0, w: width, h: height },
    mask,
    halfMask: new Uint8Array(half),
    blends: [{ ...plane(width * height), gain }, plane(half), plane(half)],
  });
  const compared = new Set(blocks.flatMap(({ samples }) => [...samples]));
  const share = (wanted: number) => {
    const places = [...gain.keys()].filter(i => gain[i] === wanted);
    return places.filter(i => compared.has(i)).length / places.length;
  };
  expect(share(5)).toBe(0);
  expect(share(1.5)).toBeGreaterThan(0.1);
  expect(share(1)).toBeGreaterThan(0.1);
});
