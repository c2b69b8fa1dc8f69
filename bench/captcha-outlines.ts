// Attackers that look for the outline of the piece: edges and their template, distances to edges, steps that go the same way all around.
import { type Attacker, correlate, mean, meanAt, sample, splitWindow, stepAt } from './captcha-measures.ts';
import { height, piece, type Views, width } from './captcha-views.ts';

/**
 * As a stranger writes it first: finds edges, draws the piece's outline, and looks where the two correlate best
 * (Canny and matchTemplate). The outline is the one thing that a hole cannot hide.
 */
const edgeTemplate: Attacker = ({ gradient, edges }) => {
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
const closed: Attacker = views => x => {
  const all = crossings(views, x, 1);
  const parts = Array.from({ length: 16 }, (_, i) =>
    mean(all.slice(Math.floor((i * all.length) / 16), Math.floor(((i + 1) * all.length) / 16))),
  ).sort((a, b) => a - b);
  return mean(parts.slice(0, 6));
};

/** Strong edges only, and how far the outline is from them (chamfer matching): a wobbly outline still lies near. */
const chamfer: Attacker = ({ gradient, edges }) => {
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

/** Lays the piece's alpha over every place and looks where the inside is darkest against its surroundings. */
const brightnessDrop: Attacker = views => {
  const { inner, ring } = splitWindow(views);
  return x => meanAt(views.planes[0]!, ring, x) - meanAt(views.planes[0]!, inner, x);
};

/** What programs that solve AJ-Captcha's slider do, published and obvious. */
export const attackers: Readonly<Record<string, Attacker>> = {
  'edges and template': edgeTemplate,
  'closed outline': closed,
  chamfer,
  'brightness drop': brightnessDrop,
};
