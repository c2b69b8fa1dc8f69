// Custom networks get inputs in their own convention; edges follow the image's; strokes spread up to edges.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photos } from '../../bench/photos.ts';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';
import { findMatte } from './matte.ts';
import type { CoarseMatte } from './network.ts';
import type { Painted } from './painted.ts';
import { followAllStrokes } from './strokes.ts';
import { writeRedFinder } from './test-matte-network.ts';
import { upsampleMatte } from './upsample.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matte-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Colour = readonly [number, number, number];
const red: Colour = [220, 30, 30];
const blue: Colour = [40, 60, 200];
const green: Colour = [40, 160, 60];

function draw(width: number, height: number, colourAt: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) data.set(colourAt(i % width, Math.floor(i / width)), i * 3);
  return { data, width, height };
}

const isInBox = (x: number, y: number) => x >= 60 && x < 140 && y >= 30 && y < 70;
const redBox = draw(200, 100, (x, y) => (isInBox(x, y) ? red : blue));

describe('a custom network', () => {
  it.each([
    ['of one size that answers logits', { side: 64 }],
    ['of any size that answers 0..1', {}],
  ])('%s segments its subject', async (_, kind) => {
    const modelFile = join(folder, 'red.onnx');
    await writeRedFinder(modelFile, kind);
    const steps: number[] = [];
    const { alpha, engine } = await findMatte(redBox, { modelFile, progress: fraction => steps.push(fraction) });
    expect(engine).toBe('operator:red.onnx');
    for (const [x, y] of [
      [64, 34],
      [100, 50],
      [136, 66],
      [54, 50],
      [146, 50],
      [100, 24],
      [2, 2],
    ] as const)
      expect(alpha[y * 200 + x], `at ${x}, ${y}`).toBe(isInBox(x, y) ? 255 : 0);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(steps.at(-1)).toBe(1);
    await rm(modelFile);
  });

  it('is refused with its name if it is not a network', async () => {
    const modelFile = join(folder, 'wide.onnx');
    await writeRedFinder(modelFile, { side: 5000 });
    await expect(findMatte(redBox, { modelFile })).rejects.toThrow('wide.onnx wants 5000 x 5000');
    const none = join(folder, 'none.onnx');
    await writeFile(none, 'not a network');
    await expect(findMatte(redBox, { modelFile: none })).rejects.toThrow();
  });

  it('follows strokes', async () => {
    const modelFile = join(folder, 'painted.onnx');
    await writeRedFinder(modelFile, { side: 64 });
    const paint = (isPainted: (x: number, y: number) => boolean): Painted => ({
      data: Uint8Array.from({ length: 200 * 100 }, (__, i) => (isPainted(i % 200, Math.floor(i / 200)) ? 255 : 0)),
      width: 200,
      height: 100,
    });
    const keep = paint((x, y) => x < 12 && y < 12);
    const erase = paint((x, y) => x >= 90 && x < 110 && y >= 45 && y < 55);
    const { alpha } = await findMatte(redBox, { modelFile, keep, erase, spreads: false });
    expect([alpha[5 * 200 + 5], alpha[5 * 200 + 20], alpha[50 * 200 + 100], alpha[50 * 200 + 75]]).toEqual([
      255, 0, 0, 255,
    ]);
  });
});

/** A slanted edge in a large image, and the soft matte that a network would return on a tenfold coarser grid. */
function drawSlant() {
  const width = 1200;
  const height = 900;
  const isSubject = (x: number, y: number) => x + 0.37 * y < 700;
  const noise = (x: number, y: number) => ((x * 7919 + y * 104_729) % 13) - 6;
  const pixels = draw(width, height, (x, y) => {
    const [r, g, b] = isSubject(x, y) ? [150, 120, 90] : [90, 110, 140];
    return [r! + noise(x, y), g! + noise(y, x), b! + noise(x + 3, y)];
  });
  const grid = { width: 120, height: 90 };
  const guide = new Uint8Array(grid.width * grid.height * 3);
  const alpha = new Float32Array(grid.width * grid.height);
  for (let i = 0; i < alpha.length; i++) {
    const x = ((i % grid.width) + 0.5) * 10;
    const y = (Math.floor(i / grid.width) + 0.5) * 10;
    const distance = (700 - x - 0.37 * y) / Math.hypot(1, 0.37);
    alpha[i] = 1 / (1 + Math.exp(-distance / 9));
    const share = Math.min(1, Math.max(0, distance / 10 + 0.5));
    for (let k = 0; k < 3; k++)
      guide[i * 3 + k] = Math.round([150, 120, 90][k]! * share + [90, 110, 140][k]! * (1 - share));
  }
  return { pixels, isSubject, matte: { alpha, guide, ...grid } satisfies CoarseMatte };
}

