// Stone-like materials: marble, terrazzo, concrete, slate, travertine, plaster, tiles.
import { findCell, fineNoiseAt, fractalAt, hashAt, makeCell, mix, noiseAt, smoothStep } from './noise.ts';
import { type Material, paint, shade, slopeOf, tint } from './surface.ts';
import { lightOf } from './tone.ts';

interface MarbleLook {
  readonly ground: string;
  readonly cloud: string;
  readonly vein: string;
  /** Veins per unit. */
  readonly scale: number;
  /** Share of the stone covered by veins, 0..1. */
  readonly density: number;
  readonly gloss: number;
  readonly turn?: number;
}

/**
 * Veins run along the zero crossings of warped noise, in three sizes; the large ones vary in width and vanish in places, with cloudy stone beside
 * them. Warping: Quilez, "Domain Warping" (2002).
 */
export function marble({ ground, cloud, vein, scale, density, gloss, turn = 0.6 }: MarbleLook): Material {
  const [base, mist, line] = [lightOf(ground), lightOf(cloud), lightOf(vein)];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (u, v, pixel, to) => {
    const x = (u * cos - v * sin) * scale;
    const y = (u * sin + v * cos) * scale * 0.55;
    const fine = pixel * scale;
    const warpX = fractalAt(x * 0.7 + 3.1, y * 0.7, 4, fine, 0.55);
    const warpY = fractalAt(x * 0.7 - 8.4, y * 0.7 + 5.2, 4, fine, 0.55);
    const px = x + 1.15 * warpX;
    const py = y + 1.15 * warpY;
    const presence = smoothStep(0.5 - density, 0.95 - density * 0.5, 0.5 + 0.6 * noiseAt(px * 0.45 + 9, py * 0.45 - 4));
    const large = Math.abs(noiseAt(px * 0.9, py * 0.9));
    const middle = Math.abs(noiseAt(px * 2.3 + 31 + warpY, py * 2.3));
    const small = Math.abs(noiseAt(px * 5.9 - 12 + 2 * warpX, py * 5.9 + 40));
    const width = 0.012 + 0.05 * (0.5 + 0.5 * noiseAt(px * 1.7, py * 1.7 + 21)) ** 2;
    const edge = Math.max(width, fine * 1.4);
    const veins =
      Math.exp(-large / edge) * (width / edge) * presence +
      0.5 *
        Math.exp(-middle / Math.max(0.022, fine * 2.5)) *
        presence *
        smoothStep(0.4, 0, large) *
        smoothStep(-0.25, 0.4, warpX) +
      0.2 *
        Math.exp(-small / Math.max(0.03, fine * 5)) *
        smoothStep(0.35, 0.9, presence) *
        smoothStep(0.05, 0.5, noiseAt(px * 1.3 - 7, py * 1.3 + 15));
    const clouds = smoothStep(-0.35, 0.75, fractalAt(px * 1.1 - 4, py * 1.1 + 2, 4, fine)) * (0.35 + 0.65 * presence);
    paint(to, base);
    tint(to, mist, Math.min(1, 0.75 * clouds + 0.35 * Math.exp(-large * 5) * presence));
    tint(to, line, Math.min(0.92, veins));
    shade(to, 1 + 0.035 * fractalAt(u * 60, v * 60, 3, pixel * 60));
    to.gloss = gloss;
    to.roughness = 0.06;
  };
}

interface TerrazzoLook {
  readonly ground: string;
  readonly chips: readonly string[];
  /** Chips per unit. */
  readonly scale: number;
  readonly gloss: number;
}

