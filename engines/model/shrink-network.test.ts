// A network of fixed size takes pictures of half that size after it has been shrunk, and enlarges to half the sides within it.
import { expect, test } from 'vitest';
import { loadMiddleNetwork, middleOutput, shippedInput } from '../matte/shipped-network.ts';
import { openModel } from './model.ts';

test('the part of the matting network describes half of its size, and tells flat areas from a checkerboard', async () => {
  const model = await openModel('middle', loadMiddleNetwork);
  expect([model.inputNames, model.outputNames]).toEqual([[shippedInput], [middleOutput]]);
  expect(model.inputShape).toEqual([1, 3, 512, 512]);
  const data = Float32Array.from({ length: 3 * 512 ** 2 }, (_, at) => {
    const [x, y] = [at % 512, Math.floor(at / 512) % 512];
    return x > 128 && x < 384 && y > 128 && y < 384 && (x >> 4) % 2 === (y >> 4) % 2 ? 0.5 : -0.3;
  });
  const answers = await model.run({ [shippedInput]: { data, dims: [1, 3, 512, 512] } });
  const { dims, data: values } = answers[middleOutput]!;
  expect(dims).toEqual([1, 512, 16, 16]);
  const differ = (one: number, other: number) => {
    let [product, first, second] = [0, 0, 0];
    for (let at = 0; at < values.length; at += 256) {
      product += values[at + one]! * values[at + other]!;
      first += values[at + one]! ** 2;
      second += values[at + other]! ** 2;
    }
    return 1 - product / Math.sqrt(first * second);
  };
  const [corner, otherCorner, middle] = [17, 30, 7 * 16 + 7];
  expect(differ(corner, middle)).toBeGreaterThan(differ(corner, otherCorner) + 0.3);
});
