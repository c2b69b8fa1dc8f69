// Divides a network's matte into foreground, background, and unknown pixels whose alpha is estimated from colours.
import { boxMean } from '../pixels/box-filter.ts';
import { dilate } from '../pixels/morphology.ts';
import type { CoarseMatte } from './network.ts';

export interface Trimap {
  /** 1 foreground, 0 background, by the network's value. */
  readonly solid: Uint8Array;
  /** 1 where alpha has to be estimated. */
  readonly unknown: Uint8Array;
  /** Softness of the edge around each unknown pixel: 0 crisp, 1 hair or fur. */
  readonly softness: Float32Array;
}

/** Grid pixels along a side of the cells in which softness and the maximum reach are measured. */
const cellSide = 4;
/** Width of the unknown band around every edge, in pixels of a grid of `usualSide`; and around uncertain edges, in cells of it. */
const minReach = 5;
const maxReachCells = 10;
const unsureReach = 2;
const usualSide = 1024;
/** Values outside this range are confident. */
const sureBelow = 0.02;
const sureAbove = 0.98;
/** The edge is soft where many pixels around have values in this range: the shares that count as crisp and as soft. */
const softFrom = 0.1;
const softTo = 0.9;
const softRadiusCells = 2;
const crispShare = 0.15;
const softShare = 0.35;

interface Flags {
  /** By pixel: alpha crosses one half; the network is uncertain. */
  readonly edge: Uint8Array;
  readonly unsure: Uint8Array;
  readonly solid: Uint8Array;
  /** By cell: number of pixels with intermediate values, and whether an edge passes through. */
  readonly mixed: Float32Array;
  readonly edgeCells: Uint8Array;
}

function flagRow({ alpha, width }: CoarseMatte, y: number, flags: Flags, firstCell: number): void {
  const above = y > 0 ? -width : 0;
  for (let x = 0, i = y * width; x < width; x++, i++) {
    const value = alpha[i]!;
    const isIn = value >= 0.5;
    if (isIn) flags.solid[i] = 1;
    const left = x > 0 ? alpha[i - 1]! : value;
    if (isIn !== left >= 0.5 || isIn !== alpha[i + above]! >= 0.5) {
      flags.edge[i] = 1;
      flags.edgeCells[firstCell + ((x / cellSide) | 0)] = 1;
    }
    if (value <= sureBelow || value >= sureAbove) continue;
    flags.unsure[i] = 1;
    if (value > softFrom && value < softTo) flags.mixed[firstCell + ((x / cellSide) | 0)]!++;
  }
}

export function makeTrimap(matte: CoarseMatte): Trimap {
  const { alpha, width, height } = matte;
  const columns = Math.ceil(width / cellSide);
  const rows = Math.ceil(height / cellSide);
  const flags: Flags = {
    edge: new Uint8Array(alpha.length),
    unsure: new Uint8Array(alpha.length),
    solid: new Uint8Array(alpha.length),
    mixed: new Float32Array(columns * rows),
    edgeCells: new Uint8Array(columns * rows),
  };
  for (let y = 0; y < height; y++) flagRow(matte, y, flags, Math.floor(y / cellSide) * columns);
  const scale = Math.max(width, height) / usualSide;
  const scaled = (reach: number) => Math.max(1, Math.round(reach * scale));
  const unknown = dilate(flags.edge, width, height, scaled(minReach));
  const doubted = dilate(flags.unsure, width, height, scaled(unsureReach));
  const near = dilate(flags.edgeCells, columns, rows, scaled(maxReachCells));
  const shares = boxMean(flags.mixed, columns, rows, scaled(softRadiusCells));
  const softness = new Float32Array(alpha.length);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / cellSide) * columns;
    for (let x = 0; x < width; x++, i++) {
      if (doubted[i]! + unknown[i]! === 0) continue;
      const cell = row + ((x / cellSide) | 0);
      if (near[cell]) unknown[i] = 1;
      const soft = (shares[cell]! / cellSide ** 2 - crispShare) / (softShare - crispShare);
      if (soft > 0 && unknown[i]) softness[i] = Math.min(soft, 1);
    }
  }
  return { solid: flags.solid, unknown, softness };
}
