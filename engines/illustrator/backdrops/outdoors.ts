// Backdrops outdoors: grass, woods, water, sand, snow and streets.
import { lighten, mix } from '../colours.ts';
import { n, type Shape } from '../graph.ts';
import { darker } from '../light.ts';
import { between, pick } from '../random.ts';
import type { Wish } from '../wish.ts';
import { drawFar, drawSky, drawSkyline } from './sky.ts';
import { type Backdrop, backTree, land, rollingLine, type Stage, shape, smooth } from './stage.ts';

const grounds: Readonly<Record<string, string>> = {
  savanna: '#d8b45c',
  desert: '#e9b872',
  beach: '#f2d9a0',
  sea: '#f2d9a0',
  island: '#f2d9a0',
  snow: '#f1f6fa',
  moonland: '#a9a9b5',
  street: '#8d9199',
  city: '#8d9199',
  jungle: '#4f9a4a',
  forest: '#6aa552',
  bamboo: '#7cb55a',
};

const has = ({ scenes }: Stage, ...names: string[]) => names.some(name => scenes.includes(name));

function groundColour(stage: Stage): string {
  const { light, scenes } = stage;
  const named = scenes.find(scene => grounds[scene]);
  if (light.season === 'winter' && !has(stage, 'beach', 'desert', 'sea', 'moonland')) return light.shade('#eef4f8');
  return named ? light.shade(grounds[named]!) : light.grass;
}

/** Returns the scenes shown by the ground itself, by its colour and texture. */
const groundScenes = ({ scenes }: Stage): string =>
  scenes
    .filter(scene => /^(meadow|garden|park|savanna|desert|snow|moonland|hill|farm|field|village)$/.test(scene))
    .map(scene => `scene:${scene}`)
    .join(' ');

