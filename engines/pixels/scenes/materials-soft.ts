// Materials: wood, cloth, paper, metal, moss, water and loose ground.
import { findCell, fineNoiseAt, fractalAt, hashAt, lengthOf, makeCell, mix, noiseAt, smoothStep } from './noise.ts';
import { type Material, paint, shade, slopeOf, tint } from './surface.ts';
import { lightOf } from './tone.ts';

interface WoodLook {
  readonly light: string;
  readonly dark: string;
  /** Width of a plank; 0 means one piece. */
  readonly plank: number;
  /** Direction of the planks: across the image or into its depth. */
  readonly runs: 'across' | 'deep';
  readonly gloss: number;
  /** Annual rings per unit. */
  readonly rings: number;
  /** Wear, 0..1: cracks and dark joints. */
  readonly age?: number;
}

/**
 * A plank is a cut through rings around a wandering pith; each ring darkens gradually and ends abruptly, like late wood. Fibres and pores are noise
 * stretched along the grain.
 */
export function wood({ light, dark, plank, runs, gloss, rings, age = 0 }: WoodLook): Material {
  const [pale, deep] = [lightOf(light), lightOf(dark)];
  return (u, v, pixel, to) => {
    const along = runs === 'across' ? u : v;
    const across = runs === 'across' ? v : u;
    const board = plank > 0 ? Math.floor(across / plank) : 0;
    const inside = plank > 0 ? across - (board + 0.5) * plank : across;
    const own = hashAt(board, 3, 51);
    const shift = along + 37 * own;
    const heart = (hashAt(board, 5, 52) - 0.5) * (plank || 0.7) * 1.6 + 0.07 * noiseAt(shift * 0.8, board * 3.3);
    const lift = 0.02 + 0.12 * hashAt(board, 6, 53) + 0.05 * noiseAt(shift * 0.45, board + 0.5);
    const waver = 0.012 * fractalAt(shift * 1.5, inside * 9 + board * 5, 4, pixel * 9);
    const radius = lengthOf(inside - heart, lift) + waver;
    const ring = radius * rings + 0.25 * noiseAt(radius * rings * 0.35, board);
    const year = ring - Math.floor(ring);
    const shown = Math.min(1, Math.max(0, 1.6 - 2.4 * rings * pixel));
    const late = shown * (smoothStep(0.25, 0.93, year) - smoothStep(0.93, 1, year)) + (1 - shown) * 0.35;
    const fibre = fractalAt(shift * 7, inside * 260, 3, pixel * 130, 0.6);
    const streak = fractalAt(shift * 2.2 + 9, inside * 46 + board, 4, pixel * 46, 0.6);
    const pore = smoothStep(0.42, 0.62, fineNoiseAt(shift * 26, inside * 420, pixel * 170));
    paint(to, pale);
    tint(
      to,
      deep,
      Math.min(
        1,
        Math.max(0, 0.16 + 0.55 * late * (0.55 + 0.45 * streak) + 0.22 * streak + 0.12 * fibre + 0.4 * (own - 0.5)),
      ),
    );
    shade(to, (1 - 0.28 * pore) * (1 + 0.05 * fibre));
    if (age > 0) {
      const crack =
        smoothStep(0.05, 0.0, Math.abs(noiseAt(shift * 1.1, inside * 60 + board * 7))) *
        smoothStep(0.1, 0.5, noiseAt(shift * 1.4 + 60, board + 2));
      shade(to, 1 - age * (0.6 * crack + 0.22 * smoothStep(0, 0.7, fractalAt(shift * 3, inside * 8, 5, pixel * 8))));
    }
    to.slopeU = 0;
    to.slopeV = 0;
    const groove = 0.03 * (fibre + late);
    if (runs === 'across') to.slopeV += groove;
    else to.slopeU += groove;
    if (plank > 0) {
      const joint = Math.abs(Math.abs(inside) - plank / 2);
      const width = 0.0022 * (1 + 1.5 * age);
      shade(
        to,
        1 -
          0.72 * smoothStep(Math.max(width, pixel * 0.6) * 1.8, width * 0.4, joint) * Math.min(1, (2 * width) / pixel),
      );
    }
    to.gloss = gloss * (1 - 0.4 * pore);
    to.roughness = 0.28;
  };
}

/** Heavy paper: an even tone with barely visible fibres. */
export function paper(colour: string): Material {
  const base = lightOf(colour);
  return (u, v, pixel, to) => {
    const clouds = fractalAt(u * 2.3, v * 2.3, 4, pixel * 2.3);
    const tooth = fractalAt(u * 130, v * 130, 3, pixel * 130, 0.7);
    const fibre = fineNoiseAt(u * 260 + 3 * noiseAt(u * 30, v * 30), v * 70, pixel * 130);
    paint(to, base, 1 + 0.014 * clouds + 0.028 * tooth + 0.018 * fibre);
    to.slopeU = 0.03 * tooth;
    to.slopeV = 0.03 * fibre;
    to.gloss = 0;
    to.roughness = 1;
  };
}

