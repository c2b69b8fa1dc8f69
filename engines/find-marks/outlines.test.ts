// Outlines with gaps are found, each once.
import { expect, test } from 'vitest';
import { blendMark, drawMark } from '../same-mark/test-marks.ts';
import { findOutlines, type Outline } from './outlines.ts';
import { surveyPicture } from './survey.ts';

const [width, height] = [600, 400];

/** Returns the candidates of bright marks around dashed rings at these places, of one opacity or opaque. */
async function findRings(places: readonly number[], opacity: number): Promise<Outline[]> {
  const ring = (x: number) =>
    `<circle cx="${x}" cy="200" r="40" fill="none" stroke="#fff" stroke-width="8" stroke-dasharray="14 14"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${places.map(ring).join('')}</svg>`;
  const grey = { data: new Uint8Array(width * height * 3).fill(90), width, height };
  const { edges, rims } = await surveyPicture(blendMark(grey, await drawMark(svg, opacity)));
  return findOutlines(edges, rims).filter(
    found => found.side === 1 && (found.opacity === undefined) === (opacity === 1),
  );
}

test.each([0.4, 1])(
  'rings with the same number of edge points are all found, each once, at opacity %d',
  async opacity => {
    const one = await findRings([300], opacity);
    const three = await findRings([100, 300, 500], opacity);
    expect(one.length).toBeGreaterThan(1);
    expect(three).toHaveLength(3 * one.length);
    const keys = three.map(found => `${found.opacity} ${[...found.points].sort((a, b) => a - b)}`);
    expect(new Set(keys).size).toBe(keys.length);
  },
);