describe('upsampling a matte', () => {
  const { pixels, isSubject, matte } = drawSlant();
  const alpha = upsampleMatte(matte, pixels);
  const errorWithin = (reach: number, valueAt: (i: number) => number) => {
    let sum = 0;
    let count = 0;
    for (let i = 0; i < alpha.length; i++) {
      const x = i % pixels.width;
      const y = Math.floor(i / pixels.width);
      if (Math.abs(x + 0.37 * y - 700) > reach) continue;
      sum += Math.abs(valueAt(i) - (isSubject(x, y) ? 1 : 0));
      count++;
    }
    return sum / count;
  };

  it('aligns the edge with the image, much more precisely than interpolation', () => {
    const ours = errorWithin(25, i => alpha[i]! / 255);
    const smooth = errorWithin(25, i => {
      const x = i % pixels.width;
      const y = Math.floor(i / pixels.width);
      return matte.alpha[Math.floor(y / 10) * 120 + Math.floor(x / 10)]!;
    });
    expect(smooth).toBeGreaterThan(0.15);
    expect(ours).toBeLessThan(0.45 * smooth);
  });

  it('is exactly 0 and 255 away from the edge', () => {
    expect([alpha[450 * 1200 + 100], alpha[450 * 1200 + 1100]]).toEqual([255, 0]);
  });

  it('covers the last row and column of a grid with odd sides', () => {
    const [columns, rows] = [41, 31];
    const soft: CoarseMatte = {
      alpha: new Float32Array(columns * rows).map((_, i) => (i % columns > 38 ? 0.3 : i % columns > 37 ? 0.6 : 1)),
      guide: new Uint8Array(columns * rows * 3).map(
        (_, at) => (Math.floor(at / 3) % columns > 38 ? blue : red)[at % 3]!,
      ),
      width: columns,
      height: rows,
    };
    const picture = draw(columns * 4, rows * 4, x => (x >= 39 * 4 ? blue : red));
    const grown = upsampleMatte(soft, picture);
    for (const y of [0, 60, rows * 4 - 1]) {
      const row = grown.subarray(y * columns * 4, (y + 1) * columns * 4);
      expect(row[100], `row ${y}`).toBe(255);
      expect(row[154]! - row[columns * 4 - 1]!, `row ${y}`).toBeGreaterThan(10);
    }
  });

  it('leaves a confident matte unchanged, even beside drawn lines', () => {
    // Stripes in the subject's colour, outside the subject.
    const striped = draw(400, 400, (x, y) => (x < 200 || (y % 40 < 8 && x > 230) ? red : blue));
    const grid = 100;
    const sure: CoarseMatte = {
      alpha: Float32Array.from({ length: grid * grid }, (_, i) => (i % grid < 50 ? 1 : 0)),
      guide: Uint8Array.from(
        { length: grid * grid * 3 },
        (_, i) => striped.data[(Math.floor(i / 3 / grid) * 4 * 400 + (Math.floor(i / 3) % grid) * 4) * 3 + (i % 3)]!,
      ),
      width: grid,
      height: grid,
    };
    const grown = upsampleMatte(sure, striped);
    for (let y = 0; y < 400; y += 3)
      expect([grown[y * 400 + 190], grown[y * 400 + 240], grown[y * 400 + 300]]).toEqual([255, 0, 0]);
  });
});

