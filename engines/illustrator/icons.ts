// The drawings of single things: Fluent Emoji (Microsoft, MIT) from its package, and our own. Each has its elements, box and main colour.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromaOf, lightnessOf, moveColour } from './colours.ts';
import { drawings } from './drawings.ts';
import { type Box, boxOfElement, joinBoxes } from './outline-box.ts';

export interface Icon {
  /** SVG elements in a square of 32. */
  readonly body: string;
  /** The part of that square that is drawn on. */
  readonly box: Box;
  /** The dominant colour. */
  readonly main: string;
}

let bodies: Readonly<Record<string, { readonly body: string }>> | undefined;
const known = new Map<string, Icon | undefined>();

/** Reads the drawings, 9 MB of text, on first use. */
function readBodies() {
  bodies ??= (
    JSON.parse(
      readFileSync(createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json'), 'utf8'),
    ) as { icons: typeof bodies & {} }
  ).icons;
  return bodies;
}

const element = /<(path|rect|circle|ellipse)\b([^>]*)>/g;

function describe(body: string): Icon {
  const areas = new Map<string, number>();
  const boxes: Box[] = [];
  for (const [, name = '', attributes = ''] of body.replace(/<defs>.*?<\/defs>/gs, '').matchAll(element)) {
    const read = (attribute: string) => new RegExp(`\\s${attribute}="([^"]*)"`).exec(attributes)?.[1];
    if (read('transform')) continue;
    const box = boxOfElement(name, read);
    if (!box) continue;
    boxes.push(box);
    const fill = read('fill');
    // A small saturated area outweighs a large grey one, because people name things by it.
    if (fill?.startsWith('#')) {
      const weight = 0.15 + Math.min(1, chromaOf(fill) * 6) * (lightnessOf(fill) > 0.3 ? 1 : 0.3);
      areas.set(fill, (areas.get(fill) ?? 0) + box.w * box.h * weight);
    }
  }
  // Shades of one hue count together: a straw hat with a bow is not named after its bow.
  const family = (hex: string) =>
    [...areas].reduce((sum, [other, area]) => sum + (hueApart(hex, other) < 0.45 ? area : 0), 0);
  const main = [...areas.keys()].sort((a, b) => family(b) - family(a) || areas.get(b)! - areas.get(a)!)[0] ?? '#888888';
  return { body, box: joinBoxes(boxes), main };
}

/** Returns the drawing with that name, or undefined. */
export function findIcon(name: string): Icon | undefined {
  if (!known.has(name)) {
    const body = drawings[name] ?? readBodies()[name]?.body;
    known.set(name, body === undefined ? undefined : describe(body));
  }
  return known.get(name);
}

export function requireIcon(name: string): Icon {
  const icon = findIcon(name);
  if (!icon) throw new Error(`there is no drawing called ${name}`);
  return icon;
}

const isInk = (hex: string) => lightnessOf(hex) < 0.3;
const isPaper = (hex: string) => lightnessOf(hex) > 0.95 && chromaOf(hex) < 0.03;

/** Recolours a drawing: its main colour and others of that family change; ink and other colours stay. */
export function paintIcon({ body, main }: Icon, wanted: string): string {
  const isGrey = chromaOf(main) < 0.04;
  return body.replace(/(fill|stroke)="(#[0-9a-fA-F]{3,6})"/g, (whole, attribute: string, hex: string) => {
    if (isInk(hex) && hex !== main) return whole;
    if (isPaper(hex) && !isPaper(main)) return whole;
    const isOfFamily = isGrey ? chromaOf(hex) < 0.08 : hueApart(hex, main) < 0.75;
    return isOfFamily ? `${attribute}="${moveColour(hex, main, wanted)}"` : whole;
  });
}

/** Returns the angle between two hues in radians. */
function hueApart(one: string, two: string): number {
  const [a, b] = [hueOf(one), hueOf(two)];
  const apart = Math.abs(a - b);
  return Math.min(apart, 2 * Math.PI - apart);
}

function hueOf(hex: string): number {
  const value = Number.parseInt(hex.length === 4 ? [...hex.slice(1)].map(d => d + d).join('') : hex.slice(1), 16);
  const [r, g, b] = [(value >> 16) & 255, (value >> 8) & 255, value & 255];
  return Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b);
}
