// Out-of-focus backdrops: leaves, city lights, a room with a window, the sky. Drawn on small fields, once per scene.
import { addDisc, blurField, type Field, fillField, makeField, rowsFor } from './field.ts';
import { fractalAt, hashAt, lengthOf, mix, noiseAt, smoothStep } from './noise.ts';
import type { DrawBackdrop } from './stage.ts';
import { lightOf, type Rgb } from './tone.ts';

const rows = 300;
const blend = (a: Rgb, b: Rgb, share: number): Rgb => [
  mix(a[0], b[0], share),
  mix(a[1], b[1], share),
  mix(a[2], b[2], share),
];
const scale = (a: Rgb, by: number): Rgb => [a[0] * by, a[1] * by, a[2] * by];

const open = (halfWidth: number, above: number, side: number, max = rows): Field =>
  makeField(
    { left: -halfWidth - 0.15, top: -above, width: 2 * halfWidth + 0.3, height: above + 0.12 },
    rowsFor(max, side),
    3,
  );

/** Draws `count` discs, each with its own random numbers 0..1. */
function scatter(count: number, salt: number, draw: (next: (k: number) => number) => void): void {
  for (let i = 0; i < count; i++) draw(k => hashAt(i, k, salt));
}

interface Foliage {
  readonly dark: string;
  readonly middle: string;
  readonly bright: string;
  /** Colour of the light that shines through. */
  readonly sun: string;
  /** Centre of that light, 0..1 across the image. */
  readonly sunAt: number;
  readonly salt: number;
  readonly power?: number;
}

/** Leaves and the sky between them, far out of focus. */
export function foliage({ dark, middle, bright, sun, sunAt, salt, power = 1 }: Foliage): DrawBackdrop {
  const [low, mid, high, gap] = [lightOf(dark), lightOf(middle), lightOf(bright), lightOf(sun)];
  return (halfWidth, above, side) => {
    const field = open(halfWidth, above, side);
    const sunX = (sunAt - 0.5) * 2 * halfWidth;
    const near = (x: number, y: number) => Math.exp(-((x - sunX) ** 2 + (y + above * 0.75) ** 2) / 0.5);
    fillField(field, (x, y, to) => {
      const mass = smoothStep(-0.45, 0.5, fractalAt(x * 2 + salt, y * 2.4, 4, 0));
      const ground = blend(low, mid, mass);
      const lit = blend(ground, gap, 0.6 * near(x, y) * smoothStep(0.1, 0.8, mass));
      for (let k = 0; k < 3; k++) to[k] = lit[k]! * power;
    });
    const place = (next: (k: number) => number) => ({
      x: (next(1) * 2 - 1) * (halfWidth + 0.1),
      y: -next(2) * above * 1.02 + 0.06,
    });
    scatter(90, salt + 1, next => {
      const colour = blend(low, mid, next(3));
      addDisc(field, {
        ...place(next),
        radius: 0.05 + 0.11 * next(4),
        colour: scale(colour, power),
        strength: 0.35,
        rim: 0.1,
      });
    });
    const soft = blurField(field, 0.02);
    scatter(150, salt + 2, next => {
      const at = place(next);
      const colour = blend(mid, high, next(3) ** 1.5 + near(at.x, at.y) * 0.4);
      addDisc(soft, {
        ...at,
        radius: 0.02 + 0.055 * next(4),
        colour: scale(colour, power),
        strength: 0.12 + 0.3 * next(5),
        rim: 0.35,
      });
    });
    scatter(80, salt + 3, next => {
      const at = place(next);
      const strength = (0.1 + 0.75 * near(at.x, at.y)) * next(5);
      addDisc(soft, { ...at, radius: 0.012 + 0.045 * next(4), colour: scale(gap, power * 1.25), strength, rim: 0.45 });
    });
    return blurField(soft, 0.004);
  };
}

interface Lamps {
  readonly top: string;
  readonly bottom: string;
  readonly colours: readonly string[];
  readonly count: number;
  /** Base radius of the lamps. */
  readonly radius: number;
  readonly salt: number;
  readonly power: number;
  /** Whether there are dark houses with a skyline. */
  readonly hasHouses?: boolean;
}