describe('uncertain alpha', () => {
  const side = 256;
  const matteOf = (alphaAt: (x: number, y: number) => number, pixels: Pixels): CoarseMatte => ({
    alpha: Float32Array.from({ length: side * side }, (_, i) => alphaAt(i % side, Math.floor(i / side))),
    guide: pixels.data,
    width: side,
    height: side,
  });
  const valuesAt = (alpha: Uint8Array, ...places: [x: number, y: number][]) =>
    places.map(([x, y]) => alpha[y * side + x]);

  it('over a wide area of the subject becomes opaque: no background shows through a chest', () => {
    const isSubject = (x: number) => x < 160;
    const picture = draw(side, side, x => (isSubject(x) ? red : blue));
    // Confident about the head, uncertain about the chest below.
    const chest = matteOf((x, y) => (isSubject(x) ? (y < 100 ? 1 : 0.5) : 0), picture);
    const grown = upsampleMatte(chest, picture);
    expect(valuesAt(grown, [80, 150], [20, 240], [150, 180], [170, 180], [200, 150])).toEqual([255, 255, 255, 0, 0]);
  });

  it('is filled in a dark corner of such an area, but not in a gap that shows another colour', () => {
    const isGap = (x: number, y: number) => x > 50 && x < 80 && y > 150 && y < 180;
    const isSubject = (x: number) => x < 160;
    // Alpha is equally uncertain in both; only the colour seen at the gap differs.
    const alphaAt = (x: number, y: number) => (!isSubject(x) ? 0 : y < 80 ? 1 : isGap(x, y) ? 0.06 : 0.5);
    const corner = draw(side, side, x => (isSubject(x) ? red : blue));
    const gap = draw(side, side, (x, y) => (isSubject(x) && !isGap(x, y) ? red : blue));
    expect(valuesAt(upsampleMatte(matteOf(alphaAt, corner), corner), [65, 165], [200, 165])).toEqual([255, 0]);
    expect(valuesAt(upsampleMatte(matteOf(alphaAt, gap), gap), [65, 165], [30, 165])).toEqual([0, 255]);
  });

  it('in specks far from the subject becomes background', () => {
    const picture = draw(side, side, (x, y) => (x < 100 ? red : (x + y) % 9 < 3 ? green : blue));
    const specks = matteOf((x, y) => (x < 100 ? 1 : x > 180 && x < 183 && y > 90 && y < 93 ? 0.6 : 0), picture);
    expect(valuesAt(upsampleMatte(specks, picture), [50, 50], [181, 91], [182, 92])).toEqual([255, 0, 0]);
  });

  it('over fur is resolved by colour: background between hairs is excluded', () => {
    const isHair = (x: number, y: number) => x < 110 || (x < 130 && (y + (x >> 2)) % 8 < 3);
    // The background varies, as grass does.
    const picture = draw(side, side, (x, y) =>
      isHair(x, y) ? [150 + ((x * 7 + y * 3) % 11), 90, 50] : [60 + ((y * 5) % 30), 150 + ((x * 3) % 40), 40],
    );
    const soft = matteOf((x, y) => {
      let sum = 0;
      for (let v = -4; v <= 4; v++) for (let u = -4; u <= 4; u++) sum += isHair(x + u, y + v) ? 1 : 0;
      return Math.min(1, (1.5 * sum) / 81);
    }, picture);
    const grown = upsampleMatte(soft, picture);
    let error = 0;
    let count = 0;
    for (let y = 20; y < side - 20; y++)
      for (let x = 112; x < 128; x++, count++) error += Math.abs(grown[y * side + x]! / 255 - (isHair(x, y) ? 1 : 0));
    // The network alone leaves 0.45, linear models on its values 0.56.
    expect(error / count).toBeLessThan(0.3);
  });

  it('leaves no specks where both sides share colours', () => {
    const isHair = (x: number, y: number) => x < 110 + 6 * Math.sin(y / 5);
    const ground: readonly Colour[] = [
      [60, 45, 40],
      [190, 170, 150],
      [110, 120, 130],
    ];
    const noise = (x: number, y: number) => ((x * 73 + y * 151 + x * y * 7) % 17) - 8;
    const picture = draw(side, side, (x, y) => {
      const [r, g, b] = isHair(x, y) ? [66, 50, 44] : ground[((x >> 4) + (y >> 4)) % 3]!;
      return [r + noise(x, y), g + noise(x, y), b + noise(x, y)];
    });
    const soft = matteOf((x, y) => {
      let sum = 0;
      for (let v = -6; v <= 6; v++) for (let u = -6; u <= 6; u++) sum += isHair(x + u, y + v) ? 1 : 0;
      return sum / 169;
    }, picture);
    const grown = upsampleMatte(soft, picture);
    let specks = 0;
    for (let y = 1; y < side - 1; y++) {
      for (let x = 1; x < side - 1; x++) {
        const i = y * side + x;
        const around = [i - 1, i + 1, i - side, i + side].map(near => grown[i]! - grown[near]!);
        if (around.every(step => step > 24) || around.every(step => step < -24)) specks++;
      }
    }
    // Sampling without smoothing leaves 94.
    expect(specks).toBeLessThan(50);
  });
});

