// SVG path builders, and a deterministic random generator.
const n = (value: number) => Math.round(value * 100) / 100;

export const circle = (x: number, y: number, r: number) => ellipse(x, y, r, r);
export const ellipse = (x: number, y: number, rx: number, ry: number) =>
  `M${n(x - rx)} ${n(y)}a${n(rx)} ${n(ry)} 0 1 0 ${n(2 * rx)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-2 * rx)} 0Z`;
export const rect = (x: number, y: number, w: number, h: number, r = 0) =>
  r === 0
    ? `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}Z`
    : `M${n(x + r)} ${n(y)}h${n(w - 2 * r)}a${r} ${r} 0 0 1 ${r} ${r}v${n(h - 2 * r)}a${r} ${r} 0 0 1 ${-r} ${r}h${n(2 * r - w)}a${r} ${r} 0 0 1 ${-r} ${-r}v${n(2 * r - h)}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
export const polygon = (points: readonly (readonly [number, number])[]) =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;

/** A polygon with points at alternating distances from its centre: stars, bursts, sparkles. */
export const burst = (x: number, y: number, points: number, outer: number, inner: number, turn = 0) =>
  polygon(
    Array.from({ length: points * 2 }, (_, index) => {
      const angle = (index / (points * 2)) * 2 * Math.PI - Math.PI / 2 + turn;
      const far = index % 2 === 0 ? outer : inner;
      return [x + Math.cos(angle) * far, y + Math.sin(angle) * far] as const;
    }),
  );

/** A four-pointed star with concave sides. */
export const sparkle = (x: number, y: number, r: number) =>
  `M${n(x)} ${n(y - r)}Q${n(x + r * 0.12)} ${n(y - r * 0.12)} ${n(x + r)} ${n(y)}Q${n(x + r * 0.12)} ${n(y + r * 0.12)} ${n(x)} ${n(y + r)}Q${n(x - r * 0.12)} ${n(y + r * 0.12)} ${n(x - r)} ${n(y)}Q${n(x - r * 0.12)} ${n(y - r * 0.12)} ${n(x)} ${n(y - r)}Z`;

/** A leaf that starts at (x, y) and points at an angle in degrees. */
export function leaf(x: number, y: number, length: number, width: number, degrees: number): string {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const at = (along: number, across: number) =>
    `${n(x + along * cos - across * sin)} ${n(y + along * sin + across * cos)}`;
  return `M${at(0, 0)}Q${at(length * 0.4, width)} ${at(length, 0)}Q${at(length * 0.4, -width)} ${at(0, 0)}Z`;
}

/** A smooth line through or near the points: quadratic curves between their midpoints. */
export function curve(points: readonly (readonly [number, number])[]): string {
  const [first, ...rest] = points;
  let path = `M${n(first![0])} ${n(first![1])}`;
  for (const [index, [x, y]] of rest.entries()) {
    const next = rest[index + 1];
    path += next ? `Q${n(x)} ${n(y)} ${n((x + next[0]) / 2)} ${n((y + next[1]) / 2)}` : `L${n(x)} ${n(y)}`;
  }
  return path;
}
