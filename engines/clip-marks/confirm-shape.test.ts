// A moving scene separates suspected pixels: those of the mark stay suspected, those of the scene are cleared.
import { expect, test } from 'vitest';
import { confirmShape } from './confirm-shape.ts';
import { darkDisc, distanceAt, drawMarked, drawRun, height, middle, white, width } from './test-moving-mark.ts';

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
    if (distance < darkDisc.ringRadius) {
      marked++;
      found += confirmed[i]!;
    } else if (distance > darkDisc.ringRadius + 4) {
      clean++;
      freed += confirmed[i] ? 0 : 1;
    }
  }
  expect(found / marked).toBeGreaterThan(0.98);
  expect(freed / clean).toBeGreaterThan(0.9);
});

test('a narrow hole in the mark that was never suspected is filled', () => {
  const suspected = suspectAll();
  const isHole = (x: number, y: number) => Math.abs(x - middle.x) < 9 && Math.abs(y - middle.y) < 3;
  for (let i = 0; i < suspected.length; i++) if (isHole(i % width, Math.floor(i / width))) suspected[i] = 0;
  const confirmed = confirmShape([drawRun(60)], suspected);
  const missing = [...confirmed.keys()].filter(i => isHole(i % width, Math.floor(i / width)) && !confirmed[i]);
  expect(missing).toEqual([]);
});

/** Distance in pixels from the rim of a plate of 80 by 28 pixels in the middle; negative outside. */
const depthAt = (x: number, y: number) => Math.min(40 - Math.abs(x - middle.x), 14 - Math.abs(y - middle.y));

test.each([
  { mark: 'a plate', isMarked: (depth: number) => depth > 0, share: 1 },
  { mark: 'a frame', isMarked: (depth: number) => depth > 0 && depth <= 6, share: 0 },
])('the inside of $mark is part of the mark by a share of $share', ({ isMarked, share }) => {
  const run = drawMarked(60, (x, y) => (isMarked(depthAt(x, y)) ? { level: white } : undefined));
  const confirmed = confirmShape([run], suspectAll());
  const inside = [...confirmed.keys()].filter(i => depthAt(i % width, Math.floor(i / width)) > 10);
  expect(inside.length).toBeGreaterThan(400);
  expect(inside.reduce((sum, i) => sum + confirmed[i]!, 0) / inside.length).toBeCloseTo(share, 1);
});

test('what is clean in one run is cleared, although it looks like a mark in most frames', () => {
  const isBar = (x: number, y: number) => Math.abs(x - middle.x) < 30 && Math.abs(y - 76) < 6;
  const plate = (x: number, y: number) => (depthAt(x, y) > 0 ? { level: white } : undefined);
  const first = drawMarked(60, (x, y) => plate(x, y) ?? (isBar(x, y) ? { level: white } : undefined));
  const confirmed = confirmShape([first, first.slice(), first.slice(), drawMarked(60, plate)], suspectAll());
  const share = (isWanted: (x: number, y: number) => boolean) => {
    const places = [...confirmed.keys()].filter(i => isWanted(i % width, Math.floor(i / width)));
    return places.reduce((sum, i) => sum + confirmed[i]!, 0) / places.length;
  };
  expect(share((x, y) => depthAt(x, y) > 0)).toBeGreaterThan(0.98);
  expect(share((x, y) => isBar(x, y) && Math.abs(y - 76) < 4)).toBeLessThan(0.1);
});
