// Finds what the frames around one show of the places that its mark hides, by the motion of blocks.
import type { Held, HeldFrames } from './hold-frames.ts';
import { addMotion, compare, type Match, type Motion, matchBlock, noMotion, type Vector } from './match-blocks.ts';
import type { Patch } from './patch.ts';
import type { Look, Masks } from './plan-look.ts';
import type { Watch } from './watch-frames.ts';
import type { View } from './weigh-plane.ts';

/** Distances in frames, before and after, at which a place is looked up. */
const distances = [1, 3, 7, 16];
export const furthest = 16;
/** The same for a mark beneath which nothing is known, until the scene has moved out from beneath it. */
export const furthestBeneath = 100;
/** Displacements at which hidden places are looked up, as multiples of the mark's depth. */
const displacementsBeneath = [1.1, 2, 3];

const nowhere: Vector = { x: 0, y: 0 };

/** The matches of a look's blocks, one each; undefined where a block has none. */
export type Matches = readonly (Match | undefined)[];

interface Search {
  /** What the whole scene has moved by. */
  readonly expected: Motion;
  /** Earlier matches, the last of them from the frame before. */
  readonly hints: readonly (Matches | undefined)[];
  /** 1 for each block to match; absent: all. */
  readonly wanted?: Uint8Array | undefined;
}

/** Matches the blocks of a look between its frame's patch and another one, in which `hidden` is not compared. */
export function matchBlocks(
  { blocks }: Look,
  { own, other, hidden }: { readonly own: Patch; readonly other: Patch; readonly hidden: Uint8Array },
  { expected, hints, wanted }: Search,
): Matches {
  const compared = compare(own[0], other[0], hidden, expected.brighter);
  const matches: (Match | undefined)[] = blocks.map(() => undefined);
  const predictions: Vector[] = [];
  for (const [at, block] of blocks.entries()) {
    if (block.samples.length === 0 || wanted?.[at] === 0) continue;
    predictions.length = 0;
    predictions.push(expected);
    for (const hint of hints) if (hint?.[at]) predictions.push(hint[at]);
    if (matches[at - 1]) predictions.push(matches[at - 1]!);
    predictions.push(nowhere);
    matches[at] = matchBlock(compared, block, predictions, hints.at(-1)?.[at]?.error);
  }
  for (const [at, block] of blocks.entries())
    if (block.samples.length === 0 && block.leader >= 0) matches[at] = matches[block.leader];
  return matches;
}

/**
 * Returns the frames before (`sign` -1) or after (1) one in which the scene has moved out from beneath the mark, at most `reach` away and beyond
 * those looked up anyway.
 */
function findBeneath(
  frames: HeldFrames,
  {
    number,
    depth,
    sign,
    reach,
  }: { readonly number: number; readonly depth: number; readonly sign: 1 | -1; readonly reach: number },
): { other: Held; expected: Motion }[] {
  const found: { other: Held; expected: Motion }[] = [];
  let moved = noMotion;
  let next = 0;
  for (let away = 1; away <= reach; away++) {
    const [other, later] = [frames.get(number + sign * away), frames.get(sign > 0 ? number + away : number - away + 1)];
    if (!other || !later || later.isCut) break;
    moved = addMotion(moved, later.motion, sign);
    const isSeen = away <= furthest;
    while (next < displacementsBeneath.length && Math.hypot(moved.x, moved.y) >= displacementsBeneath[next]! * depth) {
      next++;
      if (isSeen) continue;
      found.push({ other, expected: moved });
      break;
    }
    if (next === displacementsBeneath.length) break;
  }
  return found;
}

/** The frame whose hidden places are looked for, and its patch with the blend undone where possible. */
interface Asking {
  readonly frame: Held;
  readonly own: Patch;
  readonly look: Look;
}

interface Sight {
  readonly other: Held;
  /** What the whole scene has moved by between the two frames. */
  readonly expected: Motion;
  /** The matches in a frame between the two, scaled to this distance. */
  readonly nearer?: Matches | undefined;
  readonly wanted?: Uint8Array;
}

interface Views {
  /** Returns other frames' views of the places hidden in this one. */
  readonly find: (frame: Held, look: Look) => View[];
  /** Forgets the matches so far, because another mark follows. */
  readonly forget: () => void;
}

/** `clean`: the masks of a patch without a mark. */
export function openViews(frames: HeldFrames, watch: Watch, clean: Masks, reach: number): Views {
  /** The last matches at each distance, used as predictions. */
  const lastMatches = new Map<string, Matches>();

  /** Sees a frame from another one. The matches that were found under this name the last time predict those of now. */
  function see(name: string, { own, look }: Asking, { other, expected, nearer, wanted }: Sight): View {
    const shown = frames.lookAt(other.number);
    const patch = frames.undo(other);
    const pair = { own, other: patch, hidden: shown?.compared ?? clean[0] };
    const matches = matchBlocks(look, pair, { expected, hints: [nearer, lastMatches.get(name)], wanted });
    lastMatches.set(name, matches);
    return { patch, masks: shown?.masks ?? clean, matches, extra: 0, isCarried: false };
  }

  /** Looks at the usual distances. */
  function seeAround(asking: Asking): View[] {
    const { frame } = asking;
    const views: View[] = [];
    for (const sign of [-1, 1] as const) {
      let nearer: { distance: number; matches: Matches } | undefined;
      for (const distance of distances.filter(each => each <= reach)) {
        const other = frames.get(frame.number + sign * distance);
        const expected = other && frames.motionBetween(frame.number, other.number);
        if (!other || !expected) break;
        const scaled = nearer?.matches.map(
          match =>
            match && {
              ...match,
              x: (match.x * distance) / nearer!.distance,
              y: (match.y * distance) / nearer!.distance,
            },
        );
        const view = see(String(sign * distance), asking, { other, expected, nearer: scaled });
        views.push(view);
        nearer = { distance, matches: view.matches };
      }
    }
    return views;
  }

  /** Looks where the scene has moved out from beneath the mark, at the blocks beneath which nothing is known. */
  function seeBeneath(asking: Asking, wanted: Uint8Array): View[] {
    const { frame, look } = asking;
    return ([-1, 1] as const).flatMap(sign =>
      findBeneath(frames, { number: frame.number, depth: look.depth, sign, reach }).map(({ other, expected }, at) =>
        see(`beneath ${sign} ${at}`, asking, { other, expected, wanted }),
      ),
    );
  }

  /** Looks further away, at frames that hide other pixels; each keeps its number as long as this frame's mark is shown. */
  function seeOthers(asking: Asking): View[] {
    const { frame } = asking;
    const numbers = watch.othersAround?.(frame.number, reach) ?? [];
    return numbers.flatMap(number => {
      const other = frames.get(number);
      const expected = other && frames.motionBetween(frame.number, number);
      if (!other || !expected || distances.includes(Math.abs(number - frame.number))) return [];
      return [see(`frame ${number}`, asking, { other, expected })];
    });
  }

  return {
    find(frame, look) {
      const asking = { frame, own: frames.undo(frame), look };
      return [
        ...seeAround(asking),
        ...(look.hiddenBlocks ? seeBeneath(asking, look.hiddenBlocks) : []),
        ...seeOthers(asking),
      ];
    },
    forget: () => lastMatches.clear(),
  };
}
