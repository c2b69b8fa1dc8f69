// Attackers that look for the outline of the piece: edge templates, distances to edges, and steps in the same direction all around.
import { type Attacker, correlate, mean, meanAt, sample, splitWindow, stepAt } from './captcha-measures.ts';
import { height, piece, type Views, width } from './captcha-views.ts';

/**
 * The obvious first attempt: detects edges, draws the piece's outline, and looks for the best correlation (Canny and matchTemplate). The
 * outline is the only thing that a hole cannot hide.
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

/** The strength of the edge across the outline at each of its points, in either direction. */
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

/**
 * Requires every part of the outline to be visible, since a hole is closed and chance edges are not: uses the weakest third of 16 parts.
 */
const closed: Attacker = views => x => {
  const all = crossings(views, x, 1);
  const parts = Array.from({ length: 16 }, (_, i) =>
    mean(all.slice(Math.floor((i * all.length) / 16), Math.floor(((i + 1) * all.length) / 16))),
  ).sort((a, b) => a - b);
  return mean(parts.slice(0, 6));
};

/** Uses only strong edges, and the outline's distance from them (chamfer matching): a wobbly outline is still close to them. */
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

/** Lays the piece's alpha over every position and looks for the darkest inside relative to its surroundings. */
const brightnessDrop: Attacker = views => {
  const { inner, ring } = splitWindow(views);
  return x => meanAt(views.planes[0]!, ring, x) - meanAt(views.planes[0]!, inner, x);
};

/** The published and obvious methods of programs that solve AJ-Captcha's slider. */
export const attackers: Readonly<Record<string, Attacker>> = {
  'edges and template': edgeTemplate,
  'closed outline': closed,
  chamfer,
  'brightness drop': brightnessDrop,
};
