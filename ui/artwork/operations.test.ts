// Tests that operations preserve the invariants of any artwork, and that undo restores the previous state exactly.
import type { Artwork, Layer } from 'contract/artwork/artwork.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, fromBox, toBox } from './geometry.ts';
import { beginHistory, maxSteps, recordStep, travel } from './history.ts';
import { makeArtwork, makeShapeLayer } from './make-layer.ts';
import {
  addLayers,
  alignLayers,
  cropPage,
  distributeLayers,
  duplicateLayers,
  flipLayers,
  flipPage,
  groupLayers,
  moveLayers,
  moveLayersTo,
  orderLayers,
  removeLayers,
  resizePage,
  turnPage,
  ungroupLayers,
  wholeGroups,
} from './operations.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const layers = fc.array(
  fc.record({
    x: number(-500, 1500),
    y: number(-500, 1500),
    width: number(1, 800),
    height: number(1, 800),
    degrees: number(-180, 180),
    isLocked: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

const artworks: fc.Arbitrary<Artwork> = layers.map(list =>
  addLayers(
    makeArtwork(1000, 700, '#ffffff'),
    list.map(({ isLocked, ...box }) => ({ ...makeShapeLayer('rectangle', box), isLocked })),
  ),
);

/** Picks layers by their indices. */
const some = (artwork: Artwork, picks: readonly number[]) => [
  ...new Set(picks.map(pick => artwork.layers[pick % artwork.layers.length]!.id)),
];
const picks = fc.array(fc.nat(20), { minLength: 1, maxLength: 5 });

/** One editing operation. */
type Deed = (artwork: Artwork, ids: readonly string[], amount: number) => Artwork;
const deeds: readonly Deed[] = [
  (artwork, ids, amount) => moveLayers(artwork, ids, { x: amount, y: -amount }),
  (artwork, ids) => orderLayers(artwork, ids, 'forward'),
  (artwork, ids) => orderLayers(artwork, ids, 'backward'),
  (artwork, ids) => orderLayers(artwork, ids, 'front'),
  (artwork, ids) => orderLayers(artwork, ids, 'back'),
  groupLayers,
  ungroupLayers,
  removeLayers,
  (artwork, ids) => duplicateLayers(artwork, ids).artwork,
  (artwork, ids) => alignLayers(artwork, ids, 'centre'),
  (artwork, ids) => distributeLayers(artwork, ids, 'x'),
  (artwork, ids) => flipLayers(artwork, ids, 'x'),
  artwork => turnPage(artwork, 90),
  artwork => flipPage(artwork, 'y'),
  (artwork, ids) => moveLayersTo(artwork, ids, artwork.layers.at(-1)?.id ?? '', 'above'),
];
const doings = fc.array(fc.tuple(fc.nat(deeds.length - 1), picks, number(-50, 50)), { minLength: 1, maxLength: 30 });

function act(artwork: Artwork, [deed, chosen, amount]: readonly [number, readonly number[], number]): Artwork {
  return artwork.layers.length === 0 ? artwork : deeds[deed]!(artwork, some(artwork, chosen), amount);
}

/** Returns whether the layers of each group are contiguous. */
const areGathered = ({ layers: list }: Artwork) =>
  list.every(
    ({ groupId }, index) =>
      groupId === null ||
      list.findIndex(one => one.groupId === groupId) >= index ||
      list[index - 1]!.groupId === groupId,
  );

describe('any sequence of operations', () => {
  it('keeps ids unique and groups contiguous', () => {
    fc.assert(
      fc.property(artworks, doings, (artwork, row) => {
        const last = row.reduce(act, artwork);
        expect(new Set(last.layers.map(({ id }) => id)).size).toBe(last.layers.length);
        expect(areGathered(last)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('neither moves nor removes locked layers unless the page itself changes', () => {
    fc.assert(
      fc.property(artworks, doings, (artwork, row) => {
        const still = row.filter(([deed]) => deed < 12);
        const last = still.reduce(act, artwork);
        for (const layer of artwork.layers.filter(({ isLocked }) => isLocked)) {
          const { x, y } = last.layers.find(({ id }) => id === layer.id)!;
          expect([x, y]).toEqual([layer.x, layer.y]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('can be undone step by step to the same artworks, and redone', () => {
    fc.assert(
      fc.property(artworks, doings, (artwork, row) => {
        let history = beginHistory(artwork, 'open');
        const seen: Artwork[] = [artwork];
        for (const doing of row) {
          const next = act(history.present.artwork, doing);
          if (next === history.present.artwork) continue;
          history = recordStep(history, next, { deed: 'move', nowMs: 0 });
          seen.push(next);
        }
        const texts = seen.map(one => JSON.stringify(one));
        for (let step = seen.length - 1; step >= 0; step--) {
          expect(JSON.stringify(history.present.artwork)).toBe(texts[step]);
          history = travel(history, -1);
        }
        history = travel(history, seen.length);
        expect(history.present.artwork).toBe(seen.at(-1));
      }),
      { numRuns: 100 },
    );
  });
});

describe('history', () => {
  const artwork = (width: number) => makeArtwork(width, 10, null);

  it('keeps the last hundred steps', () => {
    let history = beginHistory(artwork(1), 'open');
    for (let width = 2; width <= 200; width++)
      history = recordStep(history, artwork(width), { deed: 'move', nowMs: 0 });
    expect(history.past).toHaveLength(maxSteps);
    expect(travel(history, -1000).present.artwork.width).toBe(100);
  });

  it('merges the changes of one slider drag into one step, but not two drags', () => {
    const begun = beginHistory(artwork(1), 'open');
    const drag = (from: typeof begun, width: number, mergeKey: string, nowMs: number) =>
      recordStep(from, artwork(width), { deed: 'adjust', mergeKey, nowMs });
    const once = drag(drag(drag(begun, 2, 'exposure', 0), 3, 'exposure', 500), 4, 'exposure', 1000);
    expect(once.past).toHaveLength(1);
    expect(drag(once, 5, 'contrast', 1100).past).toHaveLength(2);
    expect(drag(once, 5, 'exposure', 9000).past).toHaveLength(2);
    expect(travel(once, -1).present.artwork.width).toBe(1);
  });

  it('discards the redo stack after a new change', () => {
    const two = recordStep(beginHistory(artwork(1), 'open'), artwork(2), { deed: 'move', nowMs: 0 });
    const other = recordStep(travel(two, -1), artwork(3), { deed: 'move', nowMs: 0 });
    expect(other.future).toEqual([]);
    expect(travel(other, 1)).toBe(other);
  });
});

describe('geometry', () => {
  const place = fc.record({
    x: number(-500, 500),
    y: number(-500, 500),
    width: number(1, 900),
    height: number(1, 900),
    degrees: number(-180, 180),
    isFlippedX: fc.boolean(),
    isFlippedY: fc.boolean(),
  });

  it('a point converts to box coordinates and back', () => {
    fc.assert(
      fc.property(place, number(-900, 900), number(-900, 900), (box, x, y) => {
        const back = fromBox(box, toBox(box, { x, y }));
        expect(back.x).toBeCloseTo(x, 6);
        expect(back.y).toBeCloseTo(y, 6);
      }),
    );
  });

  it('the bounding box contains all four corners', () => {
    fc.assert(
      fc.property(place, box => {
        const { left, top, right, bottom } = boundsOf(box);
        for (const [x, y] of [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
        ] as const) {
          const corner = fromBox(box, { x, y });
          expect(corner.x).toBeGreaterThanOrEqual(left - 1e-6);
          expect(corner.x).toBeLessThanOrEqual(right + 1e-6);
          expect(corner.y).toBeGreaterThanOrEqual(top - 1e-6);
          expect(corner.y).toBeLessThanOrEqual(bottom + 1e-6);
        }
      }),
    );
  });
});

describe('the page', () => {
  const close = (one: Layer, other: Layer) => {
    for (const key of ['x', 'y', 'width', 'height'] as const) expect(one[key]).toBeCloseTo(other[key], 4);
    // 180 and -180 are the same rotation.
    expect(Math.cos(((one.degrees - other.degrees) * Math.PI) / 180)).toBeCloseTo(1, 6);
  };

  it('is unchanged after four quarter turns and after two flips', () => {
    fc.assert(
      fc.property(artworks, artwork => {
        const round = [1, 2, 3, 4].reduce(now => turnPage(now, 90), artwork);
        for (const [index, layer] of round.layers.entries()) close(layer, artwork.layers[index]!);
        const back = flipPage(flipPage(artwork, 'x'), 'x');
        for (const [index, layer] of back.layers.entries()) close(layer, artwork.layers[index]!);
      }),
      { numRuns: 50 },
    );
  });

  it('keeps layers at the same place of the picture when it is cropped', () => {
    const artwork = addLayers(makeArtwork(400, 300, null), [
      makeShapeLayer('star', { x: 200, y: 100, width: 50, height: 50 }),
    ]);
    const cropped = cropPage(artwork, { x: 30, y: 20, width: 200, height: 150 });
    expect([cropped.width, cropped.height]).toEqual([200, 150]);
    expect(cropped.layers[0]).toMatchObject({ x: 170, y: 80, width: 50 });
  });

  it('scales its layers in proportion when it is resized', () => {
    const artwork = addLayers(makeArtwork(400, 300, null), [
      makeShapeLayer('star', { x: 200, y: 150, width: 40, height: 20 }, { strokeWidth: 6 }),
    ]);
    expect(resizePage(artwork, 800, 900).layers[0]).toMatchObject({
      x: 400,
      y: 450,
      width: 80,
      height: 40,
      strokeWidth: 12,
    });
  });
});

describe('groups', () => {
  const row = addLayers(
    makeArtwork(100, 100, null),
    [0, 1, 2, 3].map(x => makeShapeLayer('ellipse', { x, y: 0, width: 1, height: 1 })),
  );
  const [a, b, c, d] = row.layers.map(({ id }) => id) as [string, string, string, string];
  const order = (artwork: Artwork) => artwork.layers.map(({ id }) => [a, b, c, d].indexOf(id));

  it('gather at their topmost layer and are selected as a whole', () => {
    const grouped = groupLayers(row, [a, c]);
    expect(order(grouped)).toEqual([1, 0, 2, 3]);
    expect(wholeGroups(grouped, [a])).toEqual([a, c]);
  });

  it('are passed as a whole when layers are reordered', () => {
    const grouped = groupLayers(row, [a, b]);
    expect(order(orderLayers(grouped, [c], 'backward'))).toEqual([2, 0, 1, 3]);
    expect(order(orderLayers(grouped, [a], 'forward'))).toEqual([2, 0, 1, 3]);
  });
});
