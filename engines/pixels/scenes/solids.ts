// Upright cylinders and boxes: their intersections with rays, the shadows they cast, and the ambient occlusion around them.
import { lengthOf, smoothStep } from './noise.ts';
import type { Solid } from './stage.ts';

export interface Meeting {
  distance: number;
  /** Index of the solid, or -1. */
  index: number;
  isTop: boolean;
  normalX: number;
  normalZ: number;
}

const nearest = 1e-4;

function meetCylinder(
  solid: Extract<Solid, { kind: 'cylinder' }>,
  ray: Float64Array,
  index: number,
  to: Meeting,
): void {
  const [ox, oy, oz, dx, dy, dz] = ray as unknown as [number, number, number, number, number, number];
  const { x, z, radius, bottom, top } = solid;
  const px = ox - x;
  const pz = oz - z;
  if (dy < 0 && oy > top) {
    const t = (top - oy) / dy;
    const a = px + dx * t;
    const b = pz + dz * t;
    if (t > nearest && t < to.distance && a * a + b * b <= radius * radius) {
      to.distance = t;
      to.index = index;
      to.isTop = true;
    }
  }
  const a = dx * dx + dz * dz;
  const b = px * dx + pz * dz;
  const inside = b * b - a * (px * px + pz * pz - radius * radius);
  if (inside <= 0) return;
  const t = (-b - Math.sqrt(inside)) / a;
  if (t <= nearest || t >= to.distance) return;
  const y = oy + dy * t;
  if (y < bottom || y > top) return;
  to.distance = t;
  to.index = index;
  to.isTop = false;
  to.normalX = (px + dx * t) / radius;
  to.normalZ = (pz + dz * t) / radius;
}

function meetBox(solid: Extract<Solid, { kind: 'box' }>, ray: Float64Array, index: number, to: Meeting): void {
  const [ox, oy, oz, dx, dy, dz] = ray as unknown as [number, number, number, number, number, number];
  const { x, z, halfWidth, halfDepth, bottom, top } = solid;
  if (dy < 0 && oy > top) {
    const t = (top - oy) / dy;
    if (
      t > nearest &&
      t < to.distance &&
      Math.abs(ox + dx * t - x) <= halfWidth &&
      Math.abs(oz + dz * t - z) <= halfDepth
    ) {
      to.distance = t;
      to.index = index;
      to.isTop = true;
    }
  }
  const isWithin = (t: number) => t > nearest && t < to.distance && oy + dy * t >= bottom && oy + dy * t <= top;
  const front = (z - halfDepth - oz) / dz;
  if (isWithin(front) && Math.abs(ox + dx * front - x) <= halfWidth) {
    to.distance = front;
    to.index = index;
    to.isTop = false;
    to.normalX = 0;
    to.normalZ = -1;
  }
  if (dx === 0) return;
  const side = (x - Math.sign(dx) * halfWidth - ox) / dx;
  if (isWithin(side) && Math.abs(oz + dz * side - z) <= halfDepth) {
    to.distance = side;
    to.index = index;
    to.isTop = false;
    to.normalX = -Math.sign(dx);
    to.normalZ = 0;
  }
}

/** Finds the first solid closer than `to.distance` along a ray, given as origin and direction, three numbers each. */
export function meetSolids(solids: readonly Solid[], ray: Float64Array, to: Meeting): void {
  for (let index = 0; index < solids.length; index++) {
    const solid = solids[index]!;
    if (solid.kind === 'cylinder') meetCylinder(solid, ray, index, to);
    else meetBox(solid, ray, index, to);
  }
}

/** Returns the signed distance from a point to the outline of a solid seen from above, negative inside. */
export function farFromOutline(solid: Solid, x: number, z: number): number {
  const right = x - solid.x;
  const away = z - solid.z;
  if (solid.kind === 'cylinder') return lengthOf(right, away) - solid.radius;
  const a = Math.abs(right) - solid.halfWidth;
  const b = Math.abs(away) - solid.halfDepth;
  return lengthOf(Math.max(0, a), Math.max(0, b)) + Math.min(0, Math.max(a, b));
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * Returns the share of the lamp's light that reaches a point past one solid. The shadow is the outline swept away from the lamp; its edge gets softer
 * with the height of the part that casts it.
 */
export function lightPast(
  solid: Solid,
  x: number,
  y: number,
  z: number,
  toward: readonly [number, number, number],
  softness: number,
): number {
  const rise = solid.top - y;
  if (rise <= 1e-4) return 1;
  const alongX = -toward[0] / toward[1];
  const alongZ = -toward[2] / toward[1];
  const length = lengthOf(alongX, alongZ);
  const low = Math.max(0, solid.bottom - y);
  const along = ((x - solid.x) * alongX + (z - solid.z) * alongZ) / (length * length || 1);
  // Tests three heights of the caster, because the closest point of an elongated outline need not be at the foot of the perpendicular.
  let max = 0;
  for (let step = 0; step < 3; step++) {
    const height = Math.min(rise, Math.max(low, along + (step - 1) * 0.25 * rise));
    const far = farFromOutline(solid, x - alongX * height, z - alongZ * height);
    const soft = 0.006 + softness * height * length;
    max = Math.max(max, smoothStep(soft, -soft, far));
  }
  return 1 - max;
}

/** Returns the share of ambient light that reaches the surface under `solid`, near its foot. */
export function ambientPast(solid: Solid, { x, y, z }: Place): number {
  if (y > solid.bottom + 0.02 || y < solid.bottom - 0.02) return 1;
  const far = Math.max(0, farFromOutline(solid, x, z));
  const height = solid.top - solid.bottom;
  return 1 - 0.42 * Math.exp(-far / (0.018 + 0.1 * height)) - 0.28 * Math.exp(-far / (0.02 + 0.6 * height));
}
