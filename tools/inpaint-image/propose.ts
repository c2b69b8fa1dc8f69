// Converts the server's findings to suggestions: the outlines within a box form one suggestion, otherwise the box itself does.
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

/** Maximum number of suggestions: people do not review longer lists. */
const maxProposals = 40;
/** Minimum score of a finding that is selected initially; people can select the others. */
const minLikely = 0.5;
/** Maximum distance in pixels between an outline and its box. */
const margin = 6;

function middleOf(ring: Path): { x: number; y: number } {
  const xs = ring.filter((_, index) => index % 2 === 0);
  const ys = ring.filter((_, index) => index % 2 === 1);
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { x: middle(xs), y: middle(ys) };
}

const holds = ({ x, y, w, h }: FoundBox, point: { x: number; y: number }): boolean =>
  point.x >= x - margin && point.x <= x + w + margin && point.y >= y - margin && point.y <= y + h + margin;

/** Joins a repeated mark into one suggestion; its outlines show its positions. */
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

/** Returns suggestions sorted by confidence; an outline belongs to the smallest box that contains its centre. */
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
      isLikely: box.score >= minLikely,
    };
  });
}
