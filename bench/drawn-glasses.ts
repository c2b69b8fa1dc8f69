// Glasses and hats as SVG, for an upright face of engines/faces/see-glasses.ts: to train on more of them than photographs show.
import { lookedAt } from 'engines/faces/see-glasses.ts';

type Random = () => number;

const frames = [
  ...(['#0a0a0a', '#111', '#222', '#3b2a1a', '#5a3a20', '#7a5a30', '#b08d57'] as const),
  ...(['#c0c0c0', '#8a8a8a', '#802020', '#203060', '#d8c9a8', '#eee'] as const),
];
const tints = ['#000', '#101820', '#3a2a10', '#204020'] as const;
const fabrics = [
  ...(['#0a0a0a', '#1c2430', '#7a1f1f', '#e0b020', '#f0f0f0', '#c8c0b0'] as const),
  ...(['#305030', '#203a70', '#8a5a30', '#555', '#d04080'] as const),
];
const { middle, eyeDistance } = lookedAt;
const [x0, y0] = middle;

const tools = (random: Random) => ({
  between: (low: number, high: number) => low + (high - low) * random(),
  pick: <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!,
  isChosen: (share: number) => random() < share,
});

/** Two lenses of any size, roundness, frame and tint, with a bridge and temples; some with reflections or a shadow. */
export function drawGlasses(random: Random): string {
  const { between, pick, isChosen } = tools(random);
  const [width, height, line] = [between(44, 62), between(26, 52), pick([1, 1.5, 2, 3, 4, 6, 8])];
  const round = Math.min(pick([3, 8, 14, 26, 40]), width / 2, height / 2);
  const colour = pick(frames);
  const gap = Math.max(4, eyeDistance - width + between(-2, 4));
  const top = y0 + between(-2, 8) - height / 2;
  const lefts = [x0 - gap / 2 - width, x0 + gap / 2] as const;
  const tint = isChosen(0.3) ? between(0.35, 0.97) : isChosen(0.5) ? between(0, 0.1) : 0;
  const lens = (x: number, look: string) =>
    `<rect x="${x}" y="${top}" width="${width}" height="${height}" rx="${round}" ${look}/>`;
  const glass = `fill="${pick(tints)}" fill-opacity="${tint}" stroke="${colour}" stroke-width="${line}"`;
  const shine = (x: number) => {
    const [high, low] = [top + 4, top + height - 6];
    const corners = [`${x + between(4, 20)},${high}`, `${x + between(22, 40)},${high}`];
    corners.push(`${x + between(12, 30)},${low}`, `${x + between(2, 14)},${low}`);
    return `<polygon points="${corners.join(' ')}" fill="#fff" fill-opacity="${between(0.15, 0.7)}"/>`;
  };
  const bar = top + height * between(0.15, 0.45);
  const bridge = `<path d="M${x0 - gap / 2} ${bar} Q${x0} ${bar - between(-4, 10)} ${x0 + gap / 2} ${bar}" fill="none"/>`;
  const temple = (from: number, way: number) =>
    `<path d="M${from} ${bar} L${from + way * between(14, 30)} ${bar + between(-4, 4)}"/>`;
  const dark = `fill="none" stroke="#000" stroke-width="${line + 2}"`;
  const shadow = `<g transform="translate(0 ${between(2, 5)})" opacity="${between(0.1, 0.3)}">${lefts.map(x => lens(x, dark)).join('')}</g>`;
  const parts = [
    isChosen(0.4) ? shadow : '',
    ...lefts.map(x => lens(x, glass)),
    ...(isChosen(0.35) ? lefts.map(shine) : []),
    `<g stroke="${colour}" stroke-width="${line}">${bridge}${temple(lefts[0], -1)}${temple(lefts[1] + width, 1)}</g>`,
  ];
  return `<g transform="rotate(${between(-3, 3)} ${x0} ${y0}) translate(${between(-3, 3)} 0)">${parts.join('')}</g>`;
}

/** A hat or a cap down to the forehead, which is none of the things to be found. */
export function drawHat(random: Random): string {
  const { between, pick, isChosen } = tools(random);
  const [low, half, top] = [between(52, 88), between(62, 82), between(-60, -10)];
  const [left, right] = [x0 - half, x0 + half];
  const crown = `M${left} ${low + between(0, 14)} Q${x0} ${low - between(-12, 14)} ${right} ${low + between(0, 14)} Q${right} ${top} ${x0} ${top} Q${left} ${top} ${left} ${low}Z`;
  const colour = pick(fabrics);
  const brim = `<ellipse cx="${between(90, 110)}" cy="${low - 4}" rx="${between(60, 150)}" ry="${between(6, 26)}" fill="${isChosen(0.6) ? colour : pick(fabrics)}"/>`;
  const shade = `<rect x="${left + 14}" y="${low}" width="${2 * half - 28}" height="${between(10, 45)}" fill="#000" opacity="${between(0, 0.45)}"/>`;
  return `<g transform="rotate(${between(-8, 8)} ${x0} 100)">${shade}<path d="${crown}" fill="${colour}"/>${isChosen(0.7) ? brim : ''}</g>`;
}
