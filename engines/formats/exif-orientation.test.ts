// The orientation tag, in both byte orders, with and without the name before the block.
import { expect, it } from 'vitest';
import { resetOrientation } from './exif-orientation.ts';

const big = '4d4d002a0000000800010112000300000001000600000000';
const little = '49492a000800000001001201030001000000060000000000';

it.each([
  ['big endian', big, 0],
  ['little endian', little, 0],
  ['with its name', `457869660000${big}`, 6],
])('becomes 1: %s', (_, hex, start) => {
  const before = Buffer.from(hex, 'hex');
  const after = resetOrientation(before);
  const read = (block: Buffer) =>
    hex.includes('4949') ? block.readUInt16LE(start + 18) : block.readUInt16BE(start + 18);
  expect([read(before), read(after)]).toEqual([6, 1]);
});

it.each(['', '4d4d', '4d4d002affffffff', '4d4d002a00000008ffff0112'])('leaves nonsense alone: %s', hex => {
  expect(resetOrientation(Buffer.from(hex, 'hex')).toString('hex')).toBe(hex);
});
