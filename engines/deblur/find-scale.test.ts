// Tests which networks are asked about a sharp and about a shaken photograph, and what is believed of their answers.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import type { DeblurringNetworks } from '../maxim/open.ts';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';
import { cutMiddle } from '../test-photos.ts';
import { findScale } from './find-scale.ts';

/** Networks that say what they are asked, and answer what `answer` makes of the levels. */
function watch(answer: (levels: Float32Array, side: number) => Float32Array) {
  const asked: string[] = [];
  const prepare = (name: string, size: number) => ({
    side: size,
    open: async () => ({
      side: size,
      restore: async (levels: Float32Array) => {
        asked.push(name);
        return answer(levels, size);
      },
    }),
  });
  const networks: DeblurringNetworks = { probe: prepare('probe', 128), whole: prepare('whole', 256) };
  return { networks, asked };
}

const find = (picture: Pixels, networks: DeblurringNetworks) =>
  findScale(
    picture,
    networks,
    async (width, height) => {
      const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
      const small = sharp(picture.data, { raw }).resize(width, height, { fit: 'fill', kernel: 'lanczos3' });
      return { data: await small.raw().toBuffer(), width, height };
    },
    () => undefined,
  );

/** Each pixel is the mean of `length` pixels from it downwards. */
function smear({ data, width, height }: Pixels, length: number): Pixels {
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) {
    let sum = 0;
    for (let step = 0; step < length; step++) sum += data[Math.min(i + step * width * 3, data.length - 1)]!;
    out[i] = sum / length;
  }
  return { data: out, width, height };
}

test.each(['map', 'astronaut'] as const)(
  'about %s, which is sharp, only the probe is asked, in two tiles where there is room',
  async name => {
    const { networks, asked } = watch(levels => levels);
    const { found, isBlurred, isShaken, largest } = await find(await cutMiddle(photos[name], 400, 400), networks);
    expect({ found, isBlurred, isShaken }).toEqual({ found: undefined, isBlurred: false, isShaken: false });
    expect(largest.part).toBe(1);
    expect(largest.three).toBeLessThan(0.1);
    expect(asked).toEqual(['probe', 'probe', 'probe']);
  },
);

test('about a smeared photograph the probe is asked, and nothing more if it undoes nothing', async () => {
  const { networks, asked } = watch(levels => levels);
  const smeared = smear(await cutMiddle(photos.map, 400, 400), 11);
  // Nothing is undone, but the picture is not called sharp.
  const { found, isBlurred, largest } = await find(smeared, networks);
  expect({ found, isBlurred }).toEqual({ found: undefined, isBlurred: true });
  expect(largest.three).toBeGreaterThan(0.6);
  expect(asked).toEqual(['probe', 'probe', 'probe']);
});

const length = 11;
/** Undoes a motion of `length` pixels downwards: subtracts what the pixel above has more. */
function undo(levels: Float32Array, size: number): Float32Array {
  const out = Float32Array.from(levels);
  // out(y) = length * (levels(y) - levels(y + 1)) + out(y + length)
  for (let y = size - length - 1; y >= 0; y--)
    for (let i = 0; i < 3 * size; i++) {
      const at = y * 3 * size + i;
      out[at] = length * (levels[at]! - levels[at + 3 * size]!) + out[at + 3 * size * length]!;
    }
  return out;
}

test('a shake is seen beside a sharper part with more texture, and put to the whole network', async () => {
  // Too low for two tiles one above the other.
  const [dotted, width, height] = [100, 456, 200];
  const picture = smear(await cutMiddle(photos.friendsBar, width, height), length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < dotted; x++)
      picture.data.fill(
        (x * 7919 + y * 104_729 + x * y * 31) % 97 < 48 ? 40 : 215,
        3 * (y * width + x),
        3 * (y * width + x) + 3,
      );
  const isDotted = (levels: Float32Array) => {
    let steps = 0;
    for (let i = 3; i < levels.length; i += 3) steps += Number(Math.abs(levels[i]! - levels[i - 3]!) > 0.6);
    return steps > 1000;
  };
  // The probe undoes nothing where the dots are.
  const { networks, asked } = watch((levels, size) =>
    size === 128 && !isDotted(levels) ? undo(levels, size) : levels,
  );
  const { found, isBlurred, isShaken } = await find(picture, networks);
  expect({ found, isBlurred, isShaken }).toEqual({ found: undefined, isBlurred: false, isShaken: true });
  expect(asked).toEqual(['probe', 'probe', 'whole']);
});

test('what the probe claims is checked with the whole network', async () => {
  // So small that it is tried at full size alone, where the motion has its length.
  const truth = await cutMiddle(photos.friendsBar, 236, 236);
  // The probe alone is given an answer that is right.
  const smeared = smear(truth, length);
  const { networks, asked } = watch((levels, size) => (size === 128 ? undo(levels, size) : levels));
  expect((await find(smeared, networks)).found).toBeUndefined();
  expect(asked).toContain('whole');
  const honest = watch(undo);
  const { found } = await find(smeared, honest.networks);
  expect(found?.length).toBeGreaterThan(8);
  expect(found?.length).toBeLessThan(14);
  expect(Math.abs(found!.degrees - 90)).toBeLessThan(10);
});
