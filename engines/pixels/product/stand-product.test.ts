// A product in a scene: the shadow falls away from the lamp and is darkest at the contact, only glossy ground reflects it, and it keeps its colours.
import { type SceneId, sceneIds } from 'contract/scenes.ts';
import { expect, test } from 'vitest';
import { type RenderedScene, renderScene } from '../scenes/render-scene.ts';
import { onGround } from '../scenes/stage.ts';
import { gainsOf } from './match-light.ts';
import { placeProduct } from './place-product.ts';
import { findStanding, readSceneLight } from './scene-light.ts';
import { drawCast, shrinkAlpha } from './shadows.ts';
import { layProduct, prepareProduct, type StandWishes, trimProduct } from './stand-product.ts';

const side = 200;
const wishes: StandWishes = { shadow: 60, match: 50, reflects: true };

/** A box of one colour. */
function makeBox(width: number, height: number, colour: readonly number[]) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) data.set([...colour, 255], i * 4);
  return { data, width, height };
}

interface Stood {
  readonly before: RenderedScene;
  readonly after: Uint8Array;
  readonly left: number;
  readonly foot: number;
  readonly width: number;
  readonly height: number;
}

const scenes = new Map<string, RenderedScene>();
function stand(id: SceneId, colour: readonly number[] = [200, 90, 60], more: Partial<StandWishes> = {}): Stood {
  const before = scenes.get(id) ?? renderScene(id, side, side);
  scenes.set(id, before);
  const [width, height] = [50, 90];
  const standing = findStanding(id, side, side);
  const prepared = prepareProduct(makeBox(width, height, colour), readSceneLight(id), side, { ...wishes, ...more });
  const after = before.data.slice();
  const left = Math.round(standing.x - width / 2);
  const foot = Math.round(standing.y);
  layProduct({ data: after, width: side, height: side }, before.on, prepared, left, foot - height);
  return { before, after, left, foot, width, height };
}

/** Returns how much darker a pixel has become, in levels of green. */
const dimAt = ({ before, after }: Stood, x: number, y: number) =>
  before.data[(y * side + x) * 3 + 1]! - after[(y * side + x) * 3 + 1]!;
const meanDim = (stood: Stood, [fromX, toX]: readonly [number, number], [fromY, toY]: readonly [number, number]) => {
  let [sum, count] = [0, 0];
  for (let y = fromY; y < toY; y++) for (let x = fromX; x < toX; x++, count++) sum += dimAt(stood, x, y);
  return sum / count;
};

test.each(['studio-white', 'concrete', 'sweep-blue'] as const)(
  'the shadow in %s falls to the right of a lamp on the left',
  id => {
    expect(readSceneLight(id).toward[0]).toBeLessThan(0);
    const stood = stand(id);
    const right = stood.left + stood.width;
    const rows = [stood.foot - 14, stood.foot] as const;
    const away = meanDim(stood, [right + 2, right + 22], rows);
    const toward = meanDim(stood, [stood.left - 22, stood.left - 2], rows);
    expect(away).toBeGreaterThan(toward + 3);
  },
);

test('the shadow falls to the left of a lamp on the right', () => {
  const stood = stand('sweep-lilac');
  const rows = [stood.foot - 14, stood.foot] as const;
  const away = meanDim(stood, [stood.left - 22, stood.left - 2], rows);
  expect(away).toBeGreaterThan(meanDim(stood, [stood.left + stood.width + 2, stood.left + stood.width + 22], rows) + 3);
});

test.each(['studio-white', 'sweep-cream', 'podium-cream'] as const)(
  'the shadow in %s is darkest where the product touches the ground, and fades',
  id => {
    const stood = stand(id);
    const columns = [stood.left + 10, stood.left + stood.width - 10] as const;
    const [near, middle, far] = [0, 4, 12].map(down =>
      meanDim(stood, columns, [stood.foot + down, stood.foot + down + 2]),
    );
    expect(near!).toBeGreaterThan(25);
    expect(near!).toBeGreaterThan(middle! + 5);
    expect(middle!).toBeGreaterThan(far!);
    // No shadow in the air above the product.
    expect(
      Math.abs(meanDim(stood, columns, [stood.foot - stood.height - 20, stood.foot - stood.height - 4])),
    ).toBeLessThan(2);
  },
);

