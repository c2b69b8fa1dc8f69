// Attackers that look at what is within the outline, and at the border of the piece against what is around the hole.
import {
  type Attacker,
  correlate,
  deviation,
  deviationAt,
  mean,
  meanAt,
  sample,
  score,
  splitWindow,
  stepAt,
} from './captcha-measures.ts';
import { height, type Plane, piece, type Views, width } from './captcha-views.ts';

export const blob =
  (weigh: (steps: readonly number[]) => number): Attacker =>
  views => {
    const { inner, ring } = splitWindow(views);
    return score(x => weigh(views.planes.map(plane => meanAt(plane, inner, x) - meanAt(plane, ring, x))));
  };

/** Whether the inside is smoother, or rougher, than what is around it. */
export const texture: Attacker = views => {
  const { inner, ring } = splitWindow(views);
  return score(x =>
    Math.abs(Math.log(deviationAt(views.planes[0]!, inner, x) / deviationAt(views.planes[0]!, ring, x))),
  );
};

/** How busy the picture is around each pixel, as one more plane. */
const busyness = ({ gradient }: Views): Plane => {
  const busy = new Float32Array(gradient.length);
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++)
      for (let v = -2; v <= 2; v++)
        for (let u = -2; u <= 2; u++) busy[y * width + x]! += gradient[(y + v) * width + x + u]! / 25;
  return busy;
};

export const busyStep: Attacker = views => {
  const busy = busyness(views);
  return score(x => {
    const steps = views.edges.map(edge => stepAt(busy, edge, x, 4));
    return Math.abs(mean(steps)) / deviation(steps);
  });
};

/** A step that may be dark on one side of the hole and light on the other: how much of it such a slope explains. */
export const slopedStep: Attacker = ({ planes, edges }) => {
  const [mx, my] = [mean(edges.map(edge => edge.x)), mean(edges.map(edge => edge.y))];
  const [ux, uy] = [edges.map(edge => edge.x - mx), edges.map(edge => edge.y - my)];
  return score(x => {
    const parts = planes.map(plane => {
      const steps = edges.map(edge => stepAt(plane, edge, x, 4));
      const sloped = Math.hypot(correlate(steps, ux), correlate(steps, uy)) * deviation(steps);
      return Math.hypot(mean(steps), sloped);
    });
    return Math.hypot(...parts);
  });
};

/** Where the piece has knobs it must look like the middle of the hole, where it has dents like what is around. */
export const knobs: Attacker = ({ planes, alpha, edges }) => {
  const rows = edges.map(edge => edge.y);
  const columns = edges.map(edge => edge.x);
  // The square body is what most columns and rows share.
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const [inner, outer, middle, around]: number[][][] = [[], [], [], []];
  const [cx, cy] = [25, (top + bottom) / 2];
  for (let y = top - 6; y <= bottom + 6; y++)
    for (let x = left - 6; x <= right + 6; x++) {
      const isIn = (alpha[y * piece + x] ?? 0) > 0.5 && x >= 0 && x < piece;
      const far = Math.max(Math.abs(x - cx), Math.abs(y - cy));
      if (far < 8) middle!.push([x, y]);
      else if (isIn && far > 17) inner!.push([x, y]);
      else if (!isIn && far < 16) outer!.push([x, y]);
      else if (!isIn && far > 18 && far < 24) around!.push([x, y]);
    }
  return score(x => {
    const at = (points: number[][]) => planes.map(plane => (points.length ? meanAt(plane, points, x) : 0));
    const [a, b, c, d] = [at(inner!), at(outer!), at(middle!), at(around!)];
    const apart = (p: number[], q: number[]) => Math.hypot(...p.map((value, k) => value - q[k]!));
    const ofKnobs = inner!.length ? apart(a, d) - apart(a, c) : 0;
    const ofDents = outer!.length ? apart(b, c) - apart(b, d) : 0;
    return ofKnobs + ofDents + apart(c, d);
  });
};

/** The colours at the piece's rim against those around the hole. */
const rims = ({ planes, pieceColours, edges }: Views, x: number, k: number, depth: number) => ({
  piece: edges.map(({ x: u, y: v, nx, ny }) => {
    const [column, row] = [Math.round(u - nx * depth), Math.round(v - ny * depth)];
    return pieceColours[k]![Math.max(0, row) * piece + Math.min(piece - 1, Math.max(0, column))]!;
  }),
  around: edges.map(({ x: u, y: v, nx, ny }) => sample(planes[k]!, x + u + nx * 3, v + ny * 3)),
});

export const seam =
  (depth: number): Attacker =>
  views =>
    score(x => {
      const costs = views.planes.map((_, k) => {
        const { piece: own, around } = rims(views, x, k, depth);
        return mean(own.map((value, i) => Math.min(60, Math.abs(value - around[i]!))));
      });
      return -mean(costs);
    });

export const seamCorrelation: Attacker = views =>
  score(x => mean(views.planes.map((_, k) => correlate(rims(views, x, k, 4).piece, rims(views, x, k, 4).around))));

/** The piece itself, laid over every place. */
export const content: Attacker = views => {
  const { inner } = splitWindow(views);
  return score(x =>
    mean(
      views.planes.map((plane, k) =>
        correlate(
          inner.map(([u, v]) => views.pieceColours[k]![v! * piece + u!]!),
          inner.map(([u, v]) => sample(plane, x + u!, v!)),
        ),
      ),
    ),
  );
};