/** Lamps at night as bokeh discs with a bright rim: many small ones far away, a few large ones close by. */
export function lamps({ top, bottom, colours, count, radius, salt, power, hasHouses = false }: Lamps): DrawBackdrop {
  const [sky, street] = [lightOf(top), lightOf(bottom)];
  const lights = colours.map(lightOf);
  return (halfWidth, above, side) => {
    const field = open(halfWidth, above, side, 360);
    fillField(field, (x, y, to) => {
      const share = Math.min(1, Math.max(0, 1 + y / above));
      const haze = 0.8 + 0.5 * fractalAt(x * 1.6 + salt, y * 1.6, 4, 0);
      let colour = scale(blend(sky, street, share ** 1.5), haze);
      if (hasHouses) {
        const block = Math.floor((x + 9) * 4.3);
        const roof = -above * (0.25 + 0.5 * hashAt(block, 1, salt));
        colour = scale(colour, y > roof ? 0.45 + 0.2 * hashAt(block, 2, salt) : 1);
      }
      for (let k = 0; k < 3; k++) to[k] = colour[k]!;
    });
    const soft = blurField(field, 0.022);
    const discs = (many: number, own: number, max: number, strength: number, spread: number) =>
      scatter(many, salt + own, next => {
        const colour = scale(lights[Math.floor(next(1) * lights.length)]!, power * (0.5 + next(2)));
        const y = hasHouses ? -above * next(4) ** spread : -above * (1.05 * next(4)) + 0.05;
        addDisc(soft, {
          x: (next(3) * 2 - 1) * (halfWidth + 0.1),
          y,
          radius: max * (0.35 + 0.65 * next(5)),
          colour,
          strength: strength * (0.25 + 0.75 * next(6)),
          rim: 0.4,
        });
      });
    discs(count, 1, radius * 0.4, 0.5, 1.9);
    discs(Math.round(count * 0.5), 2, radius * 0.75, 0.32, 1.6);
    discs(Math.round(count * 0.22), 3, radius * 1.25, 0.26, 1.2);
    return blurField(soft, 0.0035);
  };
}

interface Room {
  readonly wall: string;
  readonly window: string;
  readonly shelf: string;
  readonly plant?: string;
  /** Centre of the window, 0..1 across the image. */
  readonly windowAt: number;
  readonly power: number;
  readonly salt: number;
}

/** A room far out of focus: a window with bars, shelves on the wall, a plant, and lamps. */
export function room({ wall, window, shelf, plant, windowAt, power, salt }: Room): DrawBackdrop {
  const [ground, pane, board] = [lightOf(wall), scale(lightOf(window), power), lightOf(shelf)];
  const leaf = plant && lightOf(plant);
  return (halfWidth, above, side) => {
    const field = open(halfWidth, above, side);
    const centre = (windowAt - 0.5) * 2 * halfWidth;
    const within = (value: number, half: number) => smoothStep(half + 0.012, half - 0.012, Math.abs(value));
    fillField(field, (x, y, to) => {
      const fall = Math.exp(-Math.abs(x - centre) * 0.9);
      let colour = scale(ground, (0.5 + 0.75 * fall) * (0.95 + 0.12 * noiseAt(x * 2 + salt, y * 2)));
      const isOpen =
        within(x - centre, 0.3) *
        within(y + above * 0.62, above * 0.4) *
        (1 - within(x - centre, 0.014)) *
        (1 - within(y + above * 0.6, 0.012));
      colour = blend(colour, scale(pane, 0.8 + 0.35 * smoothStep(0, -above, y)), isOpen);
      const far = x - centre;
      const isBoard =
        within(far * Math.sign(-centre || 1) - 0.85, 0.36) *
        (within(y + above * 0.42, 0.018) + within(y + above * 0.72, 0.016));
      colour = blend(colour, board, Math.min(1, isBoard));
      const isSill = within(y + 0.03, 0.05);
      colour = blend(colour, scale(board, 0.8), 0.75 * isSill);
      for (let k = 0; k < 3; k++) to[k] = colour[k]!;
    });
    scatter(10, salt, next => {
      const way = centre > 0 ? -1 : 1;
      const on = next(1) < 0.5 ? 0.42 : 0.72;
      const x = centre + way * (0.55 + 0.62 * next(2));
      const colour = next(3) < 0.4 && leaf ? leaf : blend(board, pane, 0.2 + 0.4 * next(3));
      addDisc(field, { x, y: -above * on - 0.05, radius: 0.03 + 0.035 * next(4), colour, strength: 0.75, rim: 0 });
    });
    if (leaf)
      scatter(46, salt + 4, next => {
        const angle = next(1) * Math.PI;
        const far = 0.05 + 0.26 * next(2);
        const x = centre + (centre > 0 ? -1 : 1) * 0.42 + far * Math.cos(angle);
        addDisc(field, {
          x,
          y: -0.1 - far * Math.sin(angle),
          radius: 0.02 + 0.035 * next(3),
          colour: scale(leaf, 0.5 + next(4)),
          strength: 0.5,
          rim: 0,
        });
      });
    const soft = blurField(field, 0.022);
    scatter(26, salt + 9, next => {
      const x = centre + (next(1) - 0.5) * 0.9;
      addDisc(soft, {
        x,
        y: -above * (0.2 + 0.8 * next(2)),
        radius: 0.015 + 0.04 * next(3),
        colour: pane,
        strength: 0.25 * next(4),
        rim: 0.4,
      });
    });
    return blurField(soft, 0.004);
  };
}

