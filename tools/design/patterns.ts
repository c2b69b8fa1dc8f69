// Patterns and backgrounds: generators of vector art for an area of the page, in the area's pixels.

import type { Gradient, VectorPart } from 'contract/artwork/artwork.ts';
import { mulberry32 } from 'contract/random.ts';
import { burst, circle, curve, leaf, polygon, rect, sparkle } from './outline.ts';

const steps = (from: number, to: number, by: number) =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / by)) }, (_, index) => from + index * by);

export const graded = (degrees: number, ...colors: readonly (string | readonly [string, number])[]): Gradient => ({
  kind: 'linear',
  degrees,
  stops: colors.map((one, index) => ({
    at: colors.length === 1 ? 0 : index / (colors.length - 1),
    color: typeof one === 'string' ? one : one[0],
    opacity: typeof one === 'string' ? 1 : one[1],
  })),
});

export const glow = (color: string, opacity = 1): Gradient => ({
  kind: 'radial',
  degrees: 0,
  stops: [
    { at: 0, color, opacity },
    { at: 1, color, opacity: 0 },
  ],
});

export const wash = (w: number, h: number, fill: Gradient): VectorPart[] => [{ path: rect(0, 0, w, h), fill }];

export const dots = (w: number, h: number, gap: number, r: number, color: string, opacity = 1): VectorPart[] => [
  {
    path: steps(gap / 2, h, gap)
      .flatMap((y, row) => steps(gap / 2 + (row % 2 ? gap / 2 : 0), w, gap).map(x => circle(x, y, r)))
      .join(''),
    fill: color,
    opacity,
  },
];

/** Dots that grow towards one edge, as in a printed halftone. */
export const halftone = (w: number, h: number, gap: number, color: string, towards: 'top' | 'bottom'): VectorPart[] => [
  {
    path: steps(gap / 2, h, gap)
      .flatMap((y, row) => {
        const share = towards === 'top' ? 1 - y / h : y / h;
        const r = gap * 0.62 * share;
        return r < 1 ? [] : steps(row % 2 ? 0 : gap / 2, w + gap, gap).map(x => circle(x, y, r));
      })
      .join(''),
    fill: color,
  },
];

export const gridLines = (
  w: number,
  h: number,
  gap: number,
  color: string,
  strokeWidth = 2,
  opacity = 1,
): VectorPart[] => [
  {
    path: [...steps(gap, w, gap).map(x => `M${x} 0V${h}`), ...steps(gap, h, gap).map(y => `M0 ${y}H${w}`)].join(''),
    stroke: color,
    strokeWidth,
    opacity,
  },
];

export const stripes = (
  w: number,
  h: number,
  band: number,
  color: string,
  isUpright = false,
  opacity = 1,
): VectorPart[] => [
  {
    path: isUpright
      ? steps(0, w, band * 2)
          .map(x => rect(x, 0, band, h))
          .join('')
      : steps(-h, w, band * 2)
          .map(x =>
            polygon([
              [x, h],
              [x + band, h],
              [x + band + h, 0],
              [x + h, 0],
            ]),
          )
          .join(''),
    fill: color,
    opacity,
  },
];

export const checks = (w: number, h: number, side: number, color: string): VectorPart[] => [
  {
    path: steps(0, h, side)
      .flatMap((y, row) => steps(row % 2 ? side : 0, w, side * 2).map(x => rect(x, y, side, side)))
      .join(''),
    fill: color,
  },
];

/** Rays from a point across the whole area. */
export const rays = (
  w: number,
  h: number,
  x: number,
  y: number,
  count: number,
  color: string,
  opacity = 1,
): VectorPart[] => {
  const far = w + h;
  const path = Array.from({ length: count }, (_, index) => {
    const [from, to] = [(index / count) * 2 * Math.PI, ((index + 0.5) / count) * 2 * Math.PI];
    return polygon([
      [x, y],
      [x + Math.cos(from) * far, y + Math.sin(from) * far],
      [x + Math.cos(to) * far, y + Math.sin(to) * far],
    ]);
  });
  return [{ path: path.join(''), fill: color, opacity }];
};

