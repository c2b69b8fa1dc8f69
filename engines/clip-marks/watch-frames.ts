// Tells which mark each frame carries while frames are read: one mark that may come and go, or consecutive lines of writing.
import { type LearntMark, measurePresence, type Outline } from './learn-mark.ts';
import { type Box, halveMask, type PatchPlane } from './patch.ts';

export interface Watch {
  /** Takes the next frame's luma. */
  readonly add: (number: number, plane: PatchPlane) => void;
  /**
   * Returns the mark of a frame, the same object as long as the same mark is shown; undefined without a mark. More reliable when some later frames
   * have been added.
   */
  readonly markAt: (number: number) => LearntMark | undefined;
  /** The mark, where it is always the same one. */
  readonly mark?: LearntMark;
  /** Returns the frames before and after one, within `reach`, that do not carry its mark: the nearest of each change. */
  readonly othersAround?: (number: number, reach: number) => readonly number[];
  /** The first and the last frame that carried the mark; undefined when none did. */
  readonly span?: () => readonly [first: number, last: number] | undefined;
}

/** Frames on either side whose median decides whether a frame carries the mark: a single one may look like it by chance. */
export const presenceReach = 4;
export const minPresence = 0.35;
const always = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** Distances in frames, before a mark appears and after it disappears, at which its place is looked up: beyond its fading. */
const besideStay = [4, 10, 24];
export const furthestBeside = besideStay.at(-1)!;
/** Maximum presence of a mark in a frame that shows what lies beneath it. */
export const maxAbsent = 0.2;

/**
 * Watches a mark that stays in one place. `stay` has the numbers of its first frame and of the one after its last; frames outside it carry no mark,
 * and show what lies beneath it where they differ enough from those inside.
 */
export function watchMark(mark: LearntMark, stay: readonly [from: number, to: number] = always): Watch {
  const { outline, edges = outline } = mark;
  const presences: number[] = [];
  const [from, to] = stay;
  const isWithin = (number: number) => number >= from && number < to;
  const isCarried = (number: number) => {
    if (!isWithin(number)) return false;
    if (!outline) return true;
    const around = presences.slice(Math.max(0, from, number - presenceReach), Math.min(to, number + presenceReach + 1));
    around.sort((a, b) => a - b);
    return around[around.length >> 1]! >= minPresence;
  };
  const isClean = (number: number) => !isWithin(number) && (presences[number] ?? 1) <= maxAbsent;
  return {
    add: (number, plane) => {
      if (edges) presences[number] = measurePresence(edges, plane);
    },
    mark,
    markAt: number => (isCarried(number) ? mark : undefined),
    othersAround: (number, reach) =>
      besideStay
        .flatMap(away => [from - away, to - 1 + away])
        .filter(other => Math.abs(other - number) <= reach && isClean(other)),
    span: () => {
      if (!outline) return undefined;
      const carried = [...presences.keys()].filter(isCarried);
      return carried.length > 0 ? [carried[0]!, carried.at(-1)!] : undefined;
    },
  };
}

/** A line of writing within the watched area. */
export interface WatchedLine {
  /** Pixels of the area, in ascending order. */
  readonly pixels: Int32Array;
  readonly outline: Outline;
  /** Numbers of the frames between which the line may be seen, and of those between which it is certainly seen. */
  readonly loose: readonly [number, number];
  readonly sure: readonly [number, number];
}

/** Writing is still faintly visible when its outline can no longer be measured: frames added at both ends. */
const fading = 3;
const minLine = 0.2;
/** Maximum number of changes of writing in either direction. */
const maxChanges = 2;

/** Watches lines of writing in one area; several may be shown at a time. */
export function watchLines({ w: width, h: height }: Pick<Box, 'w' | 'h'>, lines: readonly WatchedLine[]): Watch {
  const seen = lines.map(({ sure }) => ({ from: sure[0], to: sure[1] }));
  const marks = new Map<string, LearntMark>();
  const empty = { centre: 0, gain: new Float32Array(0), shift: new Float32Array(0) };

  const shownAt = (number: number) => [...seen.keys()].filter(at => isShown(seen[at]!, number));
  const isShown = ({ from, to }: { from: number; to: number }, number: number) =>
    number >= from - fading && number <= to + fading;

  function markAt(number: number): LearntMark | undefined {
    const shown = shownAt(number);
    if (shown.length === 0) return undefined;
    const name = shown.join();
    let mark = marks.get(name);
    if (!mark) {
      const mask = new Uint8Array(width * height);
      for (const at of shown) for (const i of lines[at]!.pixels) mask[i] = 2;
      const halfMask = halveMask(mask, width, height);
      mark = { box: { x: 0, y: 0, w: width, h: height }, mask, halfMask, blends: [empty, empty, empty] };
      marks.set(name, mark);
      // The marks of earlier lines are not needed again.
      if (marks.size > 8) marks.delete(marks.keys().next().value!);
    }
    return mark;
  }

  return {
    add: (number, plane) => {
      for (const [at, { loose, outline }] of lines.entries()) {
        const own = seen[at]!;
        if (number < loose[0] || number > loose[1] || (number >= own.from && number <= own.to)) continue;
        if (measurePresence(outline, plane) < minLine) continue;
        own.from = Math.min(own.from, number);
        own.to = Math.max(own.to, number);
      }
    },
    markAt,
    othersAround: (number, reach) => {
      const others: number[] = [];
      for (const step of [-1, 1]) {
        let before = shownAt(number).join();
        const own = before;
        for (let away = 1, changes = 0; away <= reach && changes < maxChanges; away++) {
          const shown = shownAt(number + step * away).join();
          if (shown === before) continue;
          before = shown;
          changes++;
          if (shown !== own) others.push(number + step * away);
        }
      }
      return others;
    },
  };
}
