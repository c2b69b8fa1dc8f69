// Composites a product into a scene: lit to match, with its reflection, cast shadow and contact shadow. Everything that depends only on the product's
// size is prepared once, so that a page can move the product and composite it again in every frame.
import type { Pixels } from '../plane.ts';
import { nothingThere, onGround, onWall } from '../scenes/stage.ts';
import { matchLight } from './match-light.ts';
import { drawReflection, type Reflection } from './reflection.ts';
import type { SceneLight } from './scene-light.ts';
import { drawCast, drawContact, type Laid, shrinkAlpha } from './shadows.ts';

/** A cut-out product, upright and trimmed to its outline: red, green, blue and straight alpha. */
export interface ProductPixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

export interface StandWishes {
  /** 0..100 each. */
  readonly shadow: number;
  readonly match: number;
  readonly reflects: boolean;
}

export interface PreparedProduct {
  readonly lit: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly cast: Laid;
  readonly contact: Laid;
  readonly reflection: Reflection | undefined;
  readonly light: SceneLight;
  readonly shadow: number;
}

const shadowSide = 300;
/** Strength at which shadows match the light. */
const naturalShadow = 60;
const darkestCast = 0.88;
/** Shadows are not black: this share of the ambient light remains in them. */
const leftInShadow = 0.1;

/** Prepares a product; `side` is the shorter side of the scene's image, in pixels. */
export function prepareProduct(
  { data, width, height }: ProductPixels,
  light: SceneLight,
  side: number,
  wishes: StandWishes,
): PreparedProduct {
  const alpha = shrinkAlpha(data, width, height, shadowSide);
  const lit = matchLight(data, width, height, light, wishes.match);
  return {
    lit,
    width,
    height,
    cast: drawCast(alpha, light, side),
    contact: drawContact(alpha),
    reflection: wishes.reflects && light.mirror > 0 ? drawReflection(lit, width, height, light) : undefined,
    light,
    shadow: wishes.shadow / naturalShadow,
  };
}

/** Samples a plane bilinearly at a pixel of the image. */
function readLaid(
  { width, height, left, top, scale }: Laid,
  data: Float32Array,
  x: number,
  y: number,
  stride = 1,
  offset = 0,
): number {
  const across = (x + 0.5 - left) / scale - 0.5;
  const down = (y + 0.5 - top) / scale - 0.5;
  const column = Math.floor(across);
  const row = Math.floor(down);
  if (column < 0 || row < 0 || column + 1 >= width || row + 1 >= height) return 0;
  const at = row * width + column;
  const u = across - column;
  const upper = data[at * stride + offset]! * (1 - u) + data[(at + 1) * stride + offset]! * u;
  const lower = data[(at + width) * stride + offset]! * (1 - u) + data[(at + width + 1) * stride + offset]! * u;
  return upper + (lower - upper) * (down - row);
}

/** Returns the area of the image that a plane covers if the product's corner is at `left`, `top`. */
function cover(laid: Laid, left: number, top: number, { width, height }: { width: number; height: number }) {
  const fromX = Math.max(0, Math.floor(left + laid.left));
  const fromY = Math.max(0, Math.floor(top + laid.top));
  const toX = Math.min(width, Math.ceil(left + laid.left + laid.width * laid.scale));
  const toY = Math.min(height, Math.ceil(top + laid.top + laid.height * laid.scale));
  return { fromX, fromY, toX, toY };
}

