// Textures that no npm package contains as a photograph, drawn for the filling bench: gravel, grass, bricks, wool, leaves, and gravel that
// goes out of focus.

import { mulberry32 } from 'contract/random.ts';
import sharp from 'sharp';
import type { Pixels } from '../engines/pixels/plane.ts';

async function paint(svg: string, width: number, height: number): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(svg), { unlimited: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.width !== width || info.height !== height) throw new Error(`drawn at ${info.width} x ${info.height}`);
  return { data: new Uint8Array(data), width, height };
}

/** Simulates a lens and a sensor: a slight blur, and grain with a standard deviation of `sigma` levels. */
async function expose({ data, width, height }: Pixels, random: () => number, sigma: number): Promise<Pixels> {
  const soft = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(0.6)
    .raw()
    .toBuffer();
  for (let index = 0; index < soft.length; index++) {
    const noise = (random() + random() + random() - 1.5) * 2 * sigma;
    soft[index] = Math.max(0, Math.min(255, Math.round(soft[index]! + noise)));
  }
  return { data: new Uint8Array(soft), width, height };
}

const shape = (elements: readonly string[], width: number, height: number, ground: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${elements.join('')}</svg>`;

/** Stones of many sizes, each with a light and a dark side. `size`: typical size in pixels. */
async function drawGravel(width: number, height: number, size: number): Promise<Pixels> {
  const random = mulberry32(5);
  const stones: string[] = [];
  const count = Math.round((3.2 * width * height) / (size * size));
  for (let index = 0; index < count; index++) {
    const [x, y] = [random() * width, random() * height];
    const radius = size * (0.25 + 0.55 * random() ** 2);
    const grey = 85 + 120 * random();
    const warm = (random() - 0.4) * 26;
    const corners = 7;
    const points = (scale: number, dx: number, dy: number, wobble: readonly number[]) =>
      wobble
        .map((part, corner) => {
          const angle = (corner / corners) * 6.28;
          return `${(x + dx + Math.cos(angle) * radius * part * scale).toFixed(1)},${(y + dy + Math.sin(angle) * radius * part * scale).toFixed(1)}`;
        })
        .join(' ');
    const wobble = Array.from({ length: corners }, () => 0.75 + 0.4 * random());
    const colour = (light: number) => `rgb(${grey * light + warm},${grey * light},${grey * light - warm})`;
    stones.push(
      `<polygon points="${points(1.12, size * 0.06, size * 0.09, wobble)}" fill="rgb(38,35,32)"/>`,
      `<polygon points="${points(1, 0, 0, wobble)}" fill="${colour(0.8)}"/>`,
      `<polygon points="${points(0.72, -size * 0.05, -size * 0.07, wobble)}" fill="${colour(1.05)}"/>`,
    );
  }
  return expose(await paint(shape(stones, width, height, '#4a4540'), width, height), random, 4);
}

async function drawBlades(width: number, height: number, size: number): Promise<Pixels> {
  const random = mulberry32(6);
  const blades: string[] = [];
  const count = Math.round((9 * width * height) / (size * size));
  for (let index = 0; index < count; index++) {
    const [x, y] = [random() * width, (index / count) * (height + size)];
    const lean = (random() - 0.5) * size * 1.6;
    const long = size * (0.7 + random());
    const light = 0.45 + 0.75 * random();
    const colour = `rgb(${70 * light + 30 * random()},${130 * light},${38 * light})`;
    blades.push(
      `<path d="M${x.toFixed(1)} ${y.toFixed(1)}q${(lean * 0.2).toFixed(1)} ${(-long * 0.6).toFixed(1)} ${lean.toFixed(1)} ${(-long).toFixed(1)}" stroke="${colour}" stroke-width="${(size * (0.06 + 0.08 * random())).toFixed(1)}" fill="none"/>`,
    );
  }
  return expose(await paint(shape(blades, width, height, '#2b3a14'), width, height), random, 3);
}

async function drawBricks(width: number, height: number, size: number): Promise<Pixels> {
  const random = mulberry32(7);
  const bricks: string[] = [];
  const joint = size * 0.09;
  for (let row = -1; row * size < height + size; row++) {
    for (let column = -1; column * size * 2.6 < width + 3 * size; column++) {
      const x = (column - (row & 1) * 0.5) * size * 2.6 + (random() - 0.5) * joint;
      const light = 0.75 + 0.5 * random();
      const y = row * size + (random() - 0.5) * joint * 0.6;
      bricks.push(
        `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${(size * 2.6 - joint).toFixed(1)}" height="${(size - joint).toFixed(1)}" rx="${(joint / 2).toFixed(1)}" fill="rgb(${150 * light},${(72 + 18 * random()) * light},${55 * light})"/>`,
      );
      for (let spot = 0; spot < 14; spot++)
        bricks.push(
          `<circle cx="${(x + random() * size * 2.4).toFixed(1)}" cy="${(y + random() * size * 0.85).toFixed(1)}" r="${(size * 0.05 * (0.3 + random())).toFixed(1)}" fill="${random() < 0.5 ? '#fff' : '#000'}" opacity="${(0.08 + 0.15 * random()).toFixed(2)}"/>`,
        );
    }
  }
  return expose(await paint(shape(bricks, width, height, '#b9b0a4'), width, height), random, 4);
}

