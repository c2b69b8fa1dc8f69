// Attackers that look for the outline of the piece: edges, their templates and distances, steps that go the same way all around.
import { type Attacker, correlate, deviation, mean, sample, score, stepAt } from './captcha-measures.ts';
import { height, piece, type Views, width } from './captcha-views.ts';

/** How strong the edge across the outline is at each of its points, whichever way it goes. */
const crossings = ({ planes, edges }: Views, x: number, slack: number): number[] =>
  edges.map(edge => {
    let strongest = 0;
    for (let shift = -slack; shift <= slack; shift++)
      strongest = Math.max(strongest, Math.hypot(...planes.map(plane => stepAt(plane, edge, x, 1.5, shift))));
    return strongest;
  });

const windowGradient = ({ gradient, edges }: Views, x: number): number => {
  let [sum, count] = [0, 0];
  const rows = edges.map(edge => edge.y);
  for (let y = Math.min(...rows); y <= Math.max(...rows); y++)
    for (let u = 0; u < piece; u += 2, count++) sum += gradient[y * width + x + u]!;
  return sum / count;
};

export const outline =
  (slack: number, isRelative: boolean): Attacker =>
  views =>
    score(x => mean(crossings(views, x, slack)) / (isRelative ? windowGradient(views, x) : 1));

/** Every part of the outline must be seen: the weakest third of 16 parts counts. */
export const closed: Attacker = views =>
  score(x => {
    const all = crossings(views, x, 2);
    const parts = Array.from({ length: 16 }, (_, i) =>
      mean(all.slice(Math.floor((i * all.length) / 16), Math.floor(((i + 1) * all.length) / 16))),
    ).sort((a, b) => a - b);
    return mean(parts.slice(0, 6));
  });

/** The outline's step goes the same way all around. */
export const coherent =
  (reach: number): Attacker =>
  ({ planes, edges }) =>
    score(x => {
      const parts = planes.map(plane => {
        const steps = edges.map(edge => stepAt(plane, edge, x, reach));
        return mean(steps) / deviation(steps);
      });
      return Math.hypot(...parts);
    });

export const agreement: Attacker = ({ planes, edges }) =>
  score(x =>
    Math.max(...planes.map(plane => Math.abs(mean(edges.map(edge => Math.sign(stepAt(plane, edge, x, 2.5))))))),
  );

/** Correlation of the edge picture with the drawn outline. */
export const edgeTemplate: Attacker = ({ gradient, edges }) => {
  const rows = edges.map(edge => edge.y);
  const [top, bottom] = [Math.max(0, Math.min(...rows) - 3), Math.min(height - 1, Math.max(...rows) + 3)];
  const template: number[] = [];
  for (let y = top; y <= bottom; y++)
    for (let x = 0; x < piece; x++) {
      const nearest = Math.min(...edges.map(edge => (edge.x - x) ** 2 + (edge.y - y) ** 2));
      template.push(Math.exp(-nearest / 4));
    }
  return score(left => {
    const seen: number[] = [];
    for (let y = top; y <= bottom; y++) for (let x = 0; x < piece; x++) seen.push(gradient[y * width + left + x]!);
    return correlate(template, seen);
  });
};

/** Strong edges only, and how far the outline is from them (chamfer matching). */
export const chamfer: Attacker = ({ gradient, edges }) => {
  const strong = [...gradient].sort((a, b) => a - b)[Math.floor(gradient.length * 0.85)]!;
  const far = new Float32Array(gradient.length).map((_, i) => (gradient[i]! > strong ? 0 : 12));
  const relax = (at: number, from: number, cost: number) => {
    far[at] = Math.min(far[at]!, (far[from] ?? 12) + cost);
  };
  for (let i = 0; i < far.length; i++)
    for (const [step, cost] of [
      [-1, 1],
      [-width, 1],
      [-width - 1, 1.4],
    ] as const)
      relax(i, i + step, cost);
  for (let i = far.length - 1; i >= 0; i--)
    for (const [step, cost] of [
      [1, 1],
      [width, 1],
      [width + 1, 1.4],
    ] as const)
      relax(i, i + step, cost);
  return score(x => -mean(edges.map(edge => Math.min(5, sample(far, x + edge.x, edge.y)))));
};
