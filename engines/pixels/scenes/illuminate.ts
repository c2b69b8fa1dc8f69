// The light at one point of a scene: the shadowed lamp, ambient light, tubes on the wall, highlights and reflections.

import { farFromArch, farFromDecor } from './decor.ts';
import { type Field, readField } from './field.ts';
import { lengthOf, smoothStep } from './noise.ts';
import { lightPast } from './solids.ts';
import type { Stage } from './stage.ts';
import { type Material, makeSurface } from './surface.ts';

/** The colour that a ray sees. */
export interface Seen {
  red: number;
  green: number;
  blue: number;
  /** The surface, as in stage.ts, for shadows of the product. */
  on: number;
}

/** A point on a surface. */
export interface Hit {
  x: number;
  y: number;
  z: number;
  nx: number;
  ny: number;
  nz: number;
  /** Tangent vectors: direction of the material's first axis, then of the second. */
  ux: number;
  uy: number;
  uz: number;
  vx: number;
  vy: number;
  vz: number;
  /** Coordinates of the material, and the size of a pixel there. */
  u: number;
  v: number;
  pixel: number;
  material: Material;
  /** Share of the ambient light that reaches the point, 0..1. */
  ambient: number;
  /** Index of the solid that the point belongs to, or -1. */
  solid: number;
  on: number;
}

type Direction = readonly [x: number, y: number, z: number];

/** Returns what is reflected in a mirror at the point, for the direction of the ray. */
type LookBack = (hit: Hit, ray: Direction, normal: Direction, roughness: number) => Readonly<Seen>;

/** Falloff distance of a tube's glow. */
const glowReach = 0.085;
/** Wrap lighting: light beyond the terminator of rounded edges, because lamps are not points. */
const wrap = 0.12;

interface Illumination {
  readonly toward: Direction;
  /** Writes the light that leaves a point towards the eye. `lookBack` is absent inside a mirror, which shows no second one. */
  readonly light: (hit: Hit, ray: Float64Array, lookBack: LookBack | undefined, to: Seen) => void;
}

