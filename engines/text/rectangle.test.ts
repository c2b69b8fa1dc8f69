// Convex hulls and tilted rectangles around points.
import { describe, expect, it } from 'vitest';
import { boundsOf, cornersOf, findHull, findSmallestRectangle, growRectangle, type Point } from './rectangle.ts';

function tilted(width: number, height: number, angle: number): Point[] {
  const points: Point[] = [];
  for (let u = -5; u <= 5; u++) {
    for (let v = -5; v <= 5; v++) {
      const [x, y] = [(u / 10) * width, (v / 10) * height];
      points.push([50 + x * Math.cos(angle) - y * Math.sin(angle), 30 + x * Math.sin(angle) + y * Math.cos(angle)]);
    }
  }
  return points;
}

it('the hull has the corners and no inner points', () => {
  const hull = findHull([
    [0, 0],
    [4, 0],
    [4, 3],
    [0, 3],
    [2, 1],
    [1, 2],
    [2, 0],
  ]);
  expect(hull).toHaveLength(4);
  expect(hull).not.toContainEqual([2, 1]);
});

describe('the minimum-area rectangle', () => {
  it.each([0, 5, -12, 40, -44])('of a box rotated by %i degrees is that box', degrees => {
    const angle = (degrees * Math.PI) / 180;
    const { centre, width, height, angle: found } = findSmallestRectangle(tilted(80, 10, angle));
    expect(found).toBeCloseTo(angle, 5);
    expect([width, height]).toEqual([expect.closeTo(80, 5), expect.closeTo(10, 5)]);
    expect(centre).toEqual([expect.closeTo(50, 5), expect.closeTo(30, 5)]);
  });

  it('of a tall box has the horizontal side as its width, so that its first corner is top left', () => {
    const rectangle = findSmallestRectangle(tilted(10, 80, 0.1));
    expect(rectangle.width).toBeCloseTo(10, 5);
    const [topLeft, topRight, bottomRight, bottomLeft] = cornersOf(rectangle);
    expect(topLeft[0]).toBeLessThan(topRight[0]);
    expect(topLeft[1]).toBeLessThan(bottomLeft[1]);
    expect(bottomRight[1]).toBeGreaterThan(topRight[1]);
  });

  it('grows on all sides', () => {
    const grown = growRectangle(findSmallestRectangle(tilted(80, 10, 0)), 3);
    expect(boundsOf(cornersOf(grown))).toEqual({
      x: expect.closeTo(7, 5),
      y: expect.closeTo(22, 5),
      w: expect.closeTo(86, 5),
      h: expect.closeTo(16, 5),
    });
  });

  it('of a single point and of a line has no area', () => {
    expect(findSmallestRectangle([[3, 4]])).toMatchObject({ width: 0, height: 0 });
    expect(
      findSmallestRectangle([
        [0, 0],
        [10, 0],
      ]).width,
    ).toBeCloseTo(10, 5);
  });
});
