// Backdrops away from solid ground: under water, in space, on the moon, and high in the sky.
import { lighten, mix } from '../colours.ts';
import { n } from '../graph.ts';
import { darker } from '../light.ts';
import { between, pick } from '../random.ts';
import type { Wish } from '../wish.ts';
import { type Backdrop, cloud, gradient, land, rollingLine, type Stage, shape } from './stage.ts';

export function drawUnderwater(stage: Stage, wish: Wish): Backdrop {
  const { width, height, random, light } = stage;
  const [top, deep] = light.isDark
    ? ['#17497a', '#071a3d']
    : [pick(random, ['#5fd0e0', '#4fc3d9', '#63c9c0']), pick(random, ['#14508f', '#124a7a', '#0f5a86'])];
  const bed = height * 0.84;
  const sand = mix('#e8cf9a', deep, 0.35);
  const rays = Array.from(
    { length: 5 },
    (_, i) =>
      `<path d="M${n(width * (0.1 + i * 0.2))} -20l${n(-90 - i * 20)} ${n(height * 0.8)}h${n(between(random, 70, 140))}l${n(60)} ${n(-height * 0.8)}z" fill="#ffffff" opacity=".09"/>`,
  ).join('');
  const rocks = [0.06, 0.9]
    .map(
      at =>
        `<ellipse cx="${n(width * at)}" cy="${n(bed + 34)}" rx="${n(between(random, 110, 170))}" ry="${n(between(random, 70, 120))}" fill="${mix('#5a6a7a', deep, 0.45)}"/>`,
    )
    .join('');
  const weed = Array.from({ length: 15 }, () => {
    const [x, tall] = [random() * width, between(random, 90, 250)];
    const sway = between(random, -34, 34);
    return `<path d="M${n(x)} ${n(bed + 40)}q${n(sway)} ${n(-tall * 0.35)} 0 ${n(-tall * 0.6)}t${n(sway * 0.4)} ${n(-tall * 0.4)}" stroke="${mix(pick(random, ['#2f9e6e', '#56c28a', '#3f8f5a']), deep, 0.2)}" stroke-width="${n(between(random, 10, 18))}" stroke-linecap="round" fill="none"/>`;
  }).join('');
  const corals = Array.from({ length: 7 }, () => {
    const [x, r] = [random() * width, between(random, 18, 40)];
    const hue = mix(pick(random, ['#ff7a6b', '#f5a0c0', '#f2b35a', '#b58be8']), deep, 0.16);
    return [-1, -0.3, 0.4, 1]
      .map(
        k =>
          `<path d="M${n(x)} ${n(bed + 44)}q${n(k * r)} ${n(-r)} ${n(k * r * 1.3)} ${n(-r * 2.4)}" stroke="${hue}" stroke-width="${n(r * 0.5)}" stroke-linecap="round" fill="none"/>`,
      )
      .join('');
  }).join('');
  const bubbles = Array.from(
    { length: 34 },
    () =>
      `<circle cx="${n(random() * width)}" cy="${n(random() * bed)}" r="${n(between(random, 3, 13))}" fill="none" stroke="#e8fbff" stroke-width="2.500" opacity="${n(between(random, 0.35, 0.8))}"/>`,
  ).join('');
  return {
    shapes: [
      shape(
        'sky',
        0,
        gradient(stage, 0, height, [top, mix(top, deep, 0.45), deep]),
        `scene:underwater scene:sea time:${wish.time ?? 'day'}`,
      ),
      shape('heaven', 1, rays),
      shape('far', 1, land(stage, rollingLine(random, bed - 60, 46, 2), mix(deep, top, 0.28))),
      shape('middle', 1, rocks + weed),
      shape('ground', 0, land(stage, rollingLine(random, bed, 22, 2.6), sand), 'scene:underwater'),
      shape('ground', 1, corals),
      shape('front', 3, bubbles),
    ],
    horizon: bed,
    ground: { top: bed + 24, bottom: height * 0.965 },
    under: { top: height * 0.14, bottom: height * 0.76 },
    sky: { top: height * 0.1, bottom: height * 0.6 },
  };
}

const planet = (x: number, y: number, r: number, fill: string, random: () => number) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"/><path d="M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 0 0 ${n(2 * r)} 0a${n(r)} ${n(r * 0.72)} 0 0 1 ${n(-2 * r)} 0" fill="${lighten(fill, -0.24)}" transform="rotate(-28 ${n(x)} ${n(y)})"/>${Array.from({ length: 3 }, () => `<circle cx="${n(x + (random() - 0.5) * r)}" cy="${n(y + (random() - 0.7) * r * 0.8)}" r="${n(r * 0.13)}" fill="${lighten(fill, -0.14)}"/>`).join('')}`;

