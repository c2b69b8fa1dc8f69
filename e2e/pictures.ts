// Pictures for the journeys, generated when needed.
import sharp from 'sharp';

interface Picked {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A photograph-like picture: soft colours with some grain, so that formats differ in size as they do for real ones. */
const draw = (width: number, height: number, hue: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: 80 + hue, g: 140, b: 220 - hue },
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  });

export async function drawJpeg(name: string, width = 640, height = 420, hue = 40): Promise<Picked> {
  return { name, mimeType: 'image/jpeg', buffer: await draw(width, height, hue).jpeg({ quality: 92 }).toBuffer() };
}

export const drawJpegs = (count: number): Promise<Picked[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      drawJpeg(`picture-${String(index + 1).padStart(2, '0')}.jpg`, 300 + index * 4, 200, index * 5),
    ),
  );

/** The head of a PNG without its body: it looks valid until it is decoded. */
export async function drawBroken(name: string): Promise<Picked> {
  const whole = await draw(400, 300, 90).png().toBuffer();
  return { name, mimeType: 'image/png', buffer: whole.subarray(0, Math.floor(whole.length / 3)) };
}

/** An uncompressed bitmap of about this many megabytes. */
export function drawBitmap(name: string, megabytes: number): Picked {
  const side = Math.floor(Math.sqrt((megabytes * 1024 * 1024) / 3) / 4) * 4;
  const buffer = Buffer.alloc(54 + side * side * 3, 0x7f);
  buffer.write('BM');
  buffer.writeUInt32LE(buffer.length, 2);
  buffer.writeUInt32LE(0, 6);
  buffer.writeUInt32LE(54, 10);
  buffer.writeUInt32LE(40, 14);
  buffer.writeInt32LE(side, 18);
  buffer.writeInt32LE(side, 22);
  buffer.writeUInt16LE(1, 26);
  buffer.writeUInt16LE(24, 28);
  buffer.writeUInt32LE(0, 30);
  return { name, mimeType: 'image/bmp', buffer };
}

/** A picture that takes seconds to encode as AVIF. */
export async function drawSlow(name: string): Promise<Picked> {
  return { name, mimeType: 'image/jpeg', buffer: await draw(2400, 1800, 70).jpeg({ quality: 80 }).toBuffer() };
}

/** Returns the number of files in a zip, by the entries of its directory. */
export function countZipped(zip: Buffer): number {
  const mark = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
  let count = 0;
  for (let at = zip.indexOf(mark); at >= 0; at = zip.indexOf(mark, at + 4)) count += 1;
  return count;
}