test('a shadow of 0 leaves the scene unchanged, and one of 100 is darker than one of 60', () => {
  const none = stand('sweep-cream', [200, 90, 60], { shadow: 0 });
  const rows = [none.foot, none.foot + 6] as const;
  const columns = [none.left, none.left + none.width] as const;
  expect(meanDim(none, columns, rows)).toBe(0);
  expect(meanDim(stand('sweep-cream', [200, 90, 60], { shadow: 100 }), columns, rows)).toBeGreaterThan(
    meanDim(stand('sweep-cream'), columns, rows) + 4,
  );
});

test('a shadow does not fall beyond the edge of a podium', () => {
  const stood = stand('podium-cream');
  const { on } = stood.before;
  const standsOn = on[(stood.foot - 1) * side + side / 2]!;
  for (let i = 0; i < on.length; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    const isCovered =
      x >= stood.left && x < stood.left + stood.width && y >= stood.foot - stood.height && y < stood.foot;
    if (!isCovered && on[i] !== standsOn) expect(dimAt(stood, x, y)).toBe(0);
  }
});

test('a lamp at the side casts a shadow with depth, not a thin line', () => {
  for (const id of sceneIds) {
    const { cast } = prepareProduct(makeBox(60, 110, [90, 90, 90]), readSceneLight(id), side, wishes);
    const right = Math.round(-cast.left / cast.scale) + (readSceneLight(id).toward[0] < 0 ? 75 : -15);
    let rows = 0;
    for (let y = 0; y < cast.height; y++) if (cast.data[y * cast.width + right]! > 0.15) rows++;
    expect(rows, id).toBeGreaterThanOrEqual(4);
  }
});

/** Returns how much redder the ground below a red product is than without it. */
function rednessBelow(id: SceneId, reflects = true): number {
  const stood = stand(id, [250, 20, 20], { reflects, shadow: 0 });
  let sum = 0;
  for (let y = stood.foot + 6; y < stood.foot + 20; y++)
    for (let x = stood.left + 5; x < stood.left + stood.width - 5; x++) {
      const at = (y * side + x) * 3;
      const red = (data: Uint8Array) => data[at]! - data[at + 1]!;
      sum += red(stood.after) - red(stood.before.data);
    }
  return sum / (14 * (stood.width - 10));
}

test('glossy ground reflects the product, and dull ground does not', () => {
  for (const id of ['studio-black', 'marble-black', 'city-night'] as const)
    expect(rednessBelow(id), id).toBeGreaterThan(12);
  for (const id of ['studio-white', 'linen', 'sand-dunes', 'podium-cream'] as const)
    expect(rednessBelow(id), id).toBe(0);
  expect(rednessBelow('studio-black', false)).toBe(0);
});

test('a reflection fades with the distance from the foot', () => {
  const stood = stand('studio-black', [250, 250, 250], { shadow: 0 });
  const columns = [stood.left + 10, stood.left + 40] as const;
  const near = -meanDim(stood, columns, [stood.foot + 1, stood.foot + 5]);
  const far = -meanDim(stood, columns, [stood.foot + 24, stood.foot + 30]);
  expect(near).toBeGreaterThan(far + 8);
});

test('the colours of a product change within a limit in every scene, and not at all without matching', () => {
  const colours = [
    [200, 90, 60],
    [235, 235, 235],
    [40, 70, 160],
  ];
  for (const id of sceneIds) {
    const light = readSceneLight(id);
    for (const gain of gainsOf(light, 0.5)) expect(Math.abs(gain - 1), id).toBeLessThan(0.19);
    for (const colour of colours) {
      const { lit, width, height } = prepareProduct(makeBox(30, 50, colour), light, side, wishes);
      const at = (Math.floor(height / 2) * width + width / 2) * 4;
      for (let k = 0; k < 3; k++)
        expect(Math.abs(lit[at + k]! - colour[k]!), `${id}, ${colour}`).toBeLessThanOrEqual(48);
    }
  }
  const plain = prepareProduct(makeBox(30, 50, colours[0]!), readSceneLight('neon-ring'), side, {
    ...wishes,
    match: 0,
  });
  expect(plain.lit).toEqual(makeBox(30, 50, colours[0]!).data);
});

