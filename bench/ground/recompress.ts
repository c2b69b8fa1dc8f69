// What phones and messengers do to a picture on its way: noise and JPEG, reduced copies of copies, screenshots of screenshots.
import sharp, { type Sharp } from 'sharp';
import type { Pixels } from '../../engines/pixels/plane.ts';
import { createNormal } from '../random.ts';
import type { Spoilt } from './spoilt.ts';

type Random = () => number;

export const open = ({ data, width, height }: Pixels) => sharp(data, { raw: { width, height, channels: 3 } });

export async function read(pipeline: Sharp): Promise<Pixels> {
  const { data, info } = await pipeline.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

/** Adds a sensor's noise: brightness varies by `sigma` levels, colours by half of it. */
export function addNoise({ data, width, height }: Pixels, sigma: number, random: Random): Pixels {
  const normal = createNormal(random);
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 3) {
    const grey = normal() * sigma;
    for (let channel = 0; channel < 3; channel++)
      out[i + channel] = Math.max(0, Math.min(255, Math.round(data[i + channel]! + grey + (normal() * sigma) / 2)));
  }
  return { data: out, width, height };
}

export const passJpeg = async (pixels: Pixels, quality: number): Promise<Pixels> =>
  read(sharp(await open(pixels).jpeg({ quality, chromaSubsampling: '4:2:0' }).toBuffer()));

/** A phone's own file: noise, the sharpening of its processor, JPEG of 82 to 92. */
export async function passPhone(clean: Pixels, random: Random): Promise<Spoilt> {
  const noisy = addNoise(clean, 1.5 + 2.5 * random(), random);
  const crisp = await read(open(noisy).sharpen({ sigma: 0.8, m1: 0.5, m2: 1.5 }));
  return { pixels: await passJpeg(crisp, Math.round(82 + 10 * random())), clean };
}

const shrink = (pixels: Pixels, edge: number) =>
  read(open(pixels).resize(edge, edge, { fit: 'inside', withoutEnlargement: true, kernel: 'cubic' }));

/** Sent on twice: to 1600 and then 1280 pixels, each time as JPEG of 60 to 75. */
export async function passMessenger(clean: Pixels, random: Random): Promise<Spoilt> {
  const quality = () => Math.round(60 + 15 * random());
  const first = await passJpeg(await shrink(clean, 1600), quality());
  const pixels = await passJpeg(await shrink(first, 1280), quality());
  const { width, height } = pixels;
  return { pixels, clean: await read(open(clean).resize(width, height, { fit: 'fill' })) };
}

const [bar, ground] = [64, '#101114'];

/** A phone's screen of 1080 pixels with the picture on it, as an app shows it, between two bars. */
async function showOnScreen(pixels: Pixels, width: number): Promise<Pixels> {
  const shown = open(pixels).resize(width, undefined, { kernel: 'linear' });
  return read(shown.extend({ top: bar, bottom: bar, background: ground }));
}

/** A screenshot, saved as JPEG, shown smaller in an app, and captured again. `clean` has the same bars and sizes without the losses. */
export async function passScreens(clean: Pixels, random: Random): Promise<Spoilt> {
  const [first, second] = [1080, Math.round(1080 * (0.82 + 0.12 * random()))];
  const once = await passJpeg(await showOnScreen(clean, first), Math.round(78 + 10 * random()));
  const pixels = await passJpeg(await showOnScreen(once, second), Math.round(70 + 12 * random()));
  const { width, height } = pixels;
  const ideal = await read(open(await showOnScreen(clean, first)).resize(width, height - 2 * bar, { fit: 'fill' }));
  const framed = open(ideal).extend({ top: bar, bottom: bar, background: ground });
  return { pixels, clean: await read(framed) };
}