describe('strokes', () => {
  const side = 100;
  // A green leg that the network missed, on blue ground; and a red box that it kept entirely.
  const isLeg = (x: number, y: number) => x >= 60 && x < 76 && y >= 20 && y < 90;
  const isBox = (x: number, y: number) => x >= 10 && x < 40 && y >= 20 && y < 60;
  const picture = draw(side, side, (x, y) => (isLeg(x, y) ? green : isBox(x, y) ? red : blue));
  const at = (i: number) => [i % side, Math.floor(i / side)] as const;
  const matte: CoarseMatte = {
    alpha: Float32Array.from({ length: side * side }, (_, i) => (isBox(...at(i)) ? 1 : 0)),
    guide: picture.data,
    width: side,
    height: side,
  };
  const stroke = (isPainted: (x: number, y: number) => boolean) =>
    Float32Array.from({ length: side * side }, (_, i) => (isPainted(...at(i)) ? 1 : 0));

  it('a keep stroke adds the whole object that it crosses, up to its edges', () => {
    const { alpha } = followAllStrokes(matte, { keep: stroke((x, y) => x >= 67 && x < 70 && y >= 25 && y < 85) });
    const value = (x: number, y: number) => alpha[y * side + x];
    expect([value(61, 50), value(74, 50), value(68, 30)]).toEqual([1, 1, 1]);
    expect([value(58, 50), value(77, 50), value(90, 50), value(68, 95)]).toEqual([0, 0, 0, 0]);
    expect(value(20, 40)).toBe(1);
  });

  it('an erase stroke removes the object that it crosses, except what a keep stroke beside it covers', () => {
    const erase = stroke((x, y) => x >= 14 && x < 18 && y >= 24 && y < 56);
    const keep = stroke((x, y) => x >= 34 && x < 37 && y >= 24 && y < 56);
    const erased = followAllStrokes(matte, { erase }).alpha;
    expect([erased[40 * side + 12], erased[40 * side + 22]]).toEqual([0, 0]);
    const both = followAllStrokes(matte, { erase, keep }).alpha;
    expect([both[40 * side + 12], both[40 * side + 16], both[40 * side + 35], both[40 * side + 38]]).toEqual([
      0, 0, 1, 1,
    ]);
  });
});

