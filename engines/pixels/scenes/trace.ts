// Traces one ray into a scene and computes the brightness of what it hits: ground, wall, niche, solids or backdrop. Soft shadows and ambient
// occlusion are computed analytically, so that one ray per pixel is free of noise.
import { drawDecor } from './decor.ts';
import { blurField, readField } from './field.ts';
import { type Hit, openIllumination, type Seen } from './illuminate.ts';
import { mix, smoothStep } from './noise.ts';
import { type Meeting, meetSolids } from './solids.ts';
import { type Behind, nothingThere, type Stage } from './stage.ts';
import {
  describeSpace,
  emptyHit,
  hitCove,
  hitGround,
  hitSolid,
  hitWall,
  isOnFloor,
  rimWidth,
  type Space,
} from './surface-hits.ts';

interface Frame {
  readonly halfWidth: number;
  /** Extent of the image above and below the horizon. */
  readonly above: number;
  readonly below: number;
  /** Shorter side of the image, in pixels. */
  readonly side: number;
}

type Wall = Extract<Behind, { kind: 'wall' }>;
type Far = Extract<Behind, { kind: 'far' }>;

/** Writes what a ray sees of the backdrop. Inside a mirror (`depth` 1) it is upside down, and blurred by the mirror's roughness. */
type SeeFar = (ray: Float64Array, depth: number, roughness: number, to: Seen) => void;

interface Tracer {
  /** Traces the ray through a point of the image, in units to the right of its centre and down from the horizon. */
  readonly look: (x: number, y: number, to: Seen) => void;
}

/** Draws the backdrop of a scene. */
function openBackdrop({ view }: Stage, behind: Far, frame: Frame): SeeFar {
  // A backdrop begins where the table ends, or at the horizon if it is the sky.
  const sink = behind.isSky ? 0 : (view.height * view.distance) / (view.distance + behind.edge);
  const far = behind.draw(frame.halfWidth, Math.max(frame.above + sink, frame.below), frame.side);
  const soft = blurField(far, 0.06);
  return (ray, depth, roughness, to) => {
    const x = (ray[3]! / ray[5]!) * view.distance;
    const y = (-ray[4]! / ray[5]!) * view.distance + (depth === 0 ? -sink : sink);
    const blurred = depth === 0 ? 0 : Math.min(1, roughness * 5);
    const read = (plane: number) => mix(readField(far, plane, x, y), readField(soft, plane, x, y), blurred);
    to.red = read(0);
    to.green = read(1);
    to.blue = read(2);
    to.on = nothingThere;
  };
}

/** How far the ray goes to the ground: infinitely if it does not point down. */
const reachFloor = (ray: Float64Array): number => (ray[4]! < -1e-9 ? -ray[1]! / ray[4]! : Number.POSITIVE_INFINITY);

/** How far solids may lie along a ray: not behind the ground, nor behind a wall without an opening. */
function reachOf({ behind }: Space, ray: Float64Array, floorAt: number): number {
  if (behind.kind === 'far' || (behind.kind === 'wall' && behind.niche !== undefined)) return floorAt;
  return Math.min(floorAt, (behind.z - ray[2]!) / ray[5]!);
}

function addHaze({ density, colour }: NonNullable<Stage['haze']>, z: number, to: Seen): void {
  const share = 1 - Math.exp(-density * Math.max(0, z + 0.4));
  to.red = mix(to.red, colour[0], share);
  to.green = mix(to.green, colour[1], share);
  to.blue = mix(to.blue, colour[2], share);
}