/** Rows of stitches, each of two strokes leaning towards each other. */
async function drawWool(width: number, height: number, size: number): Promise<Pixels> {
  const random = mulberry32(8);
  const stitches: string[] = [];
  for (let row = 0; row * size * 0.8 < height + size; row++) {
    for (let column = 0; column * size < width + size; column++) {
      const [x, y] = [
        column * size + (random() - 0.5) * size * 0.12,
        row * size * 0.8 + (random() - 0.5) * size * 0.12,
      ];
      for (const side of [-1, 1]) {
        const light = 0.8 + 0.4 * random() - side * 0.08;
        stitches.push(
          `<ellipse cx="${(x + side * size * 0.24).toFixed(1)}" cy="${y.toFixed(1)}" rx="${(size * 0.2).toFixed(1)}" ry="${(size * 0.5).toFixed(1)}" transform="rotate(${side * 24} ${(x + side * size * 0.24).toFixed(1)} ${y.toFixed(1)})" fill="rgb(${120 * light},${46 * light},${64 * light})"/>`,
        );
      }
    }
  }
  return expose(await paint(shape(stitches, width, height, '#3a1520'), width, height), random, 5);
}

async function drawLeaves(width: number, height: number, size: number): Promise<Pixels> {
  const random = mulberry32(9);
  const leaves: string[] = [];
  const count = Math.round((5 * width * height) / (size * size));
  for (let index = 0; index < count; index++) {
    const [x, y] = [random() * width, random() * height];
    const long = size * (0.5 + 0.7 * random());
    const light = 0.3 + 0.9 * random() * (0.4 + (0.6 * index) / count);
    const turn = random() * 360;
    leaves.push(
      `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(0)})"><path d="M0 ${-long}Q${long * 0.45} 0 0 ${long}Q${-long * 0.45} 0 0 ${-long}" fill="rgb(${95 * light},${150 * light},${50 * light})"/><path d="M0 ${-long}L0 ${long}" stroke="rgb(${150 * light},${190 * light},${95 * light})" stroke-width="${long * 0.05}"/></g>`,
    );
  }
  return expose(await paint(shape(leaves, width, height, '#141d0c'), width, height), random, 3);
}

/** Gravel, sharp in front and increasingly blurred towards the top. */
async function drawFocus(width: number, height: number, size: number): Promise<Pixels> {
  const sharpened = await drawGravel(width, height, size);
  const raw = { raw: { width, height, channels: 3 } } as const;
  const result = new Uint8Array(sharpened.data);
  const blurs = [0, 0.5, 1, 2, 4, 8];
  const layers = await Promise.all(
    blurs.map(part =>
      part === 0
        ? sharpened.data
        : sharp(sharpened.data, raw)
            .blur(Math.max(0.4, (part * size) / 16))
            .raw()
            .toBuffer(),
    ),
  );
  for (let y = 0; y < height; y++) {
    const place = Math.max(0, Math.min(blurs.length - 1.001, (0.8 - y / height) * 1.4 * (blurs.length - 1)));
    const layer = Math.floor(place);
    for (let index = y * width * 3; index < (y + 1) * width * 3; index++)
      result[index] = Math.round(
        layers[layer]![index]! * (layer + 1 - place) + layers[layer + 1]![index]! * (place - layer),
      );
  }
  return { data: result, width, height };
}

const draw = {
  gravel: drawGravel,
  grass: drawBlades,
  bricks: drawBricks,
  wool: drawWool,
  leaves: drawLeaves,
  focus: drawFocus,
};

export type DrawnTexture = keyof typeof draw;

/** A texture with details of about `size` pixels; identical in every run. */
export const drawTexture = (name: DrawnTexture, width: number, height: number, size: number): Promise<Pixels> =>
  draw[name](width, height, size);
