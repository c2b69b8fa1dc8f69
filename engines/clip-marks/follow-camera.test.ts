// The camera is tracked over the whole frame, ignoring a mark that stays in place.
import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { boxBlur } from '../pixels/box-filter.ts';
import { cameraMotion, followCamera } from './follow-camera.ts';
import { emptyPatch, type Frame } from './patch.ts';

const [width, height] = [320, 180];
const sceneSide = 400;
const box = { x: 100, y: 40, w: 140, h: 100 };

function drawScene(start: number): Float32Array {
  const random = mulberry32(start);
  const noise = Float32Array.from({ length: sceneSide ** 2 }, () => random() - 0.5);
  return boxBlur(noise, sceneSide, sceneSide, 3).map(value => 120 + 500 * value);
}

/** Draws a scene moved by some pixels, with a pattern in the box that does not move. */
function drawFrame(scene: Float32Array, left: number, top: number): Frame {
  const data = new Uint8Array((width * height * 3) / 2).fill(128);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isInBox = x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h;
      data[y * width + x] = isInBox ? (x * 37 + y * 91) % 200 : Math.round(scene[(y + top) * sceneSide + x + left]!);
    }
  }
  return { data, width, height };
}

test('the motion of the scene is found around a mark that covers much of the frame, and a cut starts a new scene', () => {
  const follow = followCamera([box], { width, height });
  const [first, second] = [drawScene(3), drawScene(1234)];
  const frames = [
    ...[0, 1, 2, 3].map(k => drawFrame(first, 20 + 4 * k, 30 - 3 * k)),
    ...[0, 1].map(k => drawFrame(second, 10 + 2 * k, 10)),
  ];
  const patches = frames.map(() => emptyPatch(2, 2));
  const camera = new Map(frames.map((frame, k) => [patches[k]!, follow(frame, k === 0)]));
  expect(cameraMotion(camera, patches[0]!, patches[3]!)).toEqual({ x: -12, y: 9 });
  expect(cameraMotion(camera, patches[3]!, patches[4]!)).toBeUndefined();
  expect(cameraMotion(camera, patches[4]!, patches[5]!)).toEqual({ x: -2, y: 0 });
});
