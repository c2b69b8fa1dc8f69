// The background images of captchas, drawn for each captcha: landscapes, leaves, towns and mosaics of many small shapes.

import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';
import { between, isLucky, pick, random, wholeBetween } from './random.ts';

interface Palette {
  readonly hue: number;
  readonly spread: number;
  /** Range of the lightness, in per cent. */
  readonly lights: readonly [number, number];
}

const colour = ({ hue, spread, lights }: Palette): string =>
  `hsl(${Math.round(hue + between(-spread, spread))} ${Math.round(between(25, 60))}% ${Math.round(between(...lights))}%)`;

const number = (value: number) => value.toFixed(1);

/** A closed polygon with vertices at random distances around a point. */
function blob(x: number, y: number, radius: number, corners: number, roughness: number): string {
  const turn = random() * Math.PI;
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = turn + (i / corners) * 2 * Math.PI;
    const reach = radius * between(1 - roughness, 1 + roughness);
    return `${number(x + Math.cos(angle) * reach)} ${number(y + Math.sin(angle) * reach)}`;
  });
  return `M${points.join('L')}Z`;
}

/** A background with a gradient between two colours. */
const ground = (palette: Palette, { width, height }: Size) =>
  `<defs><linearGradient id="g" gradientTransform="rotate(${wholeBetween(0, 120)})"><stop stop-color="${colour(palette)}"/><stop offset="1" stop-color="${colour(palette)}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>`;

interface Size {
  readonly width: number;
  readonly height: number;
}

type Painter = (palette: Palette, size: Size) => string;

const repeat = (count: number, draw: (share: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i / count)).join('');

const pebbles: Painter = (palette, { width, height }) =>
  repeat(wholeBetween(110, 150), () => {
    const shape = blob(between(-10, width + 10), between(-10, height + 10), between(7, 20), pick([4, 5, 6, 7]), 0.25);
    const line = isLucky(0.6) ? `stroke="${colour(palette)}" stroke-width="${number(between(0.8, 2))}"` : '';
    return `<path d="${shape}" fill="${colour(palette)}" ${line}/>`;
  });

const leaves: Painter = (palette, { width, height }) =>
  repeat(wholeBetween(120, 160), () => {
    const [x, y, long] = [between(-10, width + 10), between(-10, height + 10), between(12, 30)];
    const wide = long * between(0.3, 0.6);
    const d = `M0 0Q${number(long / 2)} ${number(-wide)} ${number(long)} 0Q${number(long / 2)} ${number(wide)} 0 0Z`;
    return `<g transform="translate(${number(x)} ${number(y)}) rotate(${wholeBetween(0, 360)})"><path d="${d}" fill="${colour(palette)}"/><path d="M0 0H${number(long)}" stroke="${colour(palette)}" stroke-width="1"/></g>`;
  });

const hills: Painter = (palette, { width, height }) =>
  repeat(wholeBetween(9, 12), share => {
    const top = height * share * 1.05;
    let d = `M-5 ${height + 5}`;
    for (let x = -5; x < width + 25; x += between(8, 22)) d += `L${number(x)} ${number(top + between(-13, 13))}`;
    const trees = repeat(wholeBetween(5, 9), () => {
      const [x, y, r] = [between(0, width), top + between(-8, 10), between(4, 10)];
      return isLucky(0.5)
        ? `<path d="M${number(x - r)} ${number(y + r)}h${number(2 * r)}l${number(-r)} ${number(-2.4 * r)}Z" fill="${colour(palette)}"/>`
        : `<circle cx="${number(x)}" cy="${number(y)}" r="${number(r)}" fill="${colour(palette)}"/>`;
    });
    return `<path d="${d}V${height + 5}Z" fill="${colour(palette)}"/>${trees}`;
  });

const town: Painter = (palette, { width, height }) =>
  repeat(wholeBetween(60, 80), share => {
    const [wide, tall] = [between(12, 34), between(18, 46)];
    const [x, y] = [between(-15, width), share * height * 1.1 - tall * 0.6];
    const light = colour(palette);
    const step = between(6, 9);
    let windows = '';
    for (let j = 4; j < tall - 4; j += step)
      for (let i = 3; i < wide - 4; i += step)
        if (isLucky(0.8))
          windows += `<rect x="${number(x + i)}" y="${number(y + j)}" width="3.5" height="4" fill="${light}"/>`;
    const roof = isLucky(0.5)
      ? `<path d="M${number(x - 2)} ${number(y)}l${number(wide / 2 + 2)} ${number(-between(5, 12))}l${number(wide / 2 + 2)} 12Z" fill="${colour(palette)}"/>`
      : '';
    return `<rect x="${number(x)}" y="${number(y)}" width="${number(wide)}" height="${number(tall)}" fill="${colour(palette)}"/>${windows}${roof}`;
  });

const ribbons: Painter = (palette, { width, height }) =>
  repeat(wholeBetween(38, 50), () => {
    const at = () => `${number(between(-30, width + 30))} ${number(between(-30, height + 30))}`;
    return `<path d="M${at()}C${at()} ${at()} ${at()}" fill="none" stroke="${colour(palette)}" stroke-width="${number(between(3, 13))}"/>`;
  }) + pebbles(palette, { width, height });

const painters = [pebbles, leaves, hills, town, ribbons] as const;

/** Adds grain, so that the edges of drawings are harder to separate from the background. */
function addGrain(data: Uint8Array, strength: number): void {
  for (let i = 0; i < data.length; i += 3) {
    const grain = (random() + random() - 1) * strength;
    for (let channel = 0; channel < 3; channel++) {
      const value = data[i + channel]! + grain + (random() - 0.5) * strength * 0.5;
      data[i + channel] = Math.min(255, Math.max(0, value));
    }
  }
}

/** Draws a background of medium brightness and little grain, on which a hole is clearly visible. */
export async function drawScene(size: Size): Promise<Pixels> {
  const lightest = wholeBetween(62, 82);
  const palette: Palette = {
    hue: wholeBetween(0, 360),
    spread: wholeBetween(20, 70),
    lights: [lightest - 34, lightest],
  };
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${ground(palette, size)}${pick(painters)(palette, size)}</svg>`;
  const data = await sharp(Buffer.from(markup)).removeAlpha().raw().toBuffer();
  addGrain(data, between(5, 10));
  return { data, ...size };
}
