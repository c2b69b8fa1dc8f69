// Captcha images: sizes, changed areas, answers, and the variation between drawings.
import { captchaSize } from 'contract/routes/captcha.ts';
import { expect, test } from 'vitest';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';
import { drawBlockPuzzle, planPuzzle } from './block-puzzle.ts';
import { drawClickWord, signsOf } from './click-word.ts';
import { openCaptchaDrawer } from './drawer.ts';
import { drawFigureRow, planRow } from './figure-row.ts';
import { figureKinds, makeDrawing, paintDrawing } from './figures.ts';
import { drawScene } from './scene.ts';

const { width, height, piece } = captchaSize;
const grey = (): Pixels => ({ data: new Uint8Array(width * height * 3).fill(128), width, height });

async function decode(base64: string) {
  const { data, info } = await sharp(Buffer.from(base64, 'base64')).raw().toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

test('a slider has an image of 310 × 155 and a piece of 50 × 155 that is visible only within its outline', async () => {
  const drawn = await drawBlockPuzzle();
  const [original, jigsaw] = [await decode(drawn.originalImageBase64), await decode(drawn.jigsawImageBase64!)];
  expect([original.width, original.height, original.channels]).toEqual([width, height, 3]);
  expect([jigsaw.width, jigsaw.height, jigsaw.channels]).toEqual([piece, height, 4]);
  const seen = Array.from({ length: piece * height }, (_, i) => i).filter(i => jigsaw.data[i * 4 + 3]! > 127);
  const [columns, rows] = [seen.map(i => i % piece), seen.map(i => Math.floor(i / piece))];
  const [wide, tall] = [columns, rows].map(list => Math.max(...list) - Math.min(...list) + 1);
  for (const side of [wide, tall]) {
    expect(side).toBeGreaterThanOrEqual(29);
    expect(side).toBeLessThanOrEqual(50);
  }
  expect(seen.length).toBeGreaterThan(600);
});

const square = Array.from({ length: piece * piece }, (_, i) => [i % piece, Math.floor(i / piece)] as const);

test('the image changes only at the hole and the decoy, and the piece has the original pixels of the hole', async () => {
  let plan = planPuzzle();
  while (!plan.decoy) plan = planPuzzle();
  const scene = grey();
  for (let i = 0; i < scene.data.length; i += 3) scene.data[i] = (i / 3) % 200;
  const drawn = await drawBlockPuzzle({ plan, scene });
  const [original, jigsaw] = [await decode(drawn.originalImageBase64), await decode(drawn.jigsawImageBase64!)];
  const { hole, decoy } = plan;
  const isIn = ({ x, y }: { x: number; y: number }, i: number) =>
    (i % width) - x >= -1 &&
    (i % width) - x <= piece &&
    Math.floor(i / width) - y >= -1 &&
    Math.floor(i / width) - y <= piece;
  const strangers = Array.from({ length: width * height }, (_, i) => i).filter(
    i => !isIn(hole, i) && !isIn(decoy, i) && Math.abs(original.data[i * 3 + 1]! - 128) > 25,
  );
  expect(strangers).toEqual([]);
  const deep = square.filter(([u, v]) => hole.outline(u + 0.5 - piece / 2, v + 0.5 - piece / 2) < -3);
  for (const [u, v] of deep) {
    const at = (hole.y + v) * width + hole.x + u;
    expect(Math.abs(original.data[at * 3 + 1]! - 128)).toBeGreaterThan(40);
    const cut = ((hole.y + v) * piece + u) * 4;
    expect([...jigsaw.data.subarray(cut, cut + 4)]).toEqual([...scene.data.subarray(at * 3, at * 3 + 3), 255]);
  }
  expect(drawn.answer).toEqual([{ x: hole.x, y: 5 }]);
});

test('a hole lies anywhere the slider reaches, and most puzzles have one decoy beside it with a different outline', () => {
  const plans = Array.from({ length: 300 }, planPuzzle);
  const xs = plans.map(({ hole }) => hole.x);
  expect([Math.min(...xs) >= 54, Math.min(...xs) < 70, Math.max(...xs) > 240, Math.max(...xs) <= 256]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const decoys = plans.filter(({ decoy }) => decoy);
  expect(decoys.length).toBeGreaterThan(120);
  expect(decoys.length).toBeLessThan(240);
  for (const { hole, decoy } of decoys) {
    expect(Math.abs(hole.x - decoy!.x)).toBeGreaterThanOrEqual(piece);
    const differing = square.filter(([u, v]) => {
      const [a, b] = [u + 0.5 - piece / 2, v + 0.5 - piece / 2];
      return hole.outline(a, b) < 0 !== decoy!.outline(a, b) < 0;
    });
    expect(differing.length).toBeGreaterThan(200);
  }
});

test('a hole is clearly visible on light, dark and busy images', async () => {
  for (let i = 0; i < 10; i++) {
    const plan = planPuzzle();
    const scene = await drawScene({ width, height });
    const original = await decode((await drawBlockPuzzle({ plan, scene })).originalImageBase64);
    const { hole } = plan;
    const inside = square.filter(([u, v]) => hole.outline(u + 0.5 - piece / 2, v + 0.5 - piece / 2) < -3);
    const steps = inside.map(([u, v]) => {
      const at = ((hole.y + v) * width + hole.x + u) * 3;
      const luma = (data: Uint8Array) => data[at]! * 0.3 + data[at + 1]! * 0.59 + data[at + 2]! * 0.11;
      return luma(original.data) - luma(scene.data);
    });
    expect(Math.abs(steps.reduce((sum, step) => sum + step, 0) / steps.length)).toBeGreaterThan(45);
  }
});

test('exactly one hole of a figure row has the kind of figure on the piece, anywhere in the row, and the holes never touch', () => {
  const seen = new Set<number>();
  for (let i = 0; i < 70; i++) {
    const { holes, onPiece } = planRow();
    expect(holes.map(({ drawing }) => drawing.kind).indexOf(onPiece.kind)).toBe(0);
    expect(new Set(holes.map(({ drawing }) => drawing.kind)).size).toBe(5);
    expect(holes[0]!.drawing).not.toEqual(onPiece);
    const xs = holes.map(({ x }) => x).sort((a, b) => a - b);
    for (const [k, x] of xs.entries()) if (k > 0) expect(x - xs[k - 1]!).toBeGreaterThanOrEqual(40);
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...xs)).toBeLessThanOrEqual(258);
    seen.add(xs.indexOf(holes[0]!.x));
  }
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4]);
});

