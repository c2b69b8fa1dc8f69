// Masks for the filling bench: lines of text like watermarks, and blobs like brush strokes over objects. They cover 5 to 7 % of a picture.
import { fileURLToPath } from 'node:url';
import { mulberry32 } from 'contract/random.ts';
import sharp from 'sharp';

const fontFile = '@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf';
const font = fileURLToPath(new URL(`../node_modules/${fontFile}`, import.meta.url));
const lines = ['Pixwright 图匠', 'SAMPLE 样张', '© studio 2024', '水印 preview'];
const angles = [0, -20, -30, 15];

interface Stamp {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function drawLine(text: string, size: number, angle: number): Promise<Stamp> {
  const drawn = await sharp({
    text: {
      text: `<span foreground="white">${text}</span>`,
      fontfile: font,
      font: `Noto Sans SC Bold ${size}`,
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer();
  const { data, info } = await sharp(drawn)
    .rotate(angle, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Adds the stamp, dilated by one pixel, to the mask unless they would overlap. Returns the number of added pixels. */
function press(mask: Uint8Array, width: number, height: number, stamp: Stamp, left: number, top: number): number {
  const covered = new Set<number>();
  for (let y = 0; y < stamp.height; y++) {
    for (let x = 0; x < stamp.width; x++) {
      if (stamp.data[y * stamp.width + x]! < 40) continue;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const [column, row] = [left + x + dx, top + y + dy];
          if (column < 0 || row < 0 || column >= width || row >= height) continue;
          if (mask[row * width + column]) return 0;
          covered.add(row * width + column);
        }
      }
    }
  }
  for (const pixel of covered) mask[pixel] = 1;
  return covered.size;
}

export async function makeTextMask(width: number, height: number, seed: number): Promise<Uint8Array> {
  const random = mulberry32(seed);
  const wanted = (0.05 + 0.02 * random()) * width * height;
  const size = Math.round((Math.min(width, height) / 15) * (0.7 + 0.6 * random()));
  const angle = angles[Math.floor(random() * angles.length)]!;
  const stamps = await Promise.all(lines.map(text => drawLine(text, size, angle)));
  const mask = new Uint8Array(width * height);
  let marked = 0;
  for (let tries = 0; marked < wanted && tries < 80; tries++) {
    const stamp = stamps[Math.floor(random() * stamps.length)]!;
    const left = Math.floor(random() * (width - stamp.width * 0.7) - stamp.width * 0.15);
    const top = Math.floor(random() * (height - stamp.height * 0.8));
    marked += press(mask, width, height, stamp, left, top);
  }
  return mask;
}

export function makeBlobMask(width: number, height: number, seed: number): Uint8Array {
  const random = mulberry32(seed);
  const share = 0.05 + 0.02 * random();
  const count = 4 + Math.floor(random() * 5);
  const radius = Math.sqrt((share * width * height) / count / Math.PI);
  const mask = new Uint8Array(width * height);
  for (let blob = 0; blob < count; blob++) {
    const [cx, cy] = [radius + random() * (width - 2 * radius), radius + random() * (height - 2 * radius)];
    const waves = [2, 3, 4, 5].map(order => ({
      order,
      depth: (random() * 0.35) / (order - 1),
      phase: random() * 6.28,
    }));
    const squeeze = Math.sqrt(0.6 + 0.4 * random());
    const turn = random() * Math.PI;
    for (let pixel = 0; pixel < mask.length; pixel++) {
      const [dx, dy] = [(pixel % width) - cx, Math.floor(pixel / width) - cy];
      if (Math.abs(dx) > 3 * radius || Math.abs(dy) > 3 * radius) continue;
      const u = (dx * Math.cos(turn) + dy * Math.sin(turn)) * squeeze;
      const v = (dy * Math.cos(turn) - dx * Math.sin(turn)) / squeeze;
      const wave = waves.reduce(
        (sum, { order, depth, phase }) => sum + depth * Math.cos(order * Math.atan2(v, u) + phase),
        1,
      );
      if (Math.hypot(u, v) < radius * wave) mask[pixel] = 1;
    }
  }
  return mask;
}

export const wideKinds = ['blobs', 'object', 'bold text'] as const;
export type WideKind = (typeof wideKinds)[number];

/**
 * Three wide blobs, one hole as large as an object in the picture, or a line of bold text whose capitals have about 4 % of the picture's
 * height.
 */
export async function makeWideMask(kind: WideKind, width: number, height: number, seed: number): Promise<Uint8Array> {
  const random = mulberry32(seed);
  const mask = new Uint8Array(width * height);
  if (kind === 'bold text') {
    const stamp = await drawLine('© Jane Doe', Math.round(height * 0.055), 0);
    press(
      mask,
      width,
      height,
      stamp,
      Math.floor((0.1 + 0.4 * random()) * (width - stamp.width)),
      Math.floor((0.2 + 0.6 * random()) * height),
    );
    return mask;
  }
  const count = kind === 'object' ? 1 : 3;
  const size = Math.sqrt(width * height) * (kind === 'object' ? 0.11 : 0.055);
  for (let blob = 0; blob < count; blob++) {
    const [cx, cy] = [(0.2 + 0.6 * random()) * width, (0.2 + 0.6 * random()) * height];
    const [phase, squeeze] = [random() * 6.28, 0.8 + 0.4 * random()];
    for (let pixel = 0; pixel < mask.length; pixel++) {
      const [u, v] = [((pixel % width) - cx) * squeeze, (Math.floor(pixel / width) - cy) / squeeze];
      const angle = Math.atan2(v, u);
      if (Math.hypot(u, v) < size * (1 + 0.15 * Math.cos(3 * angle + phase) + 0.1 * Math.cos(5 * angle)))
        mask[pixel] = 1;
    }
  }
  return mask;
}
