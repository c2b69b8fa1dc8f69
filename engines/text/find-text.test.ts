// Text detection: regions of a drawn map, and the network on a drawn page.
import { describe, expect, it } from 'vitest';
import { findText, findTextMap } from './find-text.ts';
import { boundsOf, cornersOf } from './rectangle.ts';
import { defaultRules, findRegions } from './regions.ts';
import { drawPage, toPixels } from './test-page.ts';

function drawMap(width: number, height: number, parts: readonly (readonly number[])[]) {
  const map = new Float32Array(width * height);
  for (const [x0 = 0, y0 = 0, w = 0, h = 0, value = 0] of parts)
    for (let y = y0; y < y0 + h; y++) map.fill(value, y * width + x0, y * width + x0 + w);
  return { map, width, height };
}

describe('regions of a map', () => {
  it('are grown by area over perimeter', () => {
    const [region, ...others] = findRegions(drawMap(64, 32, [[10, 10, 40, 6, 0.9]]));
    expect(others).toEqual([]);
    expect(region!.score).toBeCloseTo(0.9, 5);
    const by = (40 * 6 * defaultRules.growth) / (2 * 46);
    const { x, y, w, h } = boundsOf(cornersOf(region!.rectangle));
    expect([x, y, w, h]).toEqual([10 - by, 10 - by, 40 + 2 * by, 6 + 2 * by].map(value => expect.closeTo(value, 4)));
  });

  it('that are faint, uncertain or single specks are dropped', () => {
    const map = drawMap(64, 32, [
      [2, 2, 20, 5, 0.2],
      [2, 12, 20, 5, 0.4],
      [40, 4, 1, 9, 0.9],
    ]);
    expect(findRegions(map)).toEqual([]);
  });
});

describe('on a page', () => {
  it('two lines are found at their positions, also across tiles', async () => {
    const page = await drawPage({ width: 1500, height: 200 }, [
      { text: 'Harbour', x: 40, y: 40 },
      { text: '图书馆每周开放', x: 1200, y: 120, size: 30 },
    ]);
    const boxes = (await findText(await toPixels(page))).map(({ quad }) => boundsOf(quad));
    expect(boxes).toHaveLength(2);
    const [left, right] = boxes.sort((a, b) => a.x - b.x);
    expect(left!.x).toBeGreaterThan(25);
    expect(left!.x + left!.w).toBeLessThan(160);
    expect(right!.x).toBeGreaterThan(1180);
    expect(right!.y + right!.h / 2).toBeGreaterThan(125);
    expect(right!.y + right!.h / 2).toBeLessThan(160);
  });

  it('the map has sides that are multiples of 32, and only the boxes with the highest scores are kept', async () => {
    const page = await drawPage({ width: 300, height: 170 }, [
      { text: 'One line', x: 20, y: 20 },
      { text: 'Another one', x: 20, y: 90 },
    ]);
    const pixels = await toPixels(page);
    const { map, width, height } = await findTextMap(pixels, { longEdge: 200 });
    expect([width, height, map.length]).toEqual([192, 128, 192 * 128]);
    expect(await findText(pixels, { maxBoxes: 1 })).toHaveLength(1);
  });

  it('an empty page and a single pixel have no text', async () => {
    expect(await findText({ data: new Uint8Array(90 * 40 * 3).fill(255), width: 90, height: 40 })).toEqual([]);
    expect(await findText({ data: new Uint8Array(3), width: 1, height: 1 })).toEqual([]);
  });
});