/** Broken stone in cement: cells of three sizes, each cut by a few straight edges. */
export function terrazzo({ ground, chips, scale, gloss }: TerrazzoLook): Material {
  const base = lightOf(ground);
  const colours = chips.map(lightOf);
  const cell = makeCell();
  const sizes = [scale, scale * 2.1, scale * 4.6];
  return (u, v, pixel, to) => {
    paint(
      to,
      base,
      1 + 0.05 * fractalAt(u * 9, v * 9, 5, pixel * 9) + 0.05 * fineNoiseAt(u * 240, v * 240, pixel * 240),
    );
    for (let size = sizes.length - 1; size >= 0; size--) {
      const many = sizes[size]!;
      findCell(u * many + size * 13.7, v * many - size * 7.1, cell);
      if (cell.id > [0.55, 0.5, 0.6][size]!) continue;
      const { x, y, right, down } = cell;
      let reach = -1;
      const sides = 5 + Math.floor(hashAt(x, y, 20) * 3);
      for (let side = 0; side < sides; side++) {
        const angle = ((side + 0.75 * hashAt(x, y, 21 + side)) / sides) * 2 * Math.PI;
        const far = (0.16 + 0.2 * hashAt(x, y, 31 + side)) * (size === 0 ? 1.15 : 1);
        reach = Math.max(reach, right * Math.cos(angle) + down * Math.sin(angle) - far);
      }
      const soft = Math.max(pixel * many, 0.012);
      const cover = smoothStep(soft, -soft, reach);
      if (cover === 0) continue;
      const colour = colours[Math.floor(hashAt(x, y, 41) * colours.length)]!;
      const grain = 1 + 0.14 * fractalAt(u * 34 + x, v * 34 + y, 4, pixel * 34);
      tint(to, [colour[0] * grain, colour[1] * grain, colour[2] * grain], cover * 0.96);
      if (cover === 1) break;
    }
    to.gloss = gloss;
    to.roughness = 0.16;
  };
}

interface PlasterLook {
  readonly colour: string;
  /** A second tone, blended in by clouds of noise. */
  readonly other: string;
  /** Roughness, as visible in light from the side. */
  readonly relief: number;
  /** Share of pores and pinholes, 0..1. */
  readonly pores: number;
  readonly gloss?: number;
}

/** Plaster, limewash and concrete: clouds, trowel strokes and pores. */
export function plaster({ colour, other, relief, pores, gloss = 0 }: PlasterLook): Material {
  const [base, second] = [lightOf(colour), lightOf(other)];
  const cell = makeCell();
  return (u, v, pixel, to) => {
    const clouds = fractalAt(u * 1.7 + 5, v * 1.7, 6, pixel * 1.7, 0.6);
    const strokes = fractalAt(u * 5 + 2 * clouds, v * 13 - clouds, 4, pixel * 13, 0.55);
    const sand = fineNoiseAt(u * 190, v * 190, pixel * 190) + fineNoiseAt(u * 83, v * 83, pixel * 83);
    paint(to, base);
    tint(to, second, smoothStep(-0.5, 0.6, clouds + 0.35 * strokes));
    shade(to, 1 + 0.03 * strokes + 0.025 * sand);
    to.slopeU = 0;
    to.slopeV = 0;
    const height = (a: number, b: number) =>
      relief *
      (0.0042 * fractalAt(a * 5 + 1, b * 8, 3, pixel * 8, 0.58) + 0.0008 * fractalAt(a * 80, b * 80, 2, pixel * 80));
    slopeOf(height, u, v, Math.max(0.0015, pixel), to);
    if (pores > 0) {
      findCell(u * 46, v * 46, cell);
      const size = 0.03 + 0.14 * hashAt(cell.x, cell.y, 5) ** 3;
      const soft = Math.max(0.03, pixel * 46);
      if (cell.id < pores)
        shade(to, 1 - 0.5 * smoothStep(size + soft, size - soft, cell.nearest) * Math.min(1, 0.06 / soft));
    }
    to.gloss = gloss;
    to.roughness = 0.5;
  };
}

interface SlateLook {
  readonly dark: string;
  readonly light: string;
  readonly relief: number;
}