export const rings = (
  x: number,
  y: number,
  from: number,
  to: number,
  gap: number,
  color: string,
  strokeWidth: number,
): VectorPart[] => [
  {
    path: steps(from, to, gap)
      .map(r => circle(x, y, r))
      .join(''),
    stroke: color,
    strokeWidth,
  },
];

/** Overlapping semicircles in rows: fish scales, or the sea of old prints. */
export function scales(w: number, h: number, r: number, fill: string, stroke: string, strokeWidth = 3): VectorPart[] {
  return steps(0, h + r, r / 2).flatMap((y, row) => {
    const xs = steps(row % 2 ? 0 : r, w + r * 2, r * 2);
    const ring = (far: number) => xs.map(x => circle(x, y + r / 2, far)).join('');
    return [
      { path: ring(r), fill, stroke, strokeWidth },
      { path: ring(r * 0.62) + ring(r * 0.28), stroke, strokeWidth },
    ];
  });
}

export const wavyLines = (
  w: number,
  h: number,
  gap: number,
  rise: number,
  color: string,
  strokeWidth: number,
  opacity = 1,
): VectorPart[] => [
  {
    path: steps(gap / 2, h, gap)
      .map(y =>
        curve(steps(-rise * 2, w + rise * 4, rise * 2).map((x, index) => [x, y + (index % 2 ? rise : -rise)] as const)),
      )
      .join(''),
    stroke: color,
    strokeWidth,
    opacity,
  },
];

/** A wavy edge, filled down to the bottom. */
export function hills(
  w: number,
  h: number,
  top: number,
  rise: number,
  seed: number,
  color: string,
  opacity = 1,
): VectorPart {
  const next = mulberry32(seed);
  const points = Array.from(
    { length: 7 },
    (_, index) => [(index / 6) * w * 1.1 - w * 0.05, top + (next() - 0.5) * 2 * rise] as const,
  );
  return { path: `${curve(points)}L${w * 1.1} ${h}L${-w * 0.05} ${h}Z`, fill: color, opacity };
}

/** Mountains with straight slopes. */
export function peaks(
  w: number,
  h: number,
  top: number,
  rise: number,
  count: number,
  seed: number,
  color: string,
): VectorPart {
  const next = mulberry32(seed);
  const points: [number, number][] = [[-10, h]];
  for (let index = 0; index <= count * 2; index++) {
    const isPeak = index % 2 === 1;
    points.push([(index / (count * 2)) * w, isPeak ? top - rise * (0.5 + next() * 0.5) : top + rise * 0.3 * next()]);
  }
  return { path: polygon([...points, [w + 10, h]]), fill: color };
}

/** Confetti; `keep` says whether a position may be used. */
export function confetti(
  w: number,
  h: number,
  count: number,
  size: number,
  colors: readonly string[],
  seed: number,
  keep: (x: number, y: number) => boolean = () => true,
): VectorPart[] {
  const next = mulberry32(seed);
  const paths = colors.map(() => '');
  for (let made = 0, tries = 0; made < count && tries < count * 20; tries++) {
    const [x, y, kind, turn] = [next() * w, next() * h, next(), next() * Math.PI];
    if (!keep(x, y)) continue;
    const index = made % colors.length;
    const side = size * (0.6 + next() * 0.8);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const corner = (a: number, b: number) => [x + a * cos - b * sin, y + a * sin + b * cos] as const;
    if (kind < 0.35) paths[index] += circle(x, y, side * 0.4);
    else if (kind < 0.5) paths[index] += sparkle(x, y, side * 0.8);
    else if (kind < 0.75)
      paths[index] += polygon([
        corner(-side / 2, -side / 5),
        corner(side / 2, -side / 5),
        corner(side / 2, side / 5),
        corner(-side / 2, side / 5),
      ]);
    else paths[index] += polygon([corner(0, -side / 2), corner(side / 2, side / 3), corner(-side / 2, side / 3)]);
    made += 1;
  }
  return colors.flatMap((fill, index) => (paths[index] ? [{ path: paths[index], fill }] : []));
}

