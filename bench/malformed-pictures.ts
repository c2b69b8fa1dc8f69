// Two hundred hostile pictures: the unusual ones of fixtures/, extreme shapes, and corrupted copies of both.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mulberry32 } from 'contract/random.ts';
import { sharp } from 'engines/sharp.ts';
import { root } from './product.ts';

export interface OddPicture {
  readonly name: string;
  readonly bytes: Buffer;
}

const wanted = 200;

const solid = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({
    create: { width, height, channels, background: { r: 90, g: 140, b: 200, alpha: 0.5 } },
    limitInputPixels: false,
  });

async function drawExtremes(): Promise<OddPicture[]> {
  const noise = Buffer.alloc(64 * 64 * 3 * 2);
  const random = mulberry32(7);
  for (let i = 0; i < noise.length; i++) noise[i] = random() * 256;
  const deep = sharp(new Uint16Array(noise.buffer, noise.byteOffset, noise.length / 2), {
    raw: { width: 64, height: 64, channels: 3 },
  }).toColourspace('rgb16');
  const frames = sharp(Buffer.alloc(40 * 40 * 4 * 5, 120), {
    raw: { width: 40, height: 200, channels: 4, pageHeight: 40 },
  });
  return [
    { name: '1x1.png', bytes: await solid(1, 1).png().toBuffer() },
    { name: '1x1.jpg', bytes: await solid(1, 1).jpeg().toBuffer() },
    { name: '1x1-alpha.webp', bytes: await solid(1, 1, 4).webp().toBuffer() },
    { name: '30000x1.png', bytes: await solid(30_000, 1).png().toBuffer() },
    { name: '30000x40.jpg', bytes: await solid(30_000, 40).jpeg().toBuffer() },
    { name: '3x20000.png', bytes: await solid(3, 20_000).png().toBuffer() },
    { name: '9000x9000.png', bytes: await solid(9000, 9000).png().toBuffer() },
    { name: '12000x12000.jpg', bytes: await solid(12_000, 12_000).jpeg({ quality: 30 }).toBuffer() },
    { name: 'sixteen-bit-noise.png', bytes: await deep.png().toBuffer() },
    { name: 'cmyk-large.jpg', bytes: await solid(900, 700).toColourspace('cmyk').jpeg().toBuffer() },
    { name: 'animated-alpha.gif', bytes: await frames.clone().gif().toBuffer() },
    { name: 'animated-alpha.webp', bytes: await frames.clone().webp().toBuffer() },
    { name: 'nothing.png', bytes: Buffer.alloc(0) },
    { name: 'words.jpg', bytes: Buffer.from('these are words, not a picture') },
    { name: 'page.png', bytes: Buffer.from('<!doctype html><script>alert(1)</script>') },
    { name: 'zip.webp', bytes: Buffer.from([0x50, 0x4b, 3, 4, ...Buffer.alloc(200)]) },
  ];
}

function breakFile({ name, bytes }: OddPicture, random: () => number): OddPicture {
  const at = () => Math.floor(random() * bytes.length);
  const kind = random();
  if (kind < 0.4) return { name: `cut-${name}`, bytes: bytes.subarray(0, Math.max(12, at())) };
  const broken = Buffer.from(bytes);
  const reach = random() < 0.5 ? Math.min(bytes.length, 64) : bytes.length;
  if (kind < 0.9) for (let i = 0; i < 6; i++) broken[Math.floor(random() * reach)] = random() * 256;
  else broken.writeUInt32BE(0x7fffffff, Math.max(0, Math.min(at(), bytes.length - 4)));
  return { name: `broken-${name}`, bytes: broken };
}

/** The same two hundred pictures in every run. */
export async function gatherMalformed(): Promise<OddPicture[]> {
  const folder = path.join(root, 'fixtures');
  const fixtures = readdirSync(folder).map(name => ({ name, bytes: readFileSync(path.join(folder, name)) }));
  const whole = [...fixtures, ...(await drawExtremes())];
  const random = mulberry32(11);
  const large = 300_000;
  const breakable = whole.filter(({ bytes }) => bytes.length > 40 && bytes.length < large);
  const broken = Array.from({ length: wanted - whole.length }, (_, i) =>
    breakFile(breakable[i % breakable.length]!, random),
  );
  return [...whole, ...broken];
}