describe('a stroke over what is not even', () => {
  const side = 240;
  // A leaf with a bright vein in every third row of pixels, on brown ground with a pattern; the matte lacks it, or its right part.
  const isLeaf = (x: number, y: number) => y >= 80 && y < 108 && x < 200;
  const picture = draw(side, side, (x, y) => {
    if (!isLeaf(x, y)) return [120 + ((x * 5 + y) % 9), 85 + ((y * 7) % 9), 70];
    return y % 3 === 0 ? [130, 190, 70] : [45 + ((x * 3 + y * 11) % 14), 95, 25];
  });
  const matteOf = (isIn: (x: number, y: number) => boolean): CoarseMatte => ({
    alpha: Float32Array.from({ length: side * side }, (_, i) => (isIn(i % side, Math.floor(i / side)) ? 1 : 0)),
    guide: picture.data,
    width: side,
    height: side,
  });
  const painted = Float32Array.from({ length: side * side }, (_, i) =>
    Math.abs((i % side) - 120) < 12 && Math.abs(Math.floor(i / side) - 94) < 8 ? 1 : 0,
  );
  const at = ({ alpha }: CoarseMatte, x: number, y: number) => alpha[y * side + x]!;

  it('adds a whole leaf with its veins, and not the ground', () => {
    const kept = followAllStrokes(
      matteOf((x, y) => isLeaf(x, y) && x < 60),
      { keep: painted },
    );
    expect([at(kept, 70, 85), at(kept, 195, 90), at(kept, 150, 105)].every(value => value > 0.9)).toBe(true);
    expect([at(kept, 225, 94), at(kept, 120, 114), at(kept, 120, 75)]).toEqual([0, 0, 0]);
  });

  it('removes a leaf around it, up to a stroke that keeps', () => {
    const erased = followAllStrokes(matteOf(isLeaf), { erase: painted });
    expect([at(erased, 88, 94), at(erased, 150, 94), at(erased, 120, 85)].every(value => value < 0.1)).toBe(true);
    const fence = Float32Array.from({ length: side * side }, (_, i) => (Math.abs((i % side) - 98) < 4 ? 1 : 0));
    const both = followAllStrokes(matteOf(isLeaf), { erase: painted, keep: fence });
    expect([at(both, 120, 94), at(both, 98, 94), at(both, 88, 94)]).toEqual([0, 1, 1]);
  });

  it('adds the hair of a photograph, and neither the blouse nor the sky', async () => {
    const { data, info } = await sharp(photos.womanGreen).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const size = { width: info.width, height: info.height };
    const mask = (isWhite: (x: number, y: number) => boolean) =>
      Uint8Array.from({ length: size.width * size.height }, (_, i) =>
        isWhite(i % size.width, Math.floor(i / size.width)) ? 255 : 0,
      );
    const { alpha } = await findMatte(
      { data, ...size },
      {
        given: { data: mask(() => false), ...size },
        keep: { data: mask((x, y) => Math.abs(x - 255) < 30 && Math.abs(y - 60) < 10), ...size },
      },
    );
    const value = (x: number, y: number) => alpha[y * size.width + x]!;
    expect([value(300, 45), value(340, 60), value(245, 80)].every(each => each > 200)).toBe(true);
    expect([value(450, 60), value(150, 40), value(350, 350), value(260, 170)]).toEqual([0, 0, 0, 0]);
  });
});

describe('a stroke on a full-size matte', () => {
  const isInFirst = (x: number, y: number) => x >= 60 && x < 200 && y >= 100 && y < 300;
  const isInSecond = (x: number, y: number) => x >= 420 && x < 480 && y >= 170 && y < 230;
  const twoBoxes = draw(600, 400, (x, y) => (isInFirst(x, y) ? red : isInSecond(x, y) ? green : blue));
  const mask = (isWhite: (x: number, y: number) => boolean): Painted => ({
    data: Uint8Array.from({ length: 600 * 400 }, (_, i) => (isWhite(i % 600, Math.floor(i / 600)) ? 255 : 0)),
    width: 600,
    height: 400,
  });

  it('adds the object up to its edge and leaves the rest byte for byte', async () => {
    const given = mask(isInFirst);
    // A value that no edge explains, far from the stroke.
    given.data[390 * 600 + 20] = 77;
    const keep = mask((x, y) => Math.hypot(x - 450, y - 200) < 20);
    const { alpha, engine } = await findMatte(twoBoxes, { given, keep });
    expect(engine).toBeUndefined();
    const at = (x: number, y: number) => alpha[y * 600 + x]!;
    expect([at(450, 200), at(424, 200) >= 250, at(450, 226) >= 250]).toEqual([255, true, true]);
    expect([at(414, 200), at(486, 200), at(450, 164)]).toEqual([0, 0, 0]);
    expect([at(20, 390), at(130, 200)]).toEqual([77, 255]);
    expect(given.data[200 * 600 + 450]).toBe(0);
  });

  it('removes a part', async () => {
    const given = mask((x, y) => isInFirst(x, y) || isInSecond(x, y));
    const erase = mask((x, y) => Math.hypot(x - 450, y - 200) < 20);
    const { alpha } = await findMatte(twoBoxes, { given, erase });
    expect([alpha[200 * 600 + 450], alpha[200 * 600 + 426]! <= 5, alpha[200 * 600 + 130]]).toEqual([0, true, 255]);
  });
});

it('with a given matte, the progress is complete at once', async () => {
  const given = { data: new Uint8Array(200 * 100).fill(255), width: 200, height: 100 };
  const steps: number[] = [];
  const { alpha } = await findMatte(redBox, { given, progress: fraction => steps.push(fraction) });
  expect(alpha).toEqual(given.data);
  expect(steps.at(-1)).toBe(1);
});
