// A moving scene separates suspected pixels: those of the mark stay suspected, those of the scene are cleared.
import { expect, test } from 'vitest';
import { boxBlur } from '../pixels/box-filter.ts';
import { confirmShape } from './confirm-shape.ts';
import { emptyPatch, type Patch } from './patch.ts';

const [width, height] = [168, 104];
const sceneSide = 512;

/** A scene with coarse and fine texture, deterministic. */
function drawScene(): Float32Array {
  let seed = 7;
  const noise = Float32Array.from({ length: sceneSide * sceneSide }, () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31 - 0.5;
  });
  const [fine, rough] = [1, 5].map(radius => boxBlur(noise, sceneSide, sceneSide, radius));
  return fine!.map((value, i) => 120 + 150 * value + 700 * rough![i]!);
}

const middle = { x: 84, y: 52 };
const distanceAt = (x: number, y: number) => Math.hypot(x - middle.x, y - middle.y);
/** The mark is a dark disc in a white ring. The scene beneath it has as many dark pixels as bright ones. */
const discRadius = 15;
const ringRadius = 21;
const opacity = 0.7;
const markedLevel = (distance: number) => (distance < discRadius ? 95 : 235);

/** Draws `frames` frames of a scene that moves by three pixels per frame. */
function drawRun(frames: number): Patch[] {
  const scene = drawScene();
  return Array.from({ length: frames }, (_, number) => {
    const patch = emptyPatch(width, height);
    for (const plane of [patch[1], patch[2]]) plane.data.fill(128);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const level = scene[(y + number + 20) * sceneSide + x + number * 3 + 20]!;
        const distance = distanceAt(x, y);
        const seen = distance < ringRadius ? (1 - opacity) * level + opacity * markedLevel(distance) : level;
        patch[0].data[y * width + x] = Math.max(16, Math.min(235, Math.round(seen)));
      }
    }
    return patch;
  });
}

const suspectAll = () => {
  const suspected = new Uint8Array(width * height);
  for (let y = 14; y < 90; y++) suspected.fill(1, y * width + 34, y * width + 134);
  return suspected;
};

test('a disc wider than the motion between two compared frames is confirmed whole, and the clean pixels around it are cleared', () => {
  const suspected = suspectAll();
  const confirmed = confirmShape([drawRun(60)], suspected);
  let [found, marked, freed, clean] = [0, 0, 0, 0];
  for (const [i, value] of suspected.entries()) {
    if (!value) continue;
    const distance = distanceAt(i % width, Math.floor(i / width));
    if (distance < ringRadius) {
      marked++;
      found += confirmed[i]!;
    } else if (distance > ringRadius + 4) {
      clean++;
      freed += confirmed[i] ? 0 : 1;
    }
  }
  expect(found / marked).toBeGreaterThan(0.98);
  expect(freed / clean).toBeGreaterThan(0.9);
});

test('a narrow hole in the mark that never looked like one is part of it', () => {
  const suspected = suspectAll();
  const isHole = (x: number, y: number) => Math.abs(x - middle.x) < 9 && Math.abs(y - middle.y) < 3;
  for (let i = 0; i < suspected.length; i++) if (isHole(i % width, Math.floor(i / width))) suspected[i] = 0;
  const confirmed = confirmShape([drawRun(60)], suspected);
  const missing = [...confirmed.keys()].filter(i => isHole(i % width, Math.floor(i / width)) && !confirmed[i]);
  expect(missing).toEqual([]);
});