/** Returns the surface most common along the product's foot; nothing if it floats before the sky or a wall, or beyond an edge. */
function findStandingOn(
  on: Uint8Array,
  picture: { width: number; height: number },
  left: number,
  foot: number,
  width: number,
): number {
  const y = Math.min(picture.height - 1, Math.max(0, Math.round(foot) - 1));
  const counts = new Map<number, number>();
  for (let i = 1; i < 8; i++) {
    const x = Math.min(picture.width - 1, Math.max(0, Math.round(left + (width * i) / 8)));
    const there = on[y * picture.width + x]!;
    counts.set(there, (counts.get(there) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a)[0]!;
  return best === onWall ? nothingThere : best;
}

/**
 * Composites the prepared product into `scene`, in place. `left` and `top` are its corner there, in whole pixels. `on` identifies the surface in each
 * pixel of the scene.
 */
export function layProduct(scene: Pixels, on: Uint8Array, product: PreparedProduct, left: number, top: number): void {
  const { width, height } = scene;
  const { cast, contact, reflection, light, shadow } = product;
  const standsOn = findStandingOn(on, scene, left, top + product.height, product.width);
  const isHit = (at: number) => on[at] === standsOn || (standsOn === onGround && on[at] === onWall);
  const { data } = scene;
  if (standsOn !== nothingThere) {
    if (reflection) layReflection(scene, reflection, left, top, at => on[at] === standsOn);
    const [castArea, contactArea] = [cover(cast, left, top, scene), cover(contact, left, top, scene)];
    const area = {
      fromX: Math.min(castArea.fromX, contactArea.fromX),
      fromY: Math.min(castArea.fromY, contactArea.fromY),
      toX: Math.max(castArea.toX, contactArea.toX),
      toY: Math.max(castArea.toY, contactArea.toY),
    };
    const castStrength = Math.min(darkestCast, light.share * shadow);
    const kept = light.ambient.map(value => leftInShadow * value);
    for (let y = area.fromY; y < area.toY; y++) {
      for (let x = area.fromX; x < area.toX; x++) {
        const at = y * width + x;
        if (!isHit(at)) continue;
        const fallen = castStrength * readLaid(cast, cast.data, x - left, y - top);
        const touched =
          on[at] === standsOn ? Math.min(0.94, shadow * readLaid(contact, contact.data, x - left, y - top)) : 0;
        const dim = 1 - (1 - fallen) * (1 - touched);
        if (dim < 1e-3) continue;
        for (let k = 0; k < 3; k++) data[at * 3 + k] = data[at * 3 + k]! * (1 - dim * (1 - kept[k]!)) + 0.5;
      }
    }
  }
  const { lit } = product;
  for (let y = Math.max(0, top); y < Math.min(height, top + product.height); y++) {
    for (let x = Math.max(0, left); x < Math.min(width, left + product.width); x++) {
      const from = ((y - top) * product.width + x - left) * 4;
      const share = lit[from + 3]! / 255;
      if (share === 0) continue;
      const at = (y * width + x) * 3;
      for (let k = 0; k < 3; k++) data[at + k] = data[at + k]! * (1 - share) + lit[from + k]! * share + 0.5;
    }
  }
}

function layReflection(
  scene: Pixels,
  reflection: Reflection,
  left: number,
  top: number,
  isHit: (at: number) => boolean,
): void {
  const { data, width } = scene;
  const area = cover(reflection, left, top, scene);
  for (let y = area.fromY; y < area.toY; y++) {
    for (let x = area.fromX; x < area.toX; x++) {
      const at = y * width + x;
      if (!isHit(at)) continue;
      const share = readLaid(reflection, reflection.data, x - left, y - top);
      if (share < 1e-3) continue;
      for (let k = 0; k < 3; k++) {
        const colour = readLaid(reflection, reflection.colours, x - left, y - top, 3, k);
        data[at * 3 + k] = data[at * 3 + k]! * (1 - share) + colour + 0.5;
      }
    }
  }
}

/** Minimum alpha of a pixel that counts as the product: a faint stray pixel would lift its foot off the ground. */
const minAlpha = 64;

/** Trims an image to the product; returns all of it if nothing is visible. */
export function trimProduct({ data, width, height }: ProductPixels): ProductPixels {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < minAlpha) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (top > y) top = y;
      bottom = y;
    }
  }
  if (right < 0 || (left === 0 && top === 0 && right === width - 1 && bottom === height - 1))
    return { data, width, height };
  const size = { width: right - left + 1, height: bottom - top + 1 };
  const out = new Uint8ClampedArray(size.width * size.height * 4);
  for (let y = 0; y < size.height; y++) {
    const start = ((y + top) * width + left) * 4;
    out.set(data.subarray(start, start + size.width * 4), y * size.width * 4);
  }
  return { data: out, ...size };
}