test('a warm scene warms the colours of a product, and a cold one cools them', () => {
  const warmth = (id: SceneId) => {
    const [red, , blue] = gainsOf(readSceneLight(id), 0.5);
    return red - blue;
  };
  expect(warmth('water-sunset')).toBeGreaterThan(0.03);
  expect(warmth('winter-night')).toBeLessThan(-0.02);
});

/** Lays a product on ground of one grey that fills the image. */
function layOnGrey(product: ReturnType<typeof prepareProduct>, size: number, left: number, top: number): Uint8Array {
  const data = new Uint8Array(size * size * 3).fill(180);
  layProduct({ data, width: size, height: size }, new Uint8Array(size * size).fill(onGround), product, left, top);
  return data;
}

test('a product partly or entirely outside the image looks as in a larger image that is cropped', () => {
  const prepared = prepareProduct(makeBox(120, 300, [10, 20, 30]), readSceneLight('studio-black'), side, wishes);
  const margin = 2 * side;
  const wide = side + 2 * margin;
  for (const [left, top] of [
    [-100, -250],
    [side - 5, side - 5],
    [-500, 900],
    [40, -40],
  ] as const) {
    const whole = layOnGrey(prepared, wide, left + margin, top + margin);
    const part = layOnGrey(prepared, side, left, top);
    for (let y = 0; y < side; y++) {
      const from = ((y + margin) * wide + margin) * 3;
      const row = whole.subarray(from, from + side * 3);
      expect(Buffer.compare(part.subarray(y * side * 3, (y + 1) * side * 3), row), `row ${y} of ${left}, ${top}`).toBe(
        0,
      );
    }
  }
});

test('the reflection of a white product darkens no pixel of grey ground, not even at its outline', () => {
  const white = makeBox(1300, 900, [255, 255, 255]);
  const product = prepareProduct(white, readSceneLight('studio-black'), 2000, { ...wishes, shadow: 0, match: 0 });
  const data = layOnGrey(product, 2000, 350, 200);
  expect(data.reduce((min, level) => Math.min(min, level), 255)).toBe(180);
  expect(data[(1120 * 2000 + 1000) * 3]).toBeGreaterThan(190);
});

test('a part of a product so high that its shadow would fall too far away does not soften the shadow', () => {
  const light = { ...readSceneLight('water-sunset'), wall: undefined };
  const [low, high] = [220, 440].map(height =>
    drawCast(shrinkAlpha(makeBox(60, height, [0, 0, 0]).data, 60, height, 440), light, 200),
  );
  expect([low!.width, low!.height]).toEqual([high!.width, high!.height]);
  const apart = low!.data.reduce((sum, value, i) => sum + Math.abs(value - high!.data[i]!), 0);
  expect(apart / low!.data.length).toBeLessThan(0.002);
});

test('a tall product fills the height of its room and a flat one its width, and shares move and enlarge it', () => {
  const room = findStanding('studio-white', 800, 1200);
  const start = { right: 0, down: 0, zoom: 1 };
  expect(placeProduct(room, { width: 10, height: 100 }, 800, start).height).toBeCloseTo(room.height);
  expect(placeProduct(room, { width: 100, height: 10 }, 800, start).width).toBeCloseTo(room.width);
  const moved = placeProduct(room, { width: 10, height: 100 }, 800, { right: 0.1, down: -0.05, zoom: 2 });
  expect(
    [moved.x - room.x, moved.y - room.y, moved.height / room.height].map(value => Math.round(value * 100) / 100),
  ).toEqual([80, -40, 2]);
});

test('a product is trimmed to its visible pixels', () => {
  const data = new Uint8ClampedArray(10 * 8 * 4);
  for (const [x, y] of [
    [3, 2],
    [6, 5],
  ] as const)
    data[(y * 10 + x) * 4 + 3] = 255;
  data[3] = 30;
  expect(trimProduct({ data, width: 10, height: 8 })).toMatchObject({ width: 4, height: 4 });
});