interface Sky {
  readonly zenith: string;
  readonly horizon: string;
  readonly cloud: string;
  readonly shadow: string;
  /** 0 is clear, 1 overcast. */
  readonly cover: number;
  readonly salt: number;
  readonly sun?: { readonly x: number; readonly y: number; readonly colour: string; readonly power: number };
  /** The skyline of distant hills or the sea, and its height. */
  readonly line?: { readonly colour: string; readonly height: number; readonly rough: number };
  readonly blur?: number;
}

/** The sky with cumulus clouds, lit from above and grey below; optionally the sun, and hills on the horizon. */
export function sky({ zenith, horizon, cloud, shadow, cover, salt, sun, line, blur = 0.002 }: Sky): DrawBackdrop {
  const [up, low, white, grey] = [lightOf(zenith), lightOf(horizon), lightOf(cloud), lightOf(shadow)];
  const glow = sun && lightOf(sun.colour);
  const hills = line && lightOf(line.colour);
  return (halfWidth, above, side) => {
    const field = open(halfWidth, above, side, 440);
    const heapAt = (x: number, y: number) => {
      const bend = fractalAt(x * 1.4 + salt, y * 1.9, 3, 0);
      const puff = 1 - 2 * Math.abs(fractalAt(x * 3.2 + bend, y * 4 + salt, 5, 0, 0.55));
      return 0.62 * fractalAt(x * 1.5 - salt + 0.4 * bend, y * 2.6 + 3, 6, 0, 0.54) + 0.22 * puff;
    };
    fillField(field, (x, y, to) => {
      const height = Math.max(0, -y / above);
      let colour = blend(low, up, height ** 0.75);
      const stretch = 1.25 / (0.55 + 0.6 * height);
      const [a, b] = [x * stretch, -1.5 / (0.42 + height)];
      const heap = heapAt(a, b);
      const amount = smoothStep(0.42 - cover, 0.78 - cover * 0.8, heap) * smoothStep(0, 0.1, height);
      const lit = smoothStep(-0.16, 0.2, heap - heapAt(a - 0.1, b + 0.16));
      colour = blend(colour, blend(grey, white, 0.25 + 0.75 * lit), amount);
      if (sun && glow) {
        const far = lengthOf(x - sun.x * halfWidth, y + sun.y * above);
        const halo =
          sun.power * (0.85 * Math.exp(-far / 0.16) + 0.4 * Math.exp(-far / 0.55)) +
          (far < 0.07 ? sun.power * 1.4 * smoothStep(0.07, 0.05, far) : 0);
        colour = [colour[0] + glow[0] * halo, colour[1] + glow[1] * halo, colour[2] + glow[2] * halo];
      }
      if (line && hills) {
        for (let layer = 0; layer < 2; layer++) {
          const ridge =
            -line.height *
            (1 - 0.42 * layer) *
            (1 + line.rough * fractalAt(x * (1.2 + layer) + salt + layer * 7, layer, 5, 0));
          const haze = layer === 0 ? 0.5 : 0.12;
          const streak = 1 + 0.12 * fractalAt(x * 2.5 + salt, y * 34, 3, 0) + 0.25 * smoothStep(0, -line.height, y);
          colour = blend(colour, scale(blend(hills, low, haze), streak), smoothStep(ridge - 0.006, ridge + 0.006, y));
        }
      }
      for (let k = 0; k < 3; k++) to[k] = colour[k]!;
    });
    return blurField(field, blur);
  };
}

/** A plain tone that fades from top to bottom, with soft clouds of light. */
export function haze(top: string, bottom: string, salt: number): DrawBackdrop {
  const [up, low] = [lightOf(top), lightOf(bottom)];
  return (halfWidth, above, side) => {
    const field = open(halfWidth, above, side, 160);
    fillField(field, (x, y, to) => {
      const share = Math.min(1, Math.max(0, 1 + y / above + 0.12 * fractalAt(x * 1.2 + salt, y * 1.2, 3, 0)));
      const colour = blend(up, low, share);
      for (let k = 0; k < 3; k++) to[k] = colour[k]!;
    });
    return field;
  };
}