test('the answer to a figure row is the hole with the figure of the piece', async () => {
  const plan = planRow();
  const drawn = await drawFigureRow({ plan, scene: grey() });
  expect([drawn.hasFigures, drawn.answer]).toEqual([true, [{ x: plan.holes[0]!.x, y: 5 }]]);
});

test('every kind of figure is visible, stays near its position and differs between drawings', async () => {
  for (const kind of figureKinds) {
    const drawings = [makeDrawing(kind), makeDrawing(kind)];
    expect(drawings[0], kind).not.toEqual(drawings[1]);
    for (const drawing of drawings) {
      const figure = paintDrawing(drawing, 30, 30, { isFilled: false, colour: '#fff', lineColour: '#000' });
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60"/>${figure}</svg>`;
      const pixels = await sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer();
      const inked = [...pixels.keys()].filter(i => pixels[i]! > 127);
      expect(inked.length, kind).toBeGreaterThan(40);
      const far = inked.map(i => Math.hypot((i % 60) - 30, Math.floor(i / 60) - 30));
      expect(Math.max(...far), kind).toBeLessThan(26);
    }
  }
});

test('no two images are identical, even with the same plan', async () => {
  const [puzzle, row] = [planPuzzle(), planRow()];
  const all = await Promise.all([
    ...[1, 2].map(() => drawBlockPuzzle({ plan: puzzle })),
    ...[1, 2].map(() => drawBlockPuzzle()),
    ...[1, 2].map(() => drawFigureRow({ plan: row, scene: grey() })),
    ...[1, 2].map(() => drawFigureRow()),
  ]);
  expect(new Set(all.map(drawn => drawn.originalImageBase64)).size).toBe(8);
  expect(new Set(all.map(drawn => drawn.jigsawImageBase64)).size).toBe(8);
});

