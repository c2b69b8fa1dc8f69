// The points where rays meet the surfaces of a scene: place, direction, coordinates of the material, and the share of ambient light, which is
// computed analytically.
import { farFromArch } from './decor.ts';
import type { Hit } from './illuminate.ts';
import { lengthOf, smoothStep } from './noise.ts';
import { ambientPast, farFromOutline, type Meeting } from './solids.ts';
import {
  type Behind,
  type Niche,
  nothingThere,
  onFirstSolid,
  onGround,
  onWall,
  type Solid,
  type Stage,
} from './stage.ts';
import type { Material } from './surface.ts';

/** Width of the rounding of edges. */
export const rimWidth = 0.007;

type Wall = Extract<Behind, { kind: 'wall' }>;
type Cove = Extract<Behind, { kind: 'cove' }>;

/** What all hits of an image have in common. */
export interface Space {
  readonly ground: Material;
  readonly behind: Behind;
  readonly solids: readonly Solid[];
  /** Distance from the camera to the product. */
  readonly distance: number;
  /** Shorter side of the image, in pixels. */
  readonly side: number;
  /** Length of a pixel on the ground, in widths. */
  readonly stretch: number;
}

export function describeSpace({ view, ground, behind, solids = [] }: Stage, side: number): Space {
  // On ground seen at a low angle a pixel is longer than wide. Uses a size in between: textures filtered for the length look dull, for the width they
  // flicker.
  const stretch = Math.min(3, Math.sqrt(view.distance / view.height)) * 0.8;
  return { ground, behind, solids, distance: view.distance, side, stretch };
}

/** Makes a hit that the functions below overwrite. */
export const emptyHit = (material: Material): Hit => ({
  x: 0,
  y: 0,
  z: 0,
  nx: 0,
  ny: 1,
  nz: 0,
  ux: 1,
  uy: 0,
  uz: 0,
  vx: 0,
  vy: 0,
  vz: 1,
  u: 0,
  v: 0,
  pixel: 0,
  material,
  ambient: 1,
  solid: -1,
  on: 0,
});

/** Sets the position of the ray after `t`, and the size of a pixel there across the ray. */
function place(hit: Hit, { distance, side }: Space, ray: Float64Array, t: number): void {
  hit.x = ray[0]! + ray[3]! * t;
  hit.y = ray[1]! + ray[4]! * t;
  hit.z = ray[2]! + ray[5]! * t;
  hit.pixel = Math.max(0.3, (hit.z + distance) / distance) / side;
  hit.solid = -1;
  hit.ambient = 1;
}

function faceUp(hit: Hit, { stretch }: Space): void {
  hit.nx = 0;
  hit.ny = 1;
  hit.nz = 0;
  hit.ux = 1;
  hit.uy = 0;
  hit.uz = 0;
  hit.vx = 0;
  hit.vy = 0;
  hit.vz = 1;
  hit.u = hit.x;
  hit.v = hit.z;
  hit.pixel *= stretch;
}

function faceCamera(hit: Hit): void {
  hit.nx = 0;
  hit.ny = 0;
  hit.nz = -1;
  hit.ux = 1;
  hit.uy = 0;
  hit.uz = 0;
  hit.vx = 0;
  hit.vy = 1;
  hit.vz = 0;
  hit.u = hit.x + 3.7;
  hit.v = hit.y;
}

/** Sets the point of the ground that the ray reaches at `t`. */
export function hitGround(hit: Hit, space: Space, ray: Float64Array, t: number): void {
  const { ground, behind, solids } = space;
  place(hit, space, ray, t);
  faceUp(hit, space);
  hit.material = ground;
  hit.on = onGround;
  for (const solid of solids) hit.ambient *= ambientPast(solid, hit);
  if (behind.kind === 'wall') {
    const { niche, z } = behind;
    const depthThere = niche && Math.abs(hit.x - niche.x) < niche.halfWidth ? z + niche.depth : z;
    hit.ambient *= 1 - 0.45 * Math.exp(-Math.max(0, depthThere - hit.z) / 0.13);
    if (niche && hit.z > z) hit.ambient *= 0.72;
  }
}

/** Sets the point of the wall or of its niche. Returns how far it lies outside the niche's opening: below zero in the niche, 1 without one. */
export function hitWall(hit: Hit, space: Space, wall: Wall, ray: Float64Array): number {
  place(hit, space, ray, (wall.z - ray[2]!) / ray[5]!);
  const { niche } = wall;
  hit.on = onWall;
  hit.material = wall.material;
  const inArch = niche ? farFromArch(niche, hit.x, hit.y) : 1;
  if (niche && inArch < 0) {
    hitNiche(hit, space, wall, niche, ray);
    return inArch;
  }
  faceCamera(hit);
  hit.ambient = 1 - 0.4 * Math.exp(-Math.max(0, hit.y) / 0.1);
  return inArch;
}