/** Split stone: layers that break off in steps, with fine grain. */
export function slate({ dark, light, relief }: SlateLook): Material {
  const [low, high] = [lightOf(dark), lightOf(light)];
  return (u, v, pixel, to) => {
    const layersAt = (a: number, b: number) => {
      const rough = fractalAt(a * 1.6 + 4, b * 2.6, 6, pixel * 2.6, 0.56);
      const stairs = rough * 5;
      const step = Math.floor(stairs);
      return (step + smoothStep(0.35, 0.65, stairs - step)) / 5 + 0.25 * rough;
    };
    to.slopeU = 0;
    to.slopeV = 0;
    const height = (a: number, b: number) =>
      relief * (0.06 * layersAt(a, b) + 0.006 * fractalAt(a * 26, b * 34, 4, pixel * 34));
    const here = slopeOf(height, u, v, Math.max(0.002, pixel), to) / (relief * 0.06);
    paint(to, low);
    tint(to, high, smoothStep(-0.5, 0.7, here + 0.25 * fractalAt(u * 9, v * 12, 5, pixel * 12)));
    shade(to, 1 + 0.16 * fineNoiseAt(u * 150, v * 150, pixel * 150));
    to.gloss = 0.03;
    to.roughness = 0.45;
  };
}

/** Travertine: bands of sediment with rows of holes. */
export function travertine(colour: string, band: string, gloss = 0.03): Material {
  const [base, stripe] = [lightOf(colour), lightOf(band)];
  return (u, v, pixel, to) => {
    const warp = fractalAt(u * 1.3, v * 2.2 + 7, 4, pixel * 2.2);
    const across = v * 9 + 1.1 * warp;
    const bands = fractalAt(u * 0.9 + 3, across * 1.6, 5, pixel * 14, 0.6);
    paint(to, base);
    tint(to, stripe, smoothStep(-0.45, 0.65, bands));
    const rows = smoothStep(0.15, 0.5, noiseAt(u * 0.7 + 40, across * 1.1));
    const holes = fractalAt(u * 30, across * 12, 3, pixel * 60, 0.6);
    shade(to, 1 - 0.4 * rows * smoothStep(0.32, 0.5, holes));
    shade(to, 1 + 0.05 * fineNoiseAt(u * 160, v * 160, pixel * 160));
    to.gloss = gloss;
    to.roughness = 0.3;
  };
}

/** Square glazed tiles: `across` per unit, with slight variations in tone and tilt. */
export function tiles(colour: string, grout: string, across: number): Material {
  const [glaze, joint] = [lightOf(colour), lightOf(grout)];
  return (u, v, pixel, to) => {
    const [x, y] = [Math.floor(u * across), Math.floor(v * across)];
    const [a, b] = [u * across - x - 0.5, v * across - y - 0.5];
    const reach = Math.max(Math.abs(a), Math.abs(b));
    const soft = Math.max(0.012, pixel * across);
    const isJoint = smoothStep(0.475 - soft, 0.475 + soft, reach);
    paint(to, glaze, 0.92 + 0.13 * hashAt(x, y, 6) + 0.03 * fractalAt(u * 14, v * 14, 3, pixel * 14));
    tint(to, joint, isJoint);
    const rise = smoothStep(0.4, 0.47, reach) * (1 - isJoint) * 0.5;
    const isSide = Math.abs(a) > Math.abs(b);
    to.slopeU =
      mix(0.02 * (hashAt(x, y, 7) - 0.5), isSide ? -Math.sign(a) * 0.5 : 0, rise) + 0.012 * noiseAt(u * 22, v * 22);
    to.slopeV =
      mix(0.02 * (hashAt(x, y, 8) - 0.5), isSide ? 0 : -Math.sign(b) * 0.5, rise) + 0.012 * noiseAt(u * 22 + 9, v * 22);
    to.gloss = 0.07 * (1 - isJoint);
    to.roughness = 0.08;
  };
}
