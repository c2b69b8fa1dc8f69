// Traces one ray into a scene and computes the brightness of what it hits: ground, wall, niche, solids or backdrop. Soft shadows and ambient
// occlusion are computed analytically, so that one ray per pixel is free of noise.
import { drawDecor, farFromArch } from './decor.ts';
import { blurField, readField } from './field.ts';
import { type Hit, openIllumination, type Seen } from './illuminate.ts';
import { lengthOf, mix, smoothStep } from './noise.ts';
import { ambientPast, farFromOutline, type Meeting, meetSolids } from './solids.ts';
import { type Behind, nothingThere, onFirstSolid, onGround, onWall, type Stage } from './stage.ts';

interface Frame {
  readonly halfWidth: number;
  /** Extent of the image above and below the horizon. */
  readonly above: number;
  readonly below: number;
  /** Shorter side of the image, in pixels. */
  readonly side: number;
}

type Wall = Extract<Behind, { kind: 'wall' }>;

/** Width of the rounding of edges. */
const rimWidth = 0.007;

interface Tracer {
  /** Traces the ray through a point of the image, in units to the right of its centre and down from the horizon. */
  readonly look: (x: number, y: number, to: Seen) => void;
}

export function openTracer(stage: Stage, frame: Frame): Tracer {
  const { view, ground, behind, solids = [], haze } = stage;
  // A backdrop begins where the table ends, or at the horizon if it is the sky.
  const sink =
    behind.kind === 'far' && !behind.isSky ? (view.height * view.distance) / (view.distance + behind.edge) : 0;
  const far =
    behind.kind === 'far'
      ? behind.draw(frame.halfWidth, Math.max(frame.above + sink, frame.below), frame.side)
      : undefined;
  const farSoft = far && blurField(far, 0.06);
  const { toward, light: lightAt } = openIllumination(stage, frame.side);
  // On ground seen at a low angle a pixel is longer than wide. Uses a size in between: textures filtered for the length look dull, for the width they
  // flicker.
  const stretch = Math.min(3, Math.sqrt(view.distance / view.height)) * 0.8;
  const rays = [new Float64Array(6), new Float64Array(6)];
  const meetings: Meeting[] = [0, 1].map(() => ({ distance: 0, index: -1, isTop: false, normalX: 0, normalZ: 0 }));
  const mirrored: Seen = { red: 0, green: 0, blue: 0, on: 0 };

  const hits: Hit[] = [0, 1].map(() => ({
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
    material: ground,
    ambient: 1,
    solid: -1,
    on: 0,
  }));

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

  function readFar(ray: Float64Array, depth: number, roughness: number, to: Seen): void {
    const x = (ray[3]! / ray[5]!) * view.distance;
    const y = (-ray[4]! / ray[5]!) * view.distance + (depth === 0 ? -sink : sink);
    const blurred = depth === 0 ? 0 : Math.min(1, roughness * 5);
    const read = (plane: number) => mix(readField(far!, plane, x, y), readField(farSoft!, plane, x, y), blurred);
    to.red = read(0);
    to.green = read(1);
    to.blue = read(2);
    to.on = nothingThere;
  }

  /** Sets the position of the ray after `t`, and the size of a pixel there across the ray. */
  function place(hit: Hit, ray: Float64Array, t: number): void {
    hit.x = ray[0]! + ray[3]! * t;
    hit.y = ray[1]! + ray[4]! * t;
    hit.z = ray[2]! + ray[5]! * t;
    hit.pixel = Math.max(0.3, (hit.z + view.distance) / view.distance) / frame.side;
    hit.solid = -1;
    hit.ambient = 1;
  }

  function faceUp(hit: Hit): void {
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

  function traceGround(hit: Hit, ray: Float64Array, depth: number, t: number, to: Seen): void {
    place(hit, ray, t);
    faceUp(hit);
    hit.material = ground;
    hit.on = onGround;
    for (const solid of solids) hit.ambient *= ambientPast(solid, hit);
    if (behind.kind === 'wall') {
      const { niche, z } = behind;
      const depthThere = niche && Math.abs(hit.x - niche.x) < niche.halfWidth ? z + niche.depth : z;
      hit.ambient *= 1 - 0.45 * Math.exp(-Math.max(0, depthThere - hit.z) / 0.13);
      if (niche && hit.z > z) hit.ambient *= 0.72;
    }
    lightAt(hit, ray, depth === 0 ? mirror : undefined, to);
    if (haze) {
      const share = 1 - Math.exp(-haze.density * Math.max(0, hit.z + 0.4));
      to.red = mix(to.red, haze.colour[0], share);
      to.green = mix(to.green, haze.colour[1], share);
      to.blue = mix(to.blue, haze.colour[2], share);
    }
  }

  function traceWall(hit: Hit, wall: Wall, ray: Float64Array, depth: number, to: Seen): void {
    const t = (wall.z - ray[2]!) / ray[5]!;
    place(hit, ray, t);
    const { niche } = wall;
    hit.on = onWall;
    hit.material = wall.material;
    const inArch = niche ? farFromArch(niche, hit.x, hit.y) : 1;
    if (niche && inArch < 0) {
      traceNiche(hit, wall, niche, ray, depth, to);
      return;
    }
    faceCamera(hit);
    hit.ambient = 1 - 0.4 * Math.exp(-Math.max(0, hit.y) / 0.1);
    lightAt(hit, ray, depth === 0 ? mirror : undefined, to);
    if (niche && inArch < rimWidth) {
      const edge = 1 + 0.22 * smoothStep(rimWidth, 0, inArch);
      to.red *= edge;
      to.green *= edge;
      to.blue *= edge;
    }
    for (const decor of wall.decor ?? []) drawDecor(decor, hit.x, hit.y, toward, 1.2 / frame.side, to);
  }

  function traceNiche(
    hit: Hit,
    wall: Wall,
    niche: NonNullable<Wall['niche']>,
    ray: Float64Array,
    depth: number,
    to: Seen,
  ): void {
    const back = (wall.z + niche.depth - ray[2]!) / ray[5]!;
    place(hit, ray, back);
    const inside = farFromArch(niche, hit.x, hit.y);
    if (inside < 0) {
      faceCamera(hit);
      hit.u += 5;
      hit.ambient = (0.58 + 0.28 * smoothStep(0, -0.3, inside)) * (1 - 0.4 * Math.exp(-Math.max(0, hit.y) / 0.12));
    } else {
      // The side or the vault: bisects for the point between front and back where the ray leaves the opening.
      let [near, away] = [(wall.z - ray[2]!) / ray[5]!, back];
      for (let step = 0; step < 9; step++) {
        const middle = (near + away) / 2;
        if (farFromArch(niche, ray[0]! + ray[3]! * middle, ray[1]! + ray[4]! * middle) < 0) near = middle;
        else away = middle;
      }
      place(hit, ray, near);
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
    lightAt(hit, ray, depth === 0 ? mirror : undefined, to);
  }

  function traceCove(
    hit: Hit,
    cove: Extract<Behind, { kind: 'cove' }>,
    ray: Float64Array,
    depth: number,
    to: Seen,
  ): void {
    const start = cove.z - cove.radius;
    const [oy, oz, dy, dz] = [ray[1]! - cove.radius, ray[2]! - start, ray[4]!, ray[5]!];
    const a = dy * dy + dz * dz;
    const b = oy * dy + oz * dz;
    const c = oy * oy + oz * oz - cove.radius * cove.radius;
    const t = (-b + Math.sqrt(Math.max(0, b * b - a * c))) / a;
    const bend = Math.atan2(oz + dz * t, -(oy + dy * t));
    if (bend <= Math.PI / 2) {
      place(hit, ray, t);
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
      place(hit, ray, (cove.z - ray[2]!) / ray[5]!);
      faceCamera(hit);
      hit.u = hit.x;
      hit.v = start + (Math.PI / 2) * cove.radius + hit.y - cove.radius;
    }
    hit.material = ground;
    hit.on = onGround;
    for (const solid of solids) hit.ambient *= ambientPast(solid, hit);
    lightAt(hit, ray, depth === 0 ? mirror : undefined, to);
  }

  function traceSolid(hit: Hit, meeting: Meeting, ray: Float64Array, depth: number, to: Seen): void {
    const solid = solids[meeting.index]!;
    place(hit, ray, meeting.distance);
    if (meeting.isTop) {
      faceUp(hit);
      hit.material = solid.topMaterial ?? solid.material;
      hit.on = onFirstSolid + meeting.index;
      for (let i = 0; i < solids.length; i++) if (i !== meeting.index) hit.ambient *= ambientPast(solids[i]!, hit);
      const edge = -farFromOutline(solid, hit.x, hit.z);
      // The edge is slightly rounded: near it, the top turns towards the camera.
      if (edge < rimWidth) {
        const turn = 0.8 * (1 - edge / rimWidth);
        const isNear = hit.z < solid.z;
        hit.nz = isNear ? -turn : turn * 0.3;
        hit.nx = solid.kind === 'cylinder' ? (turn * (hit.x - solid.x)) / solid.radius : 0;
      }
    } else {
      hit.nx = meeting.normalX;
      hit.ny = Math.max(0, 1 - (solid.top - hit.y) / rimWidth) * 0.9;
      hit.nz = meeting.normalZ;
      hit.ux = -meeting.normalZ;
      hit.uy = 0;
      hit.uz = meeting.normalX;
      hit.vx = 0;
      hit.vy = 1;
      hit.vz = 0;
      hit.material = solid.material;
      hit.u =
        solid.kind === 'cylinder'
          ? Math.atan2(meeting.normalX, -meeting.normalZ) * solid.radius + solid.x + 2
          : hit.x + hit.z + 2;
      hit.v = hit.y;
      hit.on = nothingThere;
      // Near its foot, a side receives little ambient light.
      hit.ambient = 1 - 0.42 * Math.exp(-(hit.y - solid.bottom) / 0.05);
      for (let i = 0; i < solids.length; i++)
        if (i !== meeting.index)
          hit.ambient *= 1 - 0.3 * Math.exp(-Math.max(0, farFromOutline(solids[i]!, hit.x, hit.z)) / 0.08);
    }
    hit.solid = meeting.index;
    lightAt(hit, ray, depth === 0 ? mirror : undefined, to);
  }

  /** Traces the table, which ends out of focus, and the backdrop behind it. */
  function traceFar(
    hit: Hit,
    { edge, blur }: Extract<Behind, { kind: 'far' }>,
    ray: Float64Array,
    depth: number,
    floorAt: number,
    roughness: number,
    to: Seen,
  ): void {
    const floorZ = ray[2]! + ray[5]! * floorAt;
    if (floorZ >= edge + blur) {
      readFar(ray, depth, roughness, to);
      return;
    }
    traceGround(hit, ray, depth, floorAt, to);
    const gone = smoothStep(edge - blur, edge + blur, floorZ);
    if (gone === 0 || depth > 0) return;
    const { red, green, blue, on } = to;
    readFar(ray, depth, roughness, to);
    to.red = mix(red, to.red, gone);
    to.green = mix(green, to.green, gone);
    to.blue = mix(blue, to.blue, gone);
    to.on = gone < 0.5 ? on : nothingThere;
  }

  /** Whether the ray hits the ground before the wall or the curve of the cove. */
  function isOnFloor(behind: Exclude<Behind, { kind: 'far' }>, ray: Float64Array, floorAt: number): boolean {
    const floorZ = ray[2]! + ray[5]! * floorAt;
    if (behind.kind === 'cove') return floorZ <= behind.z - behind.radius;
    const { niche, z } = behind;
    if (floorZ <= z || !niche) return floorZ <= z;
    return Math.abs(ray[0]! + ray[3]! * floorAt - niche.x) < niche.halfWidth && floorZ <= z + niche.depth;
  }

  function trace(ray: Float64Array, depth: number, roughness: number, to: Seen): void {
    const meeting = meetings[depth]!;
    const hit = hits[depth]!;
    const floorAt = ray[4]! < -1e-9 ? -ray[1]! / ray[4]! : Number.POSITIVE_INFINITY;
    const hasOpenWall = behind.kind === 'far' || (behind.kind === 'wall' && behind.niche !== undefined);
    meeting.distance = Math.min(
      floorAt,
      hasOpenWall ? Number.POSITIVE_INFINITY : ((behind as Wall).z - ray[2]!) / ray[5]!,
    );
    meeting.index = -1;
    if (solids.length > 0) meetSolids(solids, ray, meeting);
    if (meeting.index >= 0) traceSolid(hit, meeting, ray, depth, to);
    else if (behind.kind === 'far') traceFar(hit, behind, ray, depth, floorAt, roughness, to);
    else if (isOnFloor(behind, ray, floorAt)) traceGround(hit, ray, depth, floorAt, to);
    else if (behind.kind === 'cove') traceCove(hit, behind, ray, depth, to);
    else traceWall(hit, behind, ray, depth, to);
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