function hitNiche(hit: Hit, space: Space, wall: Wall, niche: Niche, ray: Float64Array): void {
  const back = (wall.z + niche.depth - ray[2]!) / ray[5]!;
  place(hit, space, ray, back);
  const inside = farFromArch(niche, hit.x, hit.y);
  if (inside < 0) {
    faceCamera(hit);
    hit.u += 5;
    hit.ambient = (0.58 + 0.28 * smoothStep(0, -0.3, inside)) * (1 - 0.4 * Math.exp(-Math.max(0, hit.y) / 0.12));
    return;
  }
  // The side or the vault: bisects for the point between front and back where the ray leaves the opening.
  let [near, away] = [(wall.z - ray[2]!) / ray[5]!, back];
  for (let step = 0; step < 9; step++) {
    const middle = (near + away) / 2;
    if (farFromArch(niche, ray[0]! + ray[3]! * middle, ray[1]! + ray[4]! * middle) < 0) near = middle;
    else away = middle;
  }
  place(hit, space, ray, near);
  const up = Math.max(0, hit.y - niche.spring);
  const right = hit.x - niche.x;
  const round = up > 0 ? 1 / lengthOf(right, up) : 1 / Math.abs(right);
  hit.nx = -right * round;
  hit.ny = -up * round;
  hit.nz = 0;
  hit.ux = 0;
  hit.uy = 0;
  hit.uz = 1;
  hit.vx = -hit.ny;
  hit.vy = hit.nx;
  hit.vz = 0;
  hit.u = hit.z * 1.3 + 9;
  hit.v = hit.y + 0.5 * right;
  hit.ambient = 0.62 + 0.3 * smoothStep(niche.depth, 0, hit.z - wall.z);
}

/** Sets the point of the curve, or of the wall into which it turns. */
export function hitCove(hit: Hit, space: Space, cove: Cove, ray: Float64Array): void {
  const { ground, solids, stretch } = space;
  const start = cove.z - cove.radius;
  const [oy, oz, dy, dz] = [ray[1]! - cove.radius, ray[2]! - start, ray[4]!, ray[5]!];
  const a = dy * dy + dz * dz;
  const b = oy * dy + oz * dz;
  const c = oy * oy + oz * oz - cove.radius * cove.radius;
  const t = (-b + Math.sqrt(Math.max(0, b * b - a * c))) / a;
  const bend = Math.atan2(oz + dz * t, -(oy + dy * t));
  if (bend <= Math.PI / 2) {
    place(hit, space, ray, t);
    const [sin, cos] = [Math.sin(bend), Math.cos(bend)];
    hit.nx = 0;
    hit.ny = cos;
    hit.nz = -sin;
    hit.ux = 1;
    hit.uy = 0;
    hit.uz = 0;
    hit.vx = 0;
    hit.vy = sin;
    hit.vz = cos;
    hit.u = hit.x;
    hit.v = start + bend * cove.radius;
    hit.pixel *= 1 + (stretch - 1) * cos;
  } else {
    place(hit, space, ray, (cove.z - ray[2]!) / ray[5]!);
    faceCamera(hit);
    hit.u = hit.x;
    hit.v = start + (Math.PI / 2) * cove.radius + hit.y - cove.radius;
  }
  hit.material = ground;
  hit.on = onGround;
  for (const solid of solids) hit.ambient *= ambientPast(solid, hit);
}

/** Sets the point at which the ray meets a solid. */
export function hitSolid(hit: Hit, space: Space, meeting: Meeting, ray: Float64Array): void {
  const solid = space.solids[meeting.index]!;
  place(hit, space, ray, meeting.distance);
  if (meeting.isTop) hitTop(hit, space, solid, meeting.index);
  else hitSide(hit, space, solid, meeting);
  hit.solid = meeting.index;
}

function hitTop(hit: Hit, space: Space, solid: Solid, index: number): void {
  const { solids } = space;
  faceUp(hit, space);
  hit.material = solid.topMaterial ?? solid.material;
  hit.on = onFirstSolid + index;
  for (let i = 0; i < solids.length; i++) if (i !== index) hit.ambient *= ambientPast(solids[i]!, hit);
  const edge = -farFromOutline(solid, hit.x, hit.z);
  // The edge is slightly rounded: near it, the top turns towards the camera.
  if (edge < rimWidth) {
    const turn = 0.8 * (1 - edge / rimWidth);
    const isNear = hit.z < solid.z;
    hit.nz = isNear ? -turn : turn * 0.3;
    hit.nx = solid.kind === 'cylinder' ? (turn * (hit.x - solid.x)) / solid.radius : 0;
  }
}

function hitSide(hit: Hit, { solids }: Space, solid: Solid, { index, normalX, normalZ }: Meeting): void {
  hit.nx = normalX;
  hit.ny = Math.max(0, 1 - (solid.top - hit.y) / rimWidth) * 0.9;
  hit.nz = normalZ;
  hit.ux = -normalZ;
  hit.uy = 0;
  hit.uz = normalX;
  hit.vx = 0;
  hit.vy = 1;
  hit.vz = 0;
  hit.material = solid.material;
  hit.u = solid.kind === 'cylinder' ? Math.atan2(normalX, -normalZ) * solid.radius + solid.x + 2 : hit.x + hit.z + 2;
  hit.v = hit.y;
  hit.on = nothingThere;
  // Near its foot, a side receives little ambient light.
  hit.ambient = 1 - 0.42 * Math.exp(-(hit.y - solid.bottom) / 0.05);
  for (let i = 0; i < solids.length; i++)
    if (i !== index) hit.ambient *= 1 - 0.3 * Math.exp(-Math.max(0, farFromOutline(solids[i]!, hit.x, hit.z)) / 0.08);
}

/** Whether a ray that would reach the ground at `floorAt` hits it before the wall or the curve of the cove. */
export function isOnFloor(behind: Exclude<Behind, { kind: 'far' }>, ray: Float64Array, floorAt: number): boolean {
  const floorZ = ray[2]! + ray[5]! * floorAt;
  if (behind.kind === 'cove') return floorZ <= behind.z - behind.radius;
  const { niche, z } = behind;
  if (floorZ <= z || !niche) return floorZ <= z;
  return Math.abs(ray[0]! + ray[3]! * floorAt - niche.x) < niche.halfWidth && floorZ <= z + niche.depth;
}