/** Glossy plastic or lacquer: an even tone that reflects. */
export function lacquer(colour: string, gloss: number, roughness = 0.05): Material {
  const base = lightOf(colour);
  return (u, v, pixel, to) => {
    paint(to, base, 1 + 0.02 * fractalAt(u * 3, v * 3, 3, pixel * 3));
    to.slopeU = 0.0016 * noiseAt(u * 5, v * 5);
    to.slopeV = 0.0016 * noiseAt(u * 5 + 7, v * 5);
    to.gloss = gloss;
    to.roughness = roughness;
  };
}

/** Brushed metal. */
export function metal(colour: string): Material {
  const base = lightOf(colour);
  return (u, v, pixel, to) => {
    const brush = fractalAt(u * 3, v * 420, 3, pixel * 200, 0.7);
    paint(to, base, 0.75 + 0.16 * brush);
    to.slopeU = 0.02 * brush;
    to.slopeV = 0.05 * brush;
    to.gloss = 0.5;
    to.roughness = 0.3;
  };
}

/** Plain weave: threads of uneven thickness pass over and under each other, over soft folds. */
export function linen(colour: string, thread: number, folds = 1): Material {
  const base = lightOf(colour);
  return (u, v, pixel, to) => {
    const bendU = u + 0.006 * noiseAt(u * 7, v * 7);
    const bendV = v + 0.006 * noiseAt(u * 7 + 4, v * 7 + 9);
    const [x, y] = [bendU / thread, bendV / thread];
    // Threads fade out as pixels reach half their width, where they would cause moiré.
    const shown = Math.min(1, Math.max(0, (0.52 - pixel / thread) / 0.22));
    const warp = Math.abs(Math.sin(Math.PI * x));
    const weft = Math.abs(Math.sin(Math.PI * y));
    const isOver = (Math.floor(x) + Math.floor(y)) % 2 === 0;
    const weave = isOver ? warp * (0.65 + 0.35 * weft) : weft * (0.65 + 0.35 * warp);
    const column = fractalAt(Math.floor(x) * 0.71, y * 0.05, 2, 0) * 0.6 + 0.4 * noiseAt(x * 0.31, y * 0.02);
    const row = fractalAt(y * 0.05 + 30, Math.floor(y) * 0.71, 2, 0) * 0.6 + 0.4 * noiseAt(x * 0.02, y * 0.31);
    const slub = isOver ? column : row;
    paint(to, base, (1 - 0.42 * shown * (1 - weave)) * (1 + 0.13 * slub * (0.35 + 0.65 * shown)));
    shade(to, 1 + 0.05 * fineNoiseAt(u * 300, v * 300, pixel * 300));
    to.slopeU = 0;
    to.slopeV = 0;
    const height = (a: number, b: number) =>
      folds * (0.05 * fractalAt(a * 1.15 + 2, b * 0.9, 3, 0, 0.45) + 0.012 * Math.abs(noiseAt(a * 2.3 + b, b * 2.1)));
    slopeOf(height, u, v, 0.004, to);
    to.gloss = 0;
    to.roughness = 1;
  };
}

interface SilkLook {
  readonly colour: string;
  /** Folds per unit. */
  readonly scale: number;
  readonly depth: number;
  readonly sheen: number;
  readonly turn: number;
}

/** Satin draped over the ground: waves that bend and pinch each other, and a sheen across the threads. */
export function silk({ colour, scale, depth, sheen, turn }: SilkLook): Material {
  const base = lightOf(colour);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const height = (u: number, v: number) => {
    const x = (u * cos - v * sin) * scale;
    const y = (u * sin + v * cos) * scale;
    const bendX = x + 0.85 * noiseAt(x * 0.45 + 2, y * 0.33) + 0.3 * noiseAt(x * 1.1, y * 0.8 + 6);
    const fan = y * 0.32 + 0.55 * noiseAt(x * 0.3 - 3, y * 0.4);
    const wave = Math.sin(2.6 * bendX + 1.5 * fan);
    const second = Math.sin(5.1 * bendX - 2.1 * fan + 2.2 * noiseAt(x * 0.5, y * 0.5));
    const pinch = 0.5 + 0.5 * noiseAt(x * 0.4 + 11, y * 0.45);
    return (
      (depth / scale) * (0.62 * (1 - Math.abs(wave)) ** 1.35 + 0.2 * pinch * second + 0.3 * noiseAt(x * 0.6, y * 0.5))
    );
  };
  return (u, v, pixel, to) => {
    to.slopeU = 0;
    to.slopeV = 0;
    slopeOf(height, u, v, 0.004, to);
    const thread = fineNoiseAt(u * 40, v * 700, pixel * 200);
    paint(to, base, 1 + 0.03 * thread);
    to.gloss = 0.02;
    to.roughness = 0.5;
    to.sheen = sheen;
  };
}

