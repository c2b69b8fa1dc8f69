// Captcha pictures: their sizes, the changed areas, and that no two are alike.
import { captchaSize } from 'contract/routes/captcha.ts';
import { expect, test } from 'vitest';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';
import { drawBlockPuzzle, planBlocks } from './block-puzzle.ts';
import { drawClickWord, signsOf } from './click-word.ts';
import { DrawerBusy, openCaptchaDrawer } from './drawer.ts';
import { figureKinds, makeDrawing, paintDrawing } from './figures.ts';
import { likenessOf, makeShapes } from './likeness.ts';

const { width, height, piece } = captchaSize;
const grey = (): Pixels => ({ data: new Uint8Array(width * height * 3).fill(128), width, height });

async function decode(base64: string) {
  const { data, info } = await sharp(Buffer.from(base64, 'base64')).raw().toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

test('a slider has a picture of 310 × 155 and a piece of 50 × 155 that is visible only within its outline', async () => {
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

test('the picture is changed in the outline of the piece at every hole, and nowhere else', async () => {
  const plan = await planBlocks();
  const drawn = await drawBlockPuzzle({ plan, scene: grey() });
  const [original, jigsaw] = [await decode(drawn.originalImageBase64), await decode(drawn.jigsawImageBase64!)];
  const isChanged = (x: number, y: number) => Math.abs(original.data[(y * width + x) * 3]! - 128) > 25;
  const isPiece = (u: number, y: number) => u >= 0 && u < piece && jigsaw.data[(y * piece + u) * 4 + 3]! > 127;
  const isNearPiece = (u: number, y: number) => [-1, 0, 1].some(du => [-1, 0, 1].some(dy => isPiece(u + du, y + dy)));
  const rows = Array.from({ length: height }, (_, y) => y);
  const pixels = rows.flatMap(y => Array.from({ length: width }, (_, x) => [x, y] as const));
  const changed = pixels.filter(([x, y]) => isChanged(x, y));
  // A figure may stick out into a dent.
  const isOfFigure = (u: number, y: number) => Math.hypot(u - piece / 2, y - plan.y - piece / 2) < 24;
  const isOfHole = (x: number, y: number) =>
    plan.holes.some(hole => isNearPiece(x - hole.x, y) || isOfFigure(x - hole.x, y));
  expect(changed.filter(([x, y]) => !isOfHole(x, y))).toEqual([]);
  for (const hole of plan.holes) {
    const own = pixels.filter(([x, y]) => isPiece(x - hole.x, y));
    expect(own.filter(([x, y]) => isChanged(x, y)).length / own.length).toBeGreaterThan(0.65);
  }
  expect(drawn.answer).toEqual([{ x: plan.holes[0]!.x, y: 5 }]);
});

test('one hole holds a figure of the kind on the piece; holes never touch, and the right one is anywhere in the row', async () => {
  const seen = new Set<number>();
  for (let i = 0; i < 70; i++) {
    const { holes, onPiece } = await planBlocks();
    expect(holes.map(({ drawing }) => drawing.kind).indexOf(onPiece.kind)).toBe(0);
    expect(new Set(holes.map(({ drawing }) => drawing.kind)).size).toBe(7);
    expect(holes[0]!.drawing).not.toEqual(onPiece);
    const xs = holes.map(({ x }) => x).sort((a, b) => a - b);
    for (const [k, x] of xs.entries()) if (k > 0) expect(x - xs[k - 1]!).toBeGreaterThanOrEqual(33);
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...xs)).toBeLessThanOrEqual(258);
    seen.add(xs.indexOf(holes[0]!.x));
  }
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('the similarity of drawings does not reveal the right hole', async () => {
  const places = Array.from({ length: 7 }, () => 0);
  for (let i = 0; i < 80; i++) {
    const { holes, onPiece, isPieceFilled } = await planBlocks();
    const [own, ...others] = await makeShapes([
      { drawing: onPiece, isFilled: isPieceFilled },
      ...holes.map(({ drawing }) => ({ drawing, isFilled: !isPieceFilled })),
    ]);
    const [right, ...wrong] = others.map(({ upright }) => likenessOf(upright, own!.moved));
    places[wrong.filter(one => one > right!).length]!++;
  }
  // 11 for each place if the distribution were uniform. With drawings chosen at random, the right one is the most similar in about 45.
  expect(Math.max(...places)).toBeLessThan(33);
});

test('every kind of figure is visible, stays near its place, and differs in each drawing', async () => {
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

test('no two pictures are alike, even with the same plan', async () => {
  const plan = await planBlocks();
  const same = await Promise.all([1, 2, 3].map(() => drawBlockPuzzle({ plan, scene: grey() })));
  const fresh = await Promise.all([1, 2, 3, 4, 5].map(() => drawBlockPuzzle()));
  const all = [...same, ...fresh];
  expect(new Set(all.map(drawn => drawn.originalImageBase64)).size).toBe(8);
  expect(new Set(all.map(drawn => drawn.jigsawImageBase64)).size).toBe(8);
});

test.each(['zh', 'en'] as const)('%s signs stand where the answer says', async language => {
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

test('the signs of a picture differ', () => {
  for (const language of ['zh', 'en'] as const) expect(new Set(signsOf(language)).size).toBe(signsOf(language).length);
});

test('the drawing thread draws both kinds, and refuses when too many wait', async () => {
  const drawer = openCaptchaDrawer();
  try {
    const [slider, words] = await Promise.all([drawer.draw('blockPuzzle', 'zh'), drawer.draw('clickWord', 'en')]);
    expect([slider.wordList, words.jigsawImageBase64]).toEqual([null, null]);
    const many = await Promise.allSettled(Array.from({ length: 45 }, () => drawer.draw('clickWord', 'en')));
    const refused = many.filter(one => one.status === 'rejected').map(one => one.reason);
    expect(refused).toHaveLength(5);
    for (const reason of refused) expect(reason).toBeInstanceOf(DrawerBusy);
  } finally {
    await drawer.close();
  }
});
