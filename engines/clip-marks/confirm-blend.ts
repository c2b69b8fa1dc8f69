// Tests a learnt blend where a mark appears or disappears: undone in the last frames that carry the mark, it must give what the first frames without
// it show. Over a scene that hardly changes, a wrong opacity fits every frame that carries the mark.
import { type LearntMark, measurePresence, restoreLevel } from './learn-mark.ts';
import type { Patch } from './patch.ts';
import type { Beside } from './sample-beside.ts';
import { maxAbsent } from './watch-frames.ts';

/** Maximum mean difference in levels: a constant, and a multiple of the difference beside the mark. */
const maxMiss = { levels: 3, times: 1.5 };

/** Whether undoing the blend in `marked` gives `clean` in all planes, as nearly as the pixels beside the mark are alike in both. */
function givesClean({ mask, halfMask, blends }: LearntMark, marked: Patch, clean: Patch): boolean {
  return blends.every((blend, c) => {
    const own = c === 0 ? mask : halfMask;
    const [seen, wanted] = [marked[c]!.data, clean[c]!.data];
    let [miss, count, change, beside] = [0, 0, 0, 0];
    for (let i = 0; i < own.length; i++) {
      if (own[i] === 1) {
        miss += Math.abs(Math.max(0, Math.min(255, restoreLevel(blend, seen[i]!, i))) - wanted[i]!);
        count++;
      } else if (own[i] === 0) {
        change += Math.abs(seen[i]! - wanted[i]!);
        beside++;
      }
    }
    return miss / Math.max(1, count) <= maxMiss.levels + (maxMiss.times * change) / Math.max(1, beside);
  });
}

/** Steps in levels of a mark that are looked for in what was restored, and its other steps, which are those of the scene. */
const markSteps = { strong: 12, weak: 3, fewest: 120 };
/** Minimum mean step in levels that counts as a remainder of the mark, also as a multiple of the scene's. */
const minRemainder = { levels: 2.5, times: 6 };

/**
 * Whether the restored mean picture still has steps where the mark has strong ones, which the scene does not have elsewhere: the mark is still seen.
 * `mean`: the mean of frames that carry the mark.
 */
export function leavesRemainder({ box, mask, halfMask, blends }: LearntMark, mean: Patch): boolean {
  return blends.some((blend, c) => {
    const own = c === 0 ? mask : halfMask;
    const width = c === 0 ? box.w : box.w / 2;
    const { data } = mean[c]!;
    const levelAt = (i: number) =>
      own[i] === 1 ? Math.max(0, Math.min(255, restoreLevel(blend, data[i]!, i))) : data[i]!;
    let [left, strong, beside, weak] = [0, 0, 0, 0];
    for (let i = 0; i + width < own.length; i++)
      for (const next of i % width === width - 1 ? [i + width] : [i + 1, i + width]) {
        if (own[i] === 2 || own[next] === 2) continue;
        const isRestored = own[i] === 1 || own[next] === 1;
        const step = Math.abs(data[next]! - data[i]!);
        const size = Math.abs(levelAt(next) - levelAt(i));
        if (isRestored && step >= markSteps.strong) {
          left += size;
          strong++;
        } else if (!isRestored || step <= markSteps.weak) {
          beside += size;
          weak++;
        }
      }
    if (strong < markSteps.fewest) return false;
    return left / strong >= Math.max(minRemainder.levels, (minRemainder.times * beside) / Math.max(1, weak));
  });
}

/** Returns false where the frames beside a stay show that the blend is wrong; true where they confirm it, or where there are none. */
export function isBlendConfirmed(mark: LearntMark, stay: readonly Patch[], { before, after }: Beside): boolean {
  const edges = mark.outline ?? mark.edges;
  // Without edges it cannot be told that the mark is gone.
  if (!edges || !mark.mask.includes(1)) return true;
  // The first and the last frame of a stay may show it fading.
  const pairs = [
    [stay[1], before.at(-1)],
    [stay.at(-2), after[0]],
  ] as const;
  return pairs.every(
    ([marked, clean]) =>
      !marked || !clean || measurePresence(edges, clean[0]) > maxAbsent || givesClean(mark, marked, clean),
  );
}