test.each(['zh', 'en'] as const)('%s signs are drawn at the positions in the answer', async language => {
  const scene = grey();
  const drawn = await drawClickWord(language, scene);
  const original = await decode(drawn.originalImageBase64);
  expect([original.width, original.height, drawn.wordList!.length, drawn.answer.length]).toEqual([width, height, 3, 3]);
  expect(new Set(drawn.wordList).size).toBe(3);
  for (const sign of drawn.wordList!) expect(signsOf(language)).toContain(sign);
  for (const { x, y } of drawn.answer) {
    const inked: [number, number][] = [];
    for (let v = -22; v <= 22; v++)
      for (let u = -22; u <= 22; u++)
        if (Math.abs(original.data[((y + v) * width + x + u) * 3]! - 128) > 25) inked.push([u, v]);
    expect(inked.length).toBeGreaterThan(120);
    for (const k of [0, 1])
      expect(Math.abs(inked.reduce((sum, point) => sum + point[k]!, 0) / inked.length)).toBeLessThan(7);
  }
});

test('the border of a sign has corners on all four sides', async () => {
  const corners = [-1, 1].flatMap(u => [-1, 1].map(v => ({ u, v, all: 0, bare: 0 })));
  for (let round = 0; round < 8; round++) {
    const drawn = await drawClickWord('zh', grey());
    const { data } = await decode(drawn.originalImageBase64);
    const levelAt = (x: number, y: number) => data[(y * width + x) * 3]! - 128;
    for (const at of drawn.answer)
      for (let y = at.y - 22; y <= at.y + 22; y++)
        for (let x = at.x - 22; x <= at.x + 22; x++) {
          const body = levelAt(x, y);
          const isBorder = (level: number) => level * body < 0 && Math.abs(level) > 25;
          if (Math.abs(body) < 50) continue;
          for (const corner of corners) {
            if (!isBorder(levelAt(x + corner.u, y)) || !isBorder(levelAt(x, y + corner.v))) continue;
            corner.all++;
            if (!isBorder(levelAt(x + corner.u, y + corner.v))) corner.bare++;
          }
        }
  }
  for (const { u, v, all, bare } of corners) {
    expect(all, `${u}, ${v}`).toBeGreaterThan(40);
    expect(bare / all, `${u}, ${v}: ${bare} of ${all}`).toBeLessThan(0.25);
  }
});

test('no sign is listed twice', () => {
  for (const language of ['zh', 'en'] as const) expect(new Set(signsOf(language)).size).toBe(signsOf(language).length);
});

test('the drawing thread draws both kinds and gives suspects figures', async () => {
  const drawer = openCaptchaDrawer();
  try {
    const letters = { kind: 'clickWord', language: 'en', isSuspect: false } as const;
    const [slider, row, words] = await Promise.all([
      drawer.draw({ ...letters, kind: 'blockPuzzle' }),
      drawer.draw({ ...letters, kind: 'blockPuzzle', isSuspect: true }),
      drawer.draw({ ...letters, isSuspect: true }),
    ]);
    expect([slider.wordList, words.jigsawImageBase64]).toEqual([null, null]);
    expect([slider, row, words].map(({ hasFigures }) => hasFigures)).toEqual([false, true, false]);
  } finally {
    await drawer.close();
  }
});