/** Draws small marks that characterise the ground: blades, flowers, ripples, stones. */
function texture(stage: Stage, top: number, colour: string): Shape[] {
  const { width, height, random, light } = stage;
  const dots: string[] = [];
  const isSand = has(stage, 'beach', 'desert', 'sea', 'island', 'snow', 'moonland') || light.season === 'winter';
  const isPaved = has(stage, 'street', 'city');
  if (isPaved) return [];
  for (let i = 0; i < 60; i++) {
    const t = random() ** 0.8;
    const [x, y] = [random() * width, top + 14 + t * (height - top - 20)];
    const size = 5 + t * 16;
    if (isSand)
      dots.push(
        `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(size * 1.5)}" ry="${n(size * 0.24)}" fill="${darker(colour, 0.07)}"/>`,
      );
    else
      dots.push(
        `<path d="M${n(x)} ${n(y)}l${n(-size * 0.4)} ${n(-size)}M${n(x)} ${n(y)}l${n(size * 0.05)} ${n(-size * 1.2)}M${n(x)} ${n(y)}l${n(size * 0.5)} ${n(-size * 0.9)}" stroke="${darker(colour, 0.16)}" stroke-width="${n(1.5 + t * 2)}" stroke-linecap="round" fill="none"/>`,
      );
  }
  const shapes = [shape('ground', 3, dots.join(''))];
  const isFlowery = has(stage, 'field', 'garden', 'meadow') || light.season === 'spring';
  if (isFlowery && !isSand && light.season !== 'autumn') {
    const blooms = ['#ffffff', '#ffd84d', '#f58bb0', '#b58be8', '#ff8a6b'].map(light.shade);
    const chosen = has(stage, 'field') ? [pick(random, blooms), pick(random, blooms)] : blooms;
    const count = has(stage, 'field') ? 150 : 46;
    const svg = Array.from({ length: count }, () => {
      const t = random();
      const [x, y, r] = [random() * width, top + 16 + t * (height - top), 2.5 + t * 7];
      return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${pick(random, chosen)}"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(r * 0.4)}" fill="#f7b733"/>`;
    }).join('');
    shapes.push(
      shape('ground', 4, svg, has(stage, 'field') ? 'scene:field' : has(stage, 'garden') ? 'scene:garden' : undefined),
    );
  }
  if (light.season === 'autumn') {
    const svg = Array.from({ length: 44 }, () => {
      const t = random();
      return `<ellipse cx="${n(random() * width)}" cy="${n(top + 20 + t * (height - top))}" rx="${n(4 + t * 8)}" ry="${n(2 + t * 4)}" fill="${pick(random, light.leaves)}"/>`;
    }).join('');
    shapes.push(shape('ground', 5, svg, 'season:autumn'));
  }
  return shapes;
}

/** Draws a row of trees at a depth: 0 far, 1 near. */
function treeRow(stage: Stage, y: number, [near, count]: readonly [number, number], isMiddleOpen: boolean): string {
  const { width, random, light } = stage;
  const kind = has(stage, 'snow', 'mountain')
    ? 'cone'
    : has(stage, 'forest')
      ? pick(random, ['round', 'cone'] as const)
      : 'round';
  let svg = '';
  for (let i = 0; i < count; i++) {
    const share = (i + between(random, 0.15, 0.85)) / count;
    if (isMiddleOpen && share > 0.2 && share < 0.8) continue;
    const high = between(random, 0.8, 1.15) * (150 + near * 360);
    const leaf = light.haze(pick(random, light.leaves), (1 - near) * 0.55);
    svg += backTree(
      random,
      kind,
      [share * width, y + random() * 14 * near, high],
      [leaf, light.haze('#6b4a33', (1 - near) * 0.4)],
    );
  }
  return svg;
}

function bambooRow(stage: Stage, y: number, near: number, count: number, isMiddleOpen: boolean): string {
  const { width, random, light } = stage;
  let svg = '';
  for (let i = 0; i < count; i++) {
    const share = (i + random()) / count;
    if (isMiddleOpen && share > 0.22 && share < 0.78) continue;
    const x = share * width;
    const wide = 9 + near * 17;
    const stalk = light.haze(pick(random, ['#6fb544', '#84c755', '#5fa53a']), (1 - near) * 0.5);
    svg += `<rect x="${n(x)}" y="-10" width="${n(wide)}" height="${n(y + 10)}" fill="${stalk}"/>`;
    for (let knot = random() * 90; knot < y; knot += 80 + near * 60)
      svg += `<rect x="${n(x - 2)}" y="${n(knot)}" width="${n(wide + 4)}" height="${n(3 + near * 3)}" rx="2" fill="${darker(stalk, 0.2)}"/>`;
    for (let leaf = 0; leaf < 4; leaf++) {
      const ly = random() * y * 0.85;
      const long = 40 + near * 50;
      const way = random() < 0.5 ? -1 : 1;
      svg += `<path d="M${n(x + wide / 2)} ${n(ly)}q${n(way * long * 0.5)} ${n(-long * 0.24)} ${n(way * long)} ${n(long * 0.14)}q${n(-way * long * 0.5)} ${n(long * 0.16)} ${n(-way * long)} ${n(-long * 0.14)}" fill="${lighten(stalk, -0.08)}"/>`;
    }
  }
  return svg;
}

function woods(stage: Stage, horizon: number): Shape[] {
  if (has(stage, 'bamboo'))
    return [
      shape('far', 10, bambooRow(stage, horizon + 10, 0.1, 26, false), 'scene:bamboo'),
      shape('middle', 10, bambooRow(stage, horizon + 50, 0.55, 14, true), 'scene:bamboo'),
    ];
  if (has(stage, 'forest', 'jungle')) {
    const name = has(stage, 'jungle') ? 'scene:jungle' : 'scene:forest';
    return [
      shape('far', 10, treeRow(stage, horizon + 8, [0.12, 16], false), name),
      shape('far', 11, treeRow(stage, horizon + 26, [0.4, 11], false), name),
      shape('middle', 10, treeRow(stage, horizon + 70, [0.85, 7], true), name),
    ];
  }
  if (has(stage, 'park', 'garden', 'village', 'farm', 'lake', 'river', 'hill', 'snow') || stage.scenes.length === 0)
    return [
      shape(
        'middle',
        9,
        treeRow(
          stage,
          horizon + 14,
          [has(stage, 'park', 'garden') ? 0.35 : 0.08, has(stage, 'park', 'garden') ? 7 : 9],
          stage.random() < 0.5,
        ),
      ),
    ];
  return [];
}

function villageHouses(stage: Stage, horizon: number): Shape[] {
  const { width, random, light } = stage;
  const count = has(stage, 'village') ? 5 : 1;
  let svg = '';
  for (let i = 0; i < count; i++) {
    const x = (count === 1 ? between(random, 0.68, 0.86) : (i + random() * 0.7) / count) * width;
    const s = between(random, 60, 92);
    const isBarn = has(stage, 'farm') && count === 1;
    const wall = light.haze(isBarn ? '#b8483a' : pick(random, ['#f3e3c8', '#e8d2b0', '#f0dcd0']), 0.18);
    const roof = light.haze(isBarn ? '#7a2f28' : pick(random, ['#c0553f', '#8a5f4a', '#a8684a']), 0.15);
    const y = horizon + 26 + random() * 20;
    svg += `<rect x="${n(x - s * 0.6)}" y="${n(y - s)}" width="${n(s * 1.2)}" height="${n(s)}" fill="${wall}"/><path d="M${n(x - s * 0.75)} ${n(y - s)}L${n(x)} ${n(y - s * 1.7)}L${n(x + s * 0.75)} ${n(y - s)}z" fill="${roof}"/><rect x="${n(x - s * 0.14)}" y="${n(y - s * 0.5)}" width="${n(s * 0.28)}" height="${n(s * 0.5)}" fill="${darker(roof, 0.25)}"/><rect x="${n(x + s * 0.22)}" y="${n(y - s * 0.72)}" width="${n(s * 0.24)}" height="${n(s * 0.24)}" fill="${light.isDark ? '#ffdf8a' : '#bfe3f2'}"/>`;
  }
  return [shape('middle', 11, svg, has(stage, 'village') ? 'scene:village' : 'scene:farm')];
}

/** Draws rows of highlights on water. */
function waves({ width, random }: Stage, top: number, bottom: number, colour: string): string {
  return Array.from({ length: 34 }, () => {
    const t = random();
    const [x, y, long] = [random() * width, top + 8 + t * (bottom - top - 12), 30 + t * 110];
    return `<path d="M${n(x)} ${n(y)}q${n(long / 4)} ${n(-4 - t * 7)} ${n(long / 2)} 0t${n(long / 2)} 0" stroke="${lighten(colour, t > 0.5 ? 0.22 : 0.3)}" stroke-width="${n(2 + t * 3.5)}" stroke-linecap="round" fill="none"/>`;
  }).join('');
}

const band = (stage: Stage, top: number, bottom: number, fill: string) =>
  `<rect x="0" y="${n(top)}" width="${n(stage.width)}" height="${n(bottom - top)}" fill="${fill}"/>`;

interface Wet {
  readonly shapes: readonly Shape[];
  readonly water?: Backdrop['water'];
  readonly groundTop: number;
}

/** Draws sea to the horizon, a lake in the middle, or a river winding to the front. */
function water(stage: Stage, horizon: number, ground: string, hasStanding: boolean): Wet {
  const { width, height, random, light } = stage;
  const blue = light.shade(mix('#2f9fd0', light.sky[0]!, 0.25));
  if (has(stage, 'sea', 'beach', 'island')) {
    const shore =
      has(stage, 'beach') || hasStanding
        ? has(stage, 'beach')
          ? horizon + (height - horizon) * 0.36
          : height * 0.8
        : height + 40;
    const line = rollingLine(random, shore, 14, 2);
    const name = has(stage, 'sea') ? 'scene:sea' : has(stage, 'island') ? 'scene:island' : 'scene:beach';
    const isle = has(stage, 'island')
      ? [
          shape(
            'middle',
            12,
            `<ellipse cx="${n(width * 0.7)}" cy="${n(horizon + 44)}" rx="190" ry="34" fill="${light.shade('#f0d9a4')}"/>${backTree(random, 'round', [width * 0.66, horizon + 34, 150], [light.leaves[1]!, light.shade('#7a5a3a')])}`,
            'scene:island',
          ),
        ]
      : [];
    return {
      shapes: [
        shape(
          'ground',
          0,
          band(stage, horizon, height, light.haze(blue, 0.3)) +
            band(stage, horizon + (shore - horizon) * 0.25, height, mix(light.haze(blue, 0.12), blue, 0.5)) +
            band(stage, horizon + (shore - horizon) * 0.6, height, blue),
          name,
        ),
        shape('ground', 1, waves(stage, horizon, Math.min(shore, height), blue)),
        ...isle,
        ...(shore < height
          ? [
              shape(
                'ground',
                2,
                land(stage, t => line(t) - 12, lighten(blue, 0.65)),
                'scene:sea',
              ),
              shape('ground', 2.5, land(stage, line, ground), has(stage, 'beach') ? 'scene:beach' : undefined),
            ]
          : []),
      ],
      water: { top: horizon + (Math.min(shore, height) - horizon) * 0.3, bottom: Math.min(shore, height) - 24 },
      groundTop: shore < height ? shore + 26 : horizon + (height - horizon) * 0.5,
    };
  }
  if (has(stage, 'lake')) {
    const [top, bottom] = [horizon + (height - horizon) * 0.12, horizon + (height - horizon) * 0.58];
    const cx = width * between(random, 0.42, 0.58);
    const rim = rollingLine(random, 0, 10, 5);
    const points = Array.from({ length: 25 }, (_, i) => {
      const angle = (i / 24) * Math.PI * 2;
      return [
        cx + Math.cos(angle) * width * 0.56 + rim(i / 24),
        (top + bottom) / 2 + (Math.sin(angle) * (bottom - top)) / 2 + rim(i / 24),
      ] as const;
    });
    return {
      shapes: [
        shape('ground', 0, land(stage, rollingLine(random, horizon, 8, 2), ground)),
        shape(
          'ground',
          1,
          `<path d="${smooth(points)}z" fill="${blue}"/><path d="${smooth(points.map(([x, y]) => [x, y + 7] as const))}z" fill="${light.haze(blue, 0.2)}"/>`,
          'scene:lake',
        ),
        shape('ground', 2, waves(stage, top + 12, bottom - 8, blue)),
      ],
      water: { top: top + (bottom - top) * 0.35, bottom: bottom - 14 },
      groundTop: bottom - 6,
    };
  }
  if (has(stage, 'river')) {
    const start = width * between(random, 0.44, 0.6);
    const end = width * (random() < 0.5 ? 0.26 : 0.74);
    const edge = (side: -1 | 1) =>
      Array.from({ length: 9 }, (_, i) => {
        const t = i / 8;
        const half = 10 + t ** 1.5 * width * 0.3;
        return [
          start + (end - start) * t + Math.sin(t * 5) * 70 * t + side * half,
          horizon + (height + 20 - horizon) * t,
        ] as const;
      });
    const outline = `${smooth(edge(-1))}L${smooth(edge(1).reverse()).slice(1)}z`;
    return {
      shapes: [
        shape('ground', 0, land(stage, rollingLine(random, horizon, 8, 2), ground)),
        shape(
          'ground',
          1,
          `<path d="${outline}" fill="${blue}" stroke="${lighten(ground, -0.18)}" stroke-width="7"/>`,
          'scene:river',
        ),
        shape(
          'ground',
          2,
          `<path d="${smooth(edge(-1).map(([x, y], i) => [x + 30 + i * 14, y] as const))}" fill="none" stroke="${lighten(blue, 0.35)}" stroke-width="6" stroke-dasharray="60 46" stroke-linecap="round"/>`,
        ),
      ],
      water: { top: horizon + (height - horizon) * 0.45, bottom: height - 40 },
      groundTop: horizon + 30,
    };
  }
  return {
    shapes: [shape('ground', 0, land(stage, rollingLine(random, horizon, 12, 1.8), ground), groundScenes(stage))],
    groundTop: horizon + 24,
  };
}

/** Draws a road along house fronts. */
function street(stage: Stage, horizon: number): Shape[] {
  const { width, height, random, light } = stage;
  const kerb = horizon + 34;
  let fronts = '';
  for (let x = -30; x < width; ) {
    const wide = between(random, 130, 210);
    const high = between(random, 0.5, 0.86) * horizon;
    const wall = light.shade(pick(random, ['#e8b59a', '#f0d6a4', '#a9c7c9', '#c9b1d6', '#d98f7a', '#b8d0a8']));
    fronts += `<rect x="${n(x)}" y="${n(kerb - high)}" width="${n(wide)}" height="${n(high)}" fill="${wall}"/><rect x="${n(x)}" y="${n(kerb - high)}" width="${n(wide)}" height="14" fill="${darker(wall, 0.2)}"/>`;
    for (let wy = kerb - high + 42; wy < kerb - 130; wy += 74)
      for (let wx = x + 22; wx < x + wide - 40; wx += 52)
        fronts += `<rect x="${n(wx)}" y="${n(wy)}" width="30" height="42" rx="3" fill="${light.isDark && random() < 0.7 ? '#ffe08f' : light.shade('#cfe7f2')}"/>`;
    const awning = light.shade(pick(random, ['#d8504a', '#3f8f7d', '#f0a53a', '#4a7bb5']));
    fronts += `<rect x="${n(x + 16)}" y="${n(kerb - 84)}" width="${n(wide - 32)}" height="84" fill="${light.isDark ? '#ffe3a1' : light.shade('#7fa3b5')}"/><path d="M${n(x + 8)} ${n(kerb - 84)}h${n(wide - 16)}l-10 -26h${n(-wide + 36)}z" fill="${awning}"/>`;
    x += wide + 3;
  }
  const road = light.shade('#767b86');
  let dashes = '';
  for (let x = random() * 60 - 60; x < width; x += 170)
    dashes += `<rect x="${n(x)}" y="${n(height - (height - kerb) * 0.4)}" width="96" height="10" rx="3" fill="${light.shade('#f4ead0')}"/>`;
  return [
    shape('middle', 12, fronts, 'scene:city'),
    shape(
      'ground',
      0,
      band(stage, kerb, height, light.shade('#b9bcc2')) +
        `<rect x="0" y="${n(kerb + (height - kerb) * 0.22)}" width="${n(width)}" height="${n(height)}" fill="${road}"/>`,
      'scene:street',
    ),
    shape('ground', 1, dashes),
  ];
}

/** Draws leaves and blades in the foreground that frame the picture. */
function frame(stage: Stage, ground: string): Shape[] {
  const { width, height, random, light } = stage;
  if (has(stage, 'street', 'city', 'desert', 'sea', 'snow', 'moonland', 'beach') || light.season === 'winter')
    return [];
  const side = random() < 0.5 ? 0 : width;
  const blades = Array.from({ length: 16 }, () => {
    const x = side === 0 ? random() ** 1.6 * width * 0.34 : width - random() ** 1.6 * width * 0.34;
    const tall = between(random, 50, 130);
    return `<path d="M${n(x - 7)} ${n(height + 8)}q${n(between(random, -16, 16))} ${n(-tall * 0.6)} ${n(between(random, -26, 30))} ${n(-tall)}q2 ${n(tall * 0.5)} ${n(14)} ${n(tall)}z" fill="${darker(ground, between(random, 0.18, 0.34))}"/>`;
  }).join('');
  return [shape('front', 5, blades)];
}

export function drawOutdoors(stage: Stage, wish: Wish, hasStanding: boolean): Backdrop {
  const { height } = stage;
  const horizon = height * (stage.eye + (has(stage, 'street', 'city') ? 0.06 : 0));
  const ground = groundColour(stage);
  const isStreet =
    has(stage, 'street') || (has(stage, 'city') && hasStanding && !has(stage, 'sea', 'lake', 'river', 'park', 'beach'));
  const wet = isStreet
    ? { shapes: street(stage, horizon), groundTop: horizon + 60 }
    : water(stage, horizon, ground, hasStanding);
  return {
    shapes: [
      ...drawSky(stage, wish, horizon),
      ...drawFar(stage, horizon),
      ...(isStreet ? drawSkyline(stage, horizon, 0.8) : []),
      ...woods(stage, horizon),
      ...(has(stage, 'village', 'farm') ? villageHouses(stage, horizon) : []),
      ...wet.shapes,
      ...texture(stage, wet.groundTop, ground),
      ...frame(stage, ground),
    ],
    horizon,
    ground: { top: wet.groundTop + (height - wet.groundTop) * 0.1, bottom: height * 0.965 },
    ...('water' in wet && wet.water && { water: wet.water }),
    sky: { top: height * 0.05, bottom: horizon * 0.82 },
  };
}
