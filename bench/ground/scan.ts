// A page or print under a flatbed scanner: the tone of paper, a slight turn, uneven light, dust and grain.
import type { Pixels } from '../../engines/pixels/plane.ts';
import { addNoise, open, passJpeg, read } from './recompress.ts';
import type { Spoilt } from './spoilt.ts';

type Random = () => number;

/** White of the paper, and of the scanner's lid around it. */
const paper = [244, 238, 224] as const;
const lid = '#d9d8d4';
const maxDegrees = 3;

function tint({ data, width, height }: Pixels, random: Random): Pixels {
  const out = new Uint8Array(data.length);
  const [slopeX, slopeY] = [(random() - 0.5) * 0.08, (random() - 0.5) * 0.08];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = 1 + slopeX * (x / width - 0.5) + slopeY * (y / height - 0.5);
      const at = (y * width + x) * 3;
      // Ink on paper is never quite black.
      for (let channel = 0; channel < 3; channel++)
        out[at + channel] = Math.min(
          255,
          Math.round((18 + (data[at + channel]! * (paper[channel]! - 18)) / 255) * light),
        );
    }
  return { data: out, width, height };
}

/** Specks and short hairs, dark and bright; returns where they lie. */
function sprinkle({ data, width, height }: Pixels, random: Random): Uint8Array {
  const mask = new Uint8Array(width * height);
  const count = Math.round((width * height) / 40_000);
  for (let speck = 0; speck < count; speck++) {
    const level = random() < 0.7 ? 40 + 60 * random() : 250;
    const isHair = random() < 0.15;
    let [x, y, heading] = [random() * width, random() * height, random() * 2 * Math.PI];
    const radius = isHair ? 0.7 : 0.6 + 1.6 * random() ** 2;
    for (let step = 0; step < (isHair ? 12 + 30 * random() : 1); step++) {
      dab(data, mask, width, height, x, y, radius, level);
      heading += (random() - 0.5) * 0.5;
      x += Math.cos(heading);
      y += Math.sin(heading);
    }
  }
  return mask;
}

function dab(
  data: Uint8Array,
  mask: Uint8Array,
  width: number,
  height: number,
  x: number,
  y: number,
  radius: number,
  level: number,
): void {
  for (let row = Math.max(0, Math.floor(y - radius)); row <= Math.min(height - 1, Math.ceil(y + radius)); row++)
    for (
      let column = Math.max(0, Math.floor(x - radius));
      column <= Math.min(width - 1, Math.ceil(x + radius));
      column++
    ) {
      if (Math.hypot(column - x, row - y) > radius) continue;
      mask[row * width + column] = 1;
      data.fill(level, (row * width + column) * 3, (row * width + column) * 3 + 3);
    }
}

/** `tilt` is the clockwise turn; `clean` is the page as it was laid down, upright. The turned page keeps its size, its corners are cut. */
export async function scanPage(clean: Pixels, random: Random): Promise<Spoilt> {
  const { width, height } = clean;
  const tilt = (random() * 2 - 1) * maxDegrees;
  const turned = await read(open(tint(clean, random)).rotate(tilt, { background: lid }));
  const left = (turned.width - width) >> 1;
  const top = (turned.height - height) >> 1;
  const soft = await read(
    open(turned)
      .extract({ left, top, width, height })
      .blur(0.5 + 0.3 * random()),
  );
  const mask = sprinkle(soft, random);
  return { pixels: await passJpeg(addNoise(soft, 1.5, random), Math.round(75 + 15 * random())), clean, mask, tilt };
}
