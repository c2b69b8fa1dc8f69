// Groups the thick holes of a region that are filled together.
import { boxSum } from '../../pixels/box-filter.ts';
import { measureDepth } from '../depth.ts';
import type { Region } from '../region.ts';
import type { Window } from './stage.ts';

/** Maximum distance in pixels between holes of one group. */
const groupGap = 32;
/** Margins in pixels around a group from which pieces are copied: smaller around small groups, because every position searched costs time. */
const minMargin = 250;
const marginOfSmall = { min: 120, perSide: 2 };
const maxMargin = 700;
const marginShare = 1.2;

export interface Group {
  readonly number: number;
  readonly window: Window;
  readonly count: number;
  readonly depth: number;
}

/** Numbers the groups of holes, and measures them. */
export function groupHoles(region: Region, isWide: Uint8Array): { groups: Group[]; numbers: Int32Array } {
  const { width, height } = region;
  const near = new Float32Array(isWide);
  boxSum(near, width, height, groupGap >> 1);
  const numbers = new Int32Array(width * height);
  const depths = measureDepth(region.isHole, width, height);
  const groups: Group[] = [];
  const waiting: number[] = [];
  for (let start = 0; start < numbers.length; start++) {
    if (!isWide[start] || numbers[start]) continue;
    const number = groups.length + 1;
    let [left, right, top, bottom, count, depth] = [width, 0, height, 0, 0, 0];
    numbers[start] = number;
    waiting.push(start);
    for (let pixel = waiting.pop(); pixel !== undefined; pixel = waiting.pop()) {
      const y = Math.floor(pixel / width);
      const x = pixel - y * width;
      if (isWide[pixel]) {
        count++;
        depth = Math.max(depth, depths[pixel]!);
        left = Math.min(left, x);
        right = Math.max(right, x + 1);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
      const visit = (other: number) => {
        if (numbers[other] || near[other]! < 0.5) return;
        numbers[other] = number;
        waiting.push(other);
      };
      if (x > 0) visit(pixel - 1);
      if (x < width - 1) visit(pixel + 1);
      if (y > 0) visit(pixel - width);
      if (y < height - 1) visit(pixel + width);
    }
    const margin = Math.max(
      Math.min(minMargin, Math.round(marginOfSmall.min + marginOfSmall.perSide * Math.sqrt(count))),
      Math.min(maxMargin, Math.round(marginShare * Math.min(right - left, bottom - top))),
    );
    const window = {
      left: Math.max(0, left - margin),
      top: Math.max(0, top - margin),
      right: Math.min(width, right + margin),
      bottom: Math.min(height, bottom + margin),
    };
    groups.push({ number, window, count, depth });
  }
  for (let pixel = 0; pixel < numbers.length; pixel++) if (!isWide[pixel]) numbers[pixel] = 0;
  return { groups, numbers };
}
