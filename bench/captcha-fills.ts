// Attackers that look at what is within the outline, and at the border of the piece against what is around the hole.
import { type Attacker, correlate, mean, meanAt, sample, splitWindow } from './captcha-measures.ts';
import { piece, type Views } from './captcha-views.ts';

/** As a stranger writes it first: lays the piece's alpha over every place and looks where the inside is darkest against its surroundings. */
export const brightnessDrop: Attacker = views => {
  const { inner, ring } = splitWindow(views);
  return x => meanAt(views.planes[0]!, ring, x) - meanAt(views.planes[0]!, inner, x);
};

/** The same with every colour, darker or lighter: for holes that are tinted. */
export const colourStep: Attacker = views => {
  const { inner, ring } = splitWindow(views);
  return x => Math.hypot(...views.planes.map(plane => meanAt(plane, inner, x) - meanAt(plane, ring, x)));
};

/** Where the piece has knobs it must look like the middle of the hole, where it has dents like what is around. */
export const knobs: Attacker = ({ planes, alpha, edges }) => {
  const rows = edges.map(edge => edge.y);
  const columns = edges.map(edge => edge.x);
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const [inner, outer, middle, around]: number[][][] = [[], [], [], []];
  const [cx, cy] = [piece / 2, (top + bottom) / 2];
  for (let y = top - 6; y <= bottom + 6; y++)
    for (let x = left - 6; x <= right + 6; x++) {
      const isIn = x >= 0 && x < piece && (alpha[y * piece + x] ?? 0) > 0.5;
      const far = Math.max(Math.abs(x - cx), Math.abs(y - cy));
      if (far < 8) middle!.push([x, y]);
      else if (isIn && far > 17) inner!.push([x, y]);
      else if (!isIn && far < 16) outer!.push([x, y]);
      else if (!isIn && far > 18 && far < 24) around!.push([x, y]);
    }
  return x => {
    const at = (points: number[][]) => planes.map(plane => (points.length ? meanAt(plane, points, x) : 0));
    const [a, b, c, d] = [at(inner!), at(outer!), at(middle!), at(around!)];
    const apart = (p: number[], q: number[]) => Math.hypot(...p.map((value, k) => value - q[k]!));
    const ofKnobs = inner!.length ? apart(a, d) - apart(a, c) : 0;
    const ofDents = outer!.length ? apart(b, c) - apart(b, d) : 0;
    return ofKnobs + ofDents + apart(c, d);
  };
};

/** The colours at the piece's rim against those around the hole. */
const rims = ({ planes, pieceColours, edges }: Views, x: number, k: number) => ({
  piece: edges.map(({ x: u, y: v, nx, ny }) => {
    const [column, row] = [Math.round(u - nx * 4), Math.round(v - ny * 4)];
    return pieceColours[k]![Math.max(0, row) * piece + Math.min(piece - 1, Math.max(0, column))]!;
  }),
  around: edges.map(({ x: u, y: v, nx, ny }) => sample(planes[k]!, x + u + nx * 3, v + ny * 3)),
});

/** If the piece were cut out of the hole, the picture would go on across its border: how little it jumps there. */
export const borderGoesOn: Attacker = views => x =>
  -mean(
    views.planes.map((_, k) => {
      const { piece: own, around } = rims(views, x, k);
      return mean(own.map((value, i) => Math.min(60, Math.abs(value - around[i]!))));
    }),
  );

/** The same with light and contrast taken out: whether colours along the border rise and fall together. */
export const borderRunsAlike: Attacker = views => x =>
  mean(views.planes.map((_, k) => correlate(rims(views, x, k).piece, rims(views, x, k).around)));

/** The piece's own pixels, laid over every place: in case the hole is a shaded copy of them. */
export const content: Attacker = views => {
  const { inner } = splitWindow(views);
  return x =>
    mean(
      views.planes.map((plane, k) =>
        correlate(
          inner.map(([u, v]) => views.pieceColours[k]![v! * piece + u!]!),
          inner.map(([u, v]) => sample(plane, x + u!, v!)),
        ),
      ),
    );
};
