// Attackers that look for the outline of the piece: edges and their template, distances to edges, steps that go the same way all around.
import { type Attacker, allPlaces, correlate, deviation, mean, places, sample, stepAt } from './captcha-measures.ts';
import { height, piece, type Views, width } from './captcha-views.ts';

/**
 * As a stranger writes it first: finds edges, draws the piece's outline, and looks where the two correlate best
 * (Canny and matchTemplate). The outline is the one thing that a hole cannot hide.
 */
export const edgeTemplate: Attacker = ({ gradient, edges }) => {
  const rows = edges.map(edge => edge.y);
  const [top, bottom] = [Math.max(0, Math.min(...rows) - 3), Math.min(height - 1, Math.max(...rows) + 3)];
  const template: number[] = [];
  for (let y = top; y <= bottom; y++)
    for (let x = 0; x < piece; x++) {
      const nearest = Math.min(...edges.map(edge => (edge.x - x) ** 2 + (edge.y - y) ** 2));
      template.push(Math.exp(-nearest / 4));
    }
  return left => {
    const seen: number[] = [];
    for (let y = top; y <= bottom; y++) for (let x = 0; x < piece; x++) seen.push(gradient[y * width + left + x]!);
    return correlate(template, seen);
  };
};

/** How strong the edge across the outline is at each of its points, whichever way it goes. */
const crossings = ({ planes, edges }: Views, x: number, slack: number): number[] =>
  edges.map(edge => {
    let strongest = 0;
    for (let shift = -slack; shift <= slack; shift++) {
      let squares = 0;
      for (const plane of planes) squares += stepAt(plane, edge, x, 1.5, shift) ** 2;
      strongest = Math.max(strongest, squares);
    }
    return Math.sqrt(strongest);
  });

/** Every part of the outline must be seen, since a hole is closed and chance edges are not: the weakest third of 16 parts counts. */
export const closed: Attacker = views => x => {
  const all = crossings(views, x, 1);
  const parts = Array.from({ length: 16 }, (_, i) =>
    mean(all.slice(Math.floor((i * all.length) / 16), Math.floor(((i + 1) * all.length) / 16))),
  ).sort((a, b) => a - b);
  return mean(parts.slice(0, 6));
};

/** The outline's step goes the same way all around, since a hole is darker or lighter than what is around it. */
export const evenStep: Attacker =
  ({ planes, edges }) =>
  x => {
    const parts = planes.map(plane => {
      const steps = edges.map(edge => stepAt(plane, edge, x, 2.5));
      return mean(steps) / deviation(steps);
    });
    return Math.hypot(...parts);
  };

/** Strong edges only, and how far the outline is from them (chamfer matching): a wobbly outline still lies near. */
export const chamfer: Attacker = ({ gradient, edges }) => {
  const strong = [...gradient].sort((a, b) => a - b)[Math.floor(gradient.length * 0.85)]!;
  const far = new Float32Array(gradient.length).map((_, i) => (gradient[i]! > strong ? 0 : 12));
  const steps = [
    [1, 1],
    [width, 1],
    [width + 1, 1.4],
  ] as const;
  const relax = (at: number, from: number, cost: number) => {
    far[at] = Math.min(far[at]!, (far[from] ?? 12) + cost);
  };
  for (let i = 0; i < far.length; i++) for (const [step, cost] of steps) relax(i, i - step, cost);
  for (let i = far.length - 1; i >= 0; i--) for (const [step, cost] of steps) relax(i, i + step, cost);
  return x => -mean(edges.map(edge => Math.min(5, sample(far, x + edge.x, edge.y))));
};

export const holeCount = 7;
/** Distance between the left edges of neighbours, as measured on a few pictures. */
const [leastApart, mostApart] = [33, 39];

/** The row of holes, from left to right: the places that together show the outline best. */
export function findHoles(views: Views): number[] {
  const thinned = { ...views, edges: views.edges.filter((_, i) => i % 3 === 0) };
  const seen = allPlaces.map(x => mean(crossings(thinned, x, 0)));
  let rows = seen.map((score, i) => ({ score, xs: [i + places.first] }));
  for (let hole = 1; hole < holeCount; hole++)
    rows = seen.map((own, i) => {
      const before = rows.slice(Math.max(0, i - mostApart), Math.max(0, i - leastApart + 1));
      const best = before.reduce((a, b) => (b.score > a.score ? b : a), { score: Number.NEGATIVE_INFINITY, xs: [] });
      return { score: best.score + own, xs: [...best.xs, i + places.first] };
    });
  return rows.reduce((a, b) => (b.score > a.score ? b : a)).xs;
}