export function openTracer(stage: Stage, frame: Frame): Tracer {
  const { view, ground, behind, haze } = stage;
  const space = describeSpace(stage, frame.side);
  const { solids } = space;
  const seeFar = behind.kind === 'far' ? openBackdrop(stage, behind, frame) : undefined;
  const { toward, light: lightAt } = openIllumination(stage, frame.side);
  /** For a ray from the camera, and for one that it becomes in a mirror. */
  const rays = [new Float64Array(6), new Float64Array(6)];
  const meetings: Meeting[] = [0, 1].map(() => ({ distance: 0, index: -1, isTop: false, normalX: 0, normalZ: 0 }));
  const hits = [emptyHit(ground), emptyHit(ground)];
  const mirrored: Seen = { red: 0, green: 0, blue: 0, on: 0 };

  function mirror(
    hit: Hit,
    [dx, dy, dz]: readonly [number, number, number],
    [nx, ny, nz]: readonly [number, number, number],
    roughness: number,
  ): Seen {
    const twice = 2 * (dx * nx + dy * ny + dz * nz);
    const ray = rays[1]!;
    ray[0] = hit.x;
    ray[1] = hit.y + 1e-3;
    ray[2] = hit.z;
    ray[3] = dx - twice * nx;
    ray[4] = Math.max(0.02, dy - twice * ny);
    ray[5] = Math.max(0.05, dz - twice * nz);
    trace(ray, 1, roughness, mirrored);
    return mirrored;
  }

  const light = (hit: Hit, ray: Float64Array, depth: number, to: Seen) =>
    lightAt(hit, ray, depth === 0 ? mirror : undefined, to);

  function traceGround(hit: Hit, ray: Float64Array, depth: number, t: number, to: Seen): void {
    hitGround(hit, space, ray, t);
    light(hit, ray, depth, to);
    if (haze) addHaze(haze, hit.z, to);
  }

  function traceWall(hit: Hit, wall: Wall, ray: Float64Array, depth: number, to: Seen): void {
    const inArch = hitWall(hit, space, wall, ray);
    light(hit, ray, depth, to);
    if (inArch < 0) return;
    if (wall.niche && inArch < rimWidth) {
      const edge = 1 + 0.22 * smoothStep(rimWidth, 0, inArch);
      to.red *= edge;
      to.green *= edge;
      to.blue *= edge;
    }
    for (const decor of wall.decor ?? []) drawDecor(decor, hit.x, hit.y, toward, 1.2 / frame.side, to);
  }

  /** Traces the table, which ends out of focus, and the backdrop behind it. */
  function traceFar(
    hit: Hit,
    { edge, blur }: Far,
    ray: Float64Array,
    depth: number,
    floorAt: number,
    roughness: number,
    to: Seen,
  ): void {
    const floorZ = ray[2]! + ray[5]! * floorAt;
    if (floorZ >= edge + blur) {
      seeFar!(ray, depth, roughness, to);
      return;
    }
    traceGround(hit, ray, depth, floorAt, to);
    const gone = smoothStep(edge - blur, edge + blur, floorZ);
    if (gone === 0 || depth > 0) return;
    const { red, green, blue, on } = to;
    seeFar!(ray, depth, roughness, to);
    to.red = mix(red, to.red, gone);
    to.green = mix(green, to.green, gone);
    to.blue = mix(blue, to.blue, gone);
    to.on = gone < 0.5 ? on : nothingThere;
  }

  function trace(ray: Float64Array, depth: number, roughness: number, to: Seen): void {
    const meeting = meetings[depth]!;
    const hit = hits[depth]!;
    const floorAt = reachFloor(ray);
    meeting.distance = reachOf(space, ray, floorAt);
    meeting.index = -1;
    if (solids.length > 0) meetSolids(solids, ray, meeting);
    if (meeting.index >= 0) {
      hitSolid(hit, space, meeting, ray);
      light(hit, ray, depth, to);
    } else if (behind.kind === 'far') traceFar(hit, behind, ray, depth, floorAt, roughness, to);
    else if (isOnFloor(behind, ray, floorAt)) traceGround(hit, ray, depth, floorAt, to);
    else if (behind.kind === 'cove') {
      hitCove(hit, space, behind, ray);
      light(hit, ray, depth, to);
    } else traceWall(hit, behind, ray, depth, to);
  }

  const seen = rays[0]!;
  return {
    look: (x, y, to) => {
      seen[0] = 0;
      seen[1] = view.height;
      seen[2] = -view.distance;
      seen[3] = x;
      seen[4] = -y;
      seen[5] = view.distance;
      trace(seen, 0, 0, to);
    },
  };
}