export function starrySky(w: number, h: number, count: number, color: string, seed: number): VectorPart[] {
  const next = mulberry32(seed);
  let [small, large] = ['', ''];
  for (let index = 0; index < count; index++) {
    const [x, y, r] = [next() * w, next() * h, next()];
    if (r > 0.88) large += sparkle(x, y, w * 0.012);
    else small += circle(x, y, w * (0.0008 + r * 0.0014));
  }
  return [
    { path: small || 'M0 0', fill: color, opacity: 0.75 },
    { path: large || 'M0 0', fill: color },
  ];
}

/** A twig with leaves on both sides, from (x, y) at an angle. */
export function twig(
  x: number,
  y: number,
  length: number,
  degrees: number,
  color: string,
  leaves = 6,
  width = 0.11,
): VectorPart[] {
  const radians = (degrees * Math.PI) / 180;
  const at = (share: number) =>
    [x + Math.cos(radians) * length * share, y + Math.sin(radians) * length * share] as const;
  const path = Array.from({ length: leaves }, (_, index) => {
    const share = 0.18 + (index / leaves) * 0.72;
    const long = length * (0.34 - share * 0.14);
    return [-48, 48].map(turn => leaf(...at(share), long, length * width, degrees + turn)).join('');
  });
  const [endX, endY] = at(1);
  return [
    { path: `M${x} ${y}L${endX} ${endY}`, stroke: color, strokeWidth: length * 0.018 },
    { path: path.join('') + leaf(...at(0.94), length * 0.26, length * width, degrees), fill: color },
  ];
}

/** Polygonal chips scattered as in terrazzo floors. */
export function terrazzo(
  w: number,
  h: number,
  count: number,
  size: number,
  colors: readonly string[],
  seed: number,
): VectorPart[] {
  const next = mulberry32(seed);
  return colors.map((fill, index) => {
    let path = '';
    for (let at = index; at < count; at += colors.length) {
      const [x, y, r, corners] = [next() * w, next() * h, size * (0.4 + next() * 0.8), 4 + Math.floor(next() * 3)];
      const turn = next() * 6;
      path += polygon(
        Array.from({ length: corners }, (_, corner) => {
          const angle = turn + (corner / corners) * 2 * Math.PI;
          const far = r * (0.65 + next() * 0.5);
          return [x + Math.cos(angle) * far, y + Math.sin(angle) * far] as const;
        }),
      );
    }
    return { path, fill };
  });
}

/** Flowers with round petals at the given positions and radii. */
export function blossoms(
  places: readonly (readonly [number, number, number])[],
  petal: string,
  heart: string,
): VectorPart[] {
  const petals = places.flatMap(([x, y, r]) =>
    Array.from({ length: 5 }, (_, index) => {
      const angle = (index / 5) * 2 * Math.PI - Math.PI / 2;
      return circle(x + Math.cos(angle) * r * 0.55, y + Math.sin(angle) * r * 0.55, r * 0.46);
    }),
  );
  return [
    { path: petals.join(''), fill: petal },
    { path: places.map(([x, y, r]) => circle(x, y, r * 0.26)).join(''), fill: heart },
  ];
}

/** The jagged outline of a seal or a price badge. */
export const flash = (x: number, y: number, r: number, color: string, points = 18): VectorPart => ({
  path: burst(x, y, points, r, r * 0.86),
  fill: color,
});

/** A sun above a band of sea, as on covers of the sixties. */
export const sunAndSea = (w: number, h: number, sun: string, band: string): VectorPart[] => [
  { path: rect(0, h * 0.62, w, h * 0.38), fill: band },
  { path: circle(w * 0.9, h * 0.16, w * 0.13), fill: sun },
];
