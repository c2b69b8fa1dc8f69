// Turns the server's findings into suggestions: the outlines within a box become one, or else the box itself.
import type { Proposal } from 'ui/mask-painter/ops.ts';
import type { Path } from 'ui/mask-painter/path.ts';
import { removeLabel } from './areas.ts';

interface FoundBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly score: number;
  readonly kind?: string | undefined;
}

/** Largest number of suggestions: longer lists are not reviewed one by one. */
const maxProposals = 40;
/** The least score of a finding that is ticked from the start; the others are shown for the person to tick. */
const leastLikely = 0.5;
/** Largest distance in pixels by which an outline may exceed its box. */
const margin = 6;

function middleOf(ring: Path): { x: number; y: number } {
  const xs = ring.filter((_, index) => index % 2 === 0);
  const ys = ring.filter((_, index) => index % 2 === 1);
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { x: middle(xs), y: middle(ys) };
}

const holds = ({ x, y, w, h }: FoundBox, point: { x: number; y: number }): boolean =>
  point.x >= x - margin && point.x <= x + w + margin && point.y >= y - margin && point.y <= y + h + margin;

/** A repeated mark is one suggestion instead of forty; its outlines show its places. */
function joinTiles(boxes: readonly FoundBox[]): FoundBox[] {
  const tiles = boxes.filter(({ kind }) => kind === 'tiled');
  const [first] = tiles;
  if (!first) return [...boxes];
  const x = Math.min(...tiles.map(tile => tile.x));
  const y = Math.min(...tiles.map(tile => tile.y));
  const w = Math.max(...tiles.map(tile => tile.x + tile.w)) - x;
  const h = Math.max(...tiles.map(tile => tile.y + tile.h)) - y;
  const score = Math.max(...tiles.map(tile => tile.score));
  return [...boxes.filter(({ kind }) => kind !== 'tiled'), { ...first, x, y, w, h, score }];
}

/** Sorted by confidence; an outline belongs to the smallest box around it. */
export function makeProposals(
  boxes: readonly FoundBox[],
  rings: readonly Path[],
  nameOf: (kind: string | undefined) => string,
): Proposal[] {
  const asked = rings.length > 0 ? joinTiles(boxes) : [...boxes];
  const chosen = asked.sort((a, b) => b.score - a.score).slice(0, maxProposals);
  const bySize = [...chosen].sort((a, b) => a.w * a.h - b.w * b.h);
  const owned = new Map<FoundBox, Path[]>();
  for (const ring of rings) {
    const middle = middleOf(ring);
    const box = bySize.find(one => holds(one, middle));
    if (box) owned.set(box, [...(owned.get(box) ?? []), ring]);
  }
  return chosen.map((box, index) => {
    const { x, y, w, h } = box;
    const own = owned.get(box);
    const op = own
      ? ({ kind: 'area', label: removeLabel.id, rings: own } as const)
      : ({ kind: 'box', label: removeLabel.id, x, y, w, h } as const);
    return {
      id: `${index} ${x} ${y}`,
      name: nameOf(box.kind),
      box: { x, y, w, h },
      op,
      isLikely: box.score >= leastLikely,
    };
  });
}
