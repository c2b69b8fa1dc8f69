// EXIF blocks in both byte orders, with and without the name before them: orientation, public tags, thumbnails, nonsense.
import { expect, it } from 'vitest';
import { dropThumbnail, resetOrientation, writePublicExif } from './exif.ts';

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

it.each(['', '4d4d', '58580000000000000000', '4949'])('returns no block for nonsense: %s', hex => {
  expect(writePublicExif(Buffer.from(hex, 'hex'), 1)).toBeUndefined();
  expect(dropThumbnail(Buffer.from(hex, 'hex'))).toBeUndefined();
});

it.each([0, 1, 2, 3, 4, 5, 6, 7])('survives blocks of noise (%i)', seed => {
  const noise = Buffer.from(
    Array.from({ length: 600 }, (_, i) => (Math.imul(i + 1, 2_654_435_761 + seed * 97) >>> 13) & 15),
  );
  noise.write('II*\0\x08\0\0\0', 0, 'latin1');
  const written = writePublicExif(noise, 1);
  expect(written?.length ?? noise.length).toBe(noise.length);
});

it('refuses a block whose entries share one value so that it would grow', () => {
  const entries = 200;
  const block = Buffer.alloc(10 + entries * 12 + 4 + 2000);
  block.write('II*\0\x08\0\0\0', 0, 'latin1');
  block.writeUInt16LE(entries, 8);
  for (let i = 0; i < entries; i++) {
    block.writeUInt16LE(0x010e, 10 + i * 12);
    block.writeUInt16LE(2, 12 + i * 12);
    block.writeUInt32LE(2000, 14 + i * 12);
    block.writeUInt32LE(10 + entries * 12 + 4, 18 + i * 12);
  }
  expect(writePublicExif(block, 1)).toBeUndefined();
});