export function drawSpace(stage: Stage, wish: Wish): Backdrop {
  const { width, height, random } = stage;
  const [deep, glow] = pick(random, [
    ['#0b0f2e', '#3b2a6b'],
    ['#0a1430', '#1f4a7a'],
    ['#160c2e', '#5a2a6b'],
  ] as const);
  const isMoon = stage.scenes.includes('moonland');
  const stars = Array.from(
    { length: 210 },
    () =>
      `<circle cx="${n(random() * width)}" cy="${n(random() * height)}" r="${n(random() < 0.1 ? between(random, 2.6, 4.4) : between(random, 0.9, 2.2))}" fill="${pick(random, ['#ffffff', '#ffe9c2', '#cfe0ff'])}" opacity="${n(between(random, 0.5, 1))}"/>`,
  ).join('');
  const clouds = Array.from(
    { length: 7 },
    () =>
      `<ellipse cx="${n(random() * width)}" cy="${n(random() * height)}" rx="${n(between(random, 180, 420))}" ry="${n(between(random, 60, 150))}" fill="${glow}" opacity=".22" transform="rotate(-24 ${n(width / 2)} ${n(height / 2)})"/>`,
  ).join('');
  const worlds = [
    planet(
      width * between(random, 0.72, 0.9),
      height * between(random, 0.12, 0.28),
      between(random, 60, 110),
      pick(random, ['#e8935a', '#6fb5c9', '#c97fb0', '#e0c06f']),
      random,
    ),
    planet(
      width * between(random, 0.08, 0.24),
      height * between(random, 0.1, 0.5),
      between(random, 24, 46),
      pick(random, ['#9fa8da', '#e57373', '#81c784']),
      random,
    ),
  ].join('');
  const ground = height * 0.74;
  const grey = '#b3b1bd';
  const craters = Array.from({ length: 15 }, () => {
    const t = random();
    const [x, y, r] = [random() * width, ground + 40 + t * (height - ground - 40), 16 + t * 52];
    return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(r)}" ry="${n(r * 0.3)}" fill="${darker(grey, 0.16)}"/><path d="M${n(x - r)} ${n(y)}a${n(r)} ${n(r * 0.3)} 0 0 0 ${n(2 * r)} 0" fill="none" stroke="${lighten(grey, 0.3)}" stroke-width="4"/>`;
  }).join('');
  return {
    shapes: [
      shape('sky', 0, gradient(stage, 0, height, [deep, glow, deep]), `scene:space scene:stars scene:sky time:night`),
      shape('sky', 1, clouds + stars, 'scene:stars'),
      shape('heaven', 1, worlds, 'scene:space'),
      ...(isMoon
        ? [
            shape('far', 1, land(stage, rollingLine(random, ground - 40, 36, 3), darker(grey, 0.3))),
            shape('ground', 0, land(stage, rollingLine(random, ground, 18, 2), grey), 'scene:moonland'),
            shape('ground', 1, craters, 'scene:moonland'),
          ]
        : []),
    ],
    horizon: isMoon ? ground : height * 0.8,
    ground: isMoon ? { top: ground + 50, bottom: height * 0.96 } : { top: height * 0.5, bottom: height * 0.8 },
    sky: { top: height * 0.1, bottom: height * 0.62 },
    ...(wish.scenes.includes('moonland') ? {} : { under: { top: height * 0.16, bottom: height * 0.86 } }),
  };
}

/** Draws a view from above the clouds. */
export function drawHeights(stage: Stage, wish: Wish): Backdrop {
  const { width, height, random, light } = stage;
  const white = light.isDark ? mix('#aab4d8', light.sky[1]!, 0.4) : mix('#ffffff', light.sky.at(-1)!, 0.18);
  const bank = (y: number, count: number, size: number, fill: string) =>
    Array.from({ length: count }, (_, i) =>
      cloud(
        random,
        ((i + random() * 0.8 - 0.4) / count) * width - size * 0.3,
        y + between(random, -20, 30),
        size * between(random, 0.8, 1.2),
        fill,
      ),
    ).join('');
  return {
    shapes: [
      shape(
        'sky',
        0,
        gradient(stage, 0, height, light.sky),
        `scene:sky time:${wish.time ?? 'day'} season:${light.season} mood:${wish.mood ?? ''} weather:sunny`,
      ),
      shape(
        'sky',
        1,
        light.isDark
          ? Array.from(
              { length: 90 },
              () =>
                `<circle cx="${n(random() * width)}" cy="${n(random() * height * 0.8)}" r="${n(between(random, 1, 3))}" fill="#fff6d8"/>`,
            ).join('')
          : `<circle cx="${n(width * 0.8)}" cy="${n(height * 0.18)}" r="64" fill="#ffe9a0"/>`,
      ),
      shape('heaven', 1, bank(height * 0.34, 3, 220, lighten(white, -0.03)), 'scene:sky'),
      shape('far', 1, bank(height * 0.82, 4, 420, lighten(white, -0.06))),
      shape(
        'ground',
        0,
        `${bank(height * 0.95, 4, 520, white)}<rect x="0" y="${n(height * 0.93)}" width="${n(width)}" height="${n(height)}" fill="${white}"/>`,
        'scene:sky',
      ),
    ],
    horizon: height * 0.86,
    ground: { top: height * 0.86, bottom: height * 0.95 },
    under: { top: height * 0.2, bottom: height * 0.74 },
    sky: { top: height * 0.12, bottom: height * 0.66 },
  };
}