export function openIllumination({ light, behind, solids = [] }: Stage, side: number): Illumination {
  const { goboShare = 1, key, ambient } = light;
  const gobo: Field | undefined = light.gobo?.(side);
  const length = Math.hypot(...light.toward);
  const [lx, ly, lz] = light.toward.map(value => value / length) as [number, number, number];
  const toward = [lx, ly, lz] as const;
  const wall = behind.kind === 'wall' ? behind : undefined;
  const tubes = (wall?.decor ?? []).filter(one => one.glows);
  const [outer, inner] = [makeSurface(), makeSurface()];

  /** Returns the share of the lamp's light that reaches a point. */
  function lampAt(x: number, y: number, z: number, own: number): number {
    let share = 1;
    for (let i = 0; i < solids.length; i++)
      if (i !== own) share *= lightPast(solids[i]!, x, y, z, toward, light.softness);
    if (gobo && share > 0)
      share *= 1 - goboShare + goboShare * readField(gobo, 0, x - (y * lx) / ly, z - (y * lz) / ly);
    const { pool } = light;
    if (pool) {
      const away = ((x - pool.x) ** 2 + (y - pool.y) ** 2 + (z - pool.z) ** 2) / pool.radius ** 2;
      share *= pool.outside + (1 - pool.outside) * Math.exp(-away);
    }
    if (wall?.niche && z > wall.z) {
      // Where the ray to the lamp crosses the plane of the wall, it has to pass through the opening.
      const t = (wall.z - z) / (lz || -1e-6);
      const inside = t > 0 ? farFromArch(wall.niche, x + lx * t, y + ly * t) : -1;
      const soft = 0.012 + light.softness * Math.abs(z - wall.z);
      share *= smoothStep(soft, -soft, inside);
    }
    return share;
  }

  /** The light of all tubes at a point, as red, green and blue. */
  const glow: [number, number, number] = [0, 0, 0];
  function glowAt(x: number, y: number, z: number): void {
    glow.fill(0);
    for (const tube of tubes) {
      const near = farFromDecor(tube, x, y);
      const away = lengthOf(near, wall!.z - z);
      const share = 0.95 * Math.exp(-away / glowReach / 1.6) + 0.42 / (1 + (away / 0.28) ** 2);
      for (let k = 0; k < 3; k++) glow[k]! += tube.colour[k]! * share;
    }
  }

  function lightAt(hit: Hit, ray: Float64Array, lookBack: LookBack | undefined, to: Seen): void {
    const surface = lookBack ? outer : inner;
    surface.slopeU = 0;
    surface.slopeV = 0;
    surface.sheen = 0;
    surface.gloss = 0;
    hit.material(hit.u, hit.v, hit.pixel, surface);
    const { slopeU, slopeV, gloss, roughness, sheen } = surface;
    let nx = hit.nx - slopeU * hit.ux - slopeV * hit.vx;
    let ny = hit.ny - slopeU * hit.uy - slopeV * hit.vy;
    let nz = hit.nz - slopeU * hit.uz - slopeV * hit.vz;
    const size = 1 / lengthOf(nx, ny, nz);
    nx *= size;
    ny *= size;
    nz *= size;
    const reached = lampAt(hit.x, hit.y, hit.z, hit.solid);
    const facing = nx * lx + ny * ly + nz * lz;
    const direct = reached * Math.max(0, (facing + wrap) / (1 + wrap));
    const around = hit.ambient * (0.68 + 0.32 * ny);
    glowAt(hit.x, hit.y, hit.z);
    const flat = 0.35 + 0.65 * Math.max(0, hit.ny);
    let red = surface.red * (direct * key[0] + around * ambient[0] + glow[0] * flat);
    let green = surface.green * (direct * key[1] + around * ambient[1] + glow[1] * flat);
    let blue = surface.blue * (direct * key[2] + around * ambient[2] + glow[2] * flat);
    const away = 1 / lengthOf(ray[3]!, ray[4]!, ray[5]!);
    const [dx, dy, dz] = [ray[3]! * away, ray[4]! * away, ray[5]! * away];
    let [hx, hy, hz] = [lx - dx, ly - dy, lz - dz];
    const half = 1 / lengthOf(hx, hy, hz);
    hx *= half;
    hy *= half;
    hz *= half;
    if (sheen > 0) {
      const tx = hit.ux + slopeU * hit.nx;
      const ty = hit.uy + slopeU * hit.ny;
      const tz = hit.uz + slopeU * hit.nz;
      const along = (tx * hx + ty * hy + tz * hz) / lengthOf(tx, ty, tz);
      const band = (1 - along * along) ** 26 * (0.35 + 0.65 * reached) * Math.max(0.15, facing);
      red += sheen * band * key[0] * (0.35 + 0.65 * surface.red);
      green += sheen * band * key[1] * (0.35 + 0.65 * surface.green);
      blue += sheen * band * key[2] * (0.35 + 0.65 * surface.blue);
    }
    if (gloss > 0) {
      const power = 2 / (roughness * roughness + 0.003);
      const spot =
        Math.max(0, nx * hx + ny * hy + nz * hz) ** Math.min(400, power) *
        gloss *
        reached *
        (0.5 + 0.03 * Math.min(60, power));
      red += spot * key[0];
      green += spot * key[1];
      blue += spot * key[2];
      if (lookBack && hit.ny > 0.5) {
        const steep = Math.abs(dx * nx + dy * ny + dz * nz);
        const share = Math.min(0.9, gloss * (0.3 + 1.1 * (1 - steep) ** 2));
        const mirrored = lookBack(hit, [dx, dy, dz], [nx, ny, nz], roughness);
        red = red * (1 - share) + share * mirrored.red;
        green = green * (1 - share) + share * mirrored.green;
        blue = blue * (1 - share) + share * mirrored.blue;
      }
    }
    to.red = red;
    to.green = green;
    to.blue = blue;
    to.on = hit.on;
  }

  return { toward, light: lightAt };
}