interface LooseLook {
  readonly colour: string;
  readonly other: string;
  readonly ripples: number;
  readonly relief: number;
  /** Share of grains that glitter, 0..1. */
  readonly glitter: number;
}

/** Sand and snow: wind ripples, soft heaps and single grains. */
export function loose({ colour, other, ripples, relief, glitter }: LooseLook): Material {
  const [base, second] = [lightOf(colour), lightOf(other)];
  return (u, v, pixel, to) => {
    const heightOf = (a: number, b: number) => {
      const bend = noiseAt(a * 1.1 + 4, b * 1.3) + 0.4 * noiseAt(a * 3.1, b * 3.7);
      const wave = b * 15 + a * 2.2 + 2.1 * bend;
      const ripple = Math.sin(wave) + 0.22 * Math.sin(2 * wave + 0.8);
      const strength = 0.55 + 0.45 * noiseAt(a * 0.9 + 20, b * 0.9);
      return (
        relief *
        (ripples * 0.011 * strength * ripple +
          0.06 * fractalAt(a * 1.6, b * 1.6, 3, 0, 0.45) +
          0.0035 * fractalAt(a * 17, b * 17, 3, pixel * 17))
      );
    };
    to.slopeU = 0;
    to.slopeV = 0;
    slopeOf(heightOf, u, v, 0.004, to);
    const grains = fineNoiseAt(u * 330, v * 330, pixel * 200) + 0.8 * fineNoiseAt(u * 150 + 3, v * 150, pixel * 100);
    to.slopeU += 0.16 * relief * grains;
    paint(to, base);
    tint(to, second, smoothStep(-0.5, 0.8, fractalAt(u * 2.1, v * 2.1, 4, pixel * 2.1) + 0.35 * grains));
    shade(to, 1 + 0.07 * grains);
    if (glitter > 0) {
      const [x, y] = [Math.floor(u * 420), Math.floor(v * 420)];
      if (hashAt(x, y, 61) < glitter * 0.012) shade(to, mix(1.5, 3, hashAt(x, y, 62)));
    }
    to.gloss = 0;
    to.roughness = 1;
  };
}

/** Moss: small cushions in many shades of green. */
export function moss(dark: string, light: string): Material {
  const [low, high] = [lightOf(dark), lightOf(light)];
  const cell = makeCell();
  return (u, v, pixel, to) => {
    const bend = 0.5 * noiseAt(u * 24, v * 24);
    findCell(u * 26 + bend, v * 26 - bend, cell);
    const cushion = Math.max(0, 1 - cell.nearest * cell.nearest * 1.6);
    const tips = fractalAt(u * 90, v * 90, 3, pixel * 90, 0.7);
    paint(to, low);
    tint(
      to,
      high,
      Math.min(
        1,
        Math.max(
          0,
          0.1 + 0.6 * cushion * (0.5 + 0.5 * cell.id) + 0.45 * tips + 0.3 * fractalAt(u * 3, v * 3, 3, pixel * 3),
        ),
      ),
    );
    shade(to, 0.55 + 0.45 * cushion);
    to.slopeU = -cell.right * 0.7 + 0.4 * tips;
    to.slopeV = -cell.down * 0.7 + 0.4 * tips;
    to.gloss = 0;
    to.roughness = 1;
  };
}

/** The surface of calm water: a mirror with waves, and rings that spread from the origin. */
export function water(colour: string, waves: number, rings: number): Material {
  const base = lightOf(colour);
  return (u, v, pixel, to) => {
    const height = (a: number, b: number) => {
      const far = lengthOf(a, b);
      const ring = rings * 0.0016 * Math.sin(far * 52) * Math.exp(-far * 2.6) * smoothStep(0.05, 0.2, far);
      return (
        waves *
          (0.012 * fractalAt(a * 3.4, b * 4.6, 4, pixel * 5, 0.45) +
            0.004 * Math.sin(b * 21 + 3 * noiseAt(a * 2, b * 2))) +
        ring
      );
    };
    to.slopeU = 0;
    to.slopeV = 0;
    slopeOf(height, u, v, 0.003, to);
    const net = Math.abs(fractalAt(u * 6 + 2 * noiseAt(u * 3, v * 3), v * 6, 2, pixel * 6));
    paint(to, base, 0.85 + 0.5 * Math.exp(-net * 9));
    to.gloss = 0.16;
    to.roughness = 0.04;
  };
}
