// The WebAssembly kernel for filling by shifted pieces (engines/kernels/shift-map.as).
import { type Started, startNamed } from '../kernel.ts';

/** An address in the kernel's memory. */
type Address = number;

interface ShiftExports {
  scoreShifts(
    plane: Address,
    isKnown: Address,
    width: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
    points: Address,
    count: number,
    needs: Address,
    needCount: number,
    centreX: number,
    centreY: number,
    cap: number,
    scores: Address,
  ): void;
  sharpenShift(
    plane: Address,
    isKnown: Address,
    width: number,
    height: number,
    points: Address,
    count: number,
    dx: number,
    dy: number,
    reach: number,
    cap: number,
  ): number;
  compareShifted(
    plane: Address,
    isKnown: Address,
    width: number,
    height: number,
    points: Address,
    count: number,
    dx: number,
    dy: number,
    cap: number,
    lost: number,
    distances: Address,
  ): void;
  expand(
    plane: Address,
    isKnown: Address,
    width: number,
    height: number,
    points: Address,
    right: Address,
    below: Address,
    labels: Address,
    costs: Address,
    alphaCosts: Address,
    count: number,
    shifts: Address,
    alpha: number,
    cap: number,
    never: number,
    slots: Address,
    room: Address,
  ): number;
  measureSeams(
    plane: Address,
    isKnown: Address,
    width: number,
    height: number,
    points: Address,
    right: Address,
    below: Address,
    labels: Address,
    count: number,
    shifts: Address,
    cap: number,
    sums: Address,
  ): void;
  cut(
    right: Address,
    below: Address,
    rightLinks: Address,
    belowLinks: Address,
    costs: Address,
    count: number,
    sides: Address,
    room: Address,
  ): void;
}

export type ShiftKernel = Started<ShiftExports>;

export const startShiftKernel = (memoryBytes: number): ShiftKernel =>
  startNamed<ShiftExports>('shift-map', memoryBytes);
