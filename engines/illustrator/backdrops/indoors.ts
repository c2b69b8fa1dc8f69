// Backdrops of rooms, tables and stages.
import { lighten } from '../colours.ts';
import { n, type Shape } from '../graph.ts';
import { requireIcon } from '../icons.ts';
import { darker } from '../light.ts';
import { between, pick } from '../random.ts';
import type { Wish } from '../wish.ts';
import { type Backdrop, gradient, type Stage, shape } from './stage.ts';

const rect = (x: number, y: number, w: number, h: number, fill: string, rx = 0) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${rx ? ` rx="${n(rx)}"` : ''}/>`;

/** Places an icon of the given height, centred on the lower edge. */
function put(icon: string, x: number, base: number, height: number): string {
  const { body, box } = requireIcon(icon);
  const scale = height / box.h;
  return `<g transform="translate(${n(x - (box.w * scale) / 2)},${n(base - height)}) scale(${scale.toFixed(3)}) translate(${-box.x},${-box.y})">${body}</g>`;
}

const walls: Readonly<Record<string, readonly string[]>> = {
  room: ['#f2dcc3', '#d9e4dc', '#e6d5e3', '#cfdde8', '#f0d8cc'],
  bedroom: ['#d9dcf0', '#efdcdc', '#dce8e6'],
  kitchen: ['#eaf0e4', '#f6ead2', '#dcebf0'],
  classroom: ['#eee6d4', '#dfe8e0'],
  library: ['#d9c4a5', '#c9b79c'],
  cafe: ['#d8b99a', '#c7a98c', '#b9b39a'],
  stage: ['#5b1f2f', '#3b2352'],
};

function pane({ light }: Stage, x: number, y: number, w: number, h: number): string {
  const frame = light.shade('#f7f3ea');
  return (
    rect(x - 12, y - 12, w + 24, h + 24, frame, 6) +
    rect(x, y, w, h, light.sky[1]!) +
    `<circle cx="${n(x + w * 0.7)}" cy="${n(y + h * 0.3)}" r="${n(w * 0.09)}" fill="${light.isDark ? '#fdf0c4' : '#ffe9a0'}"/>` +
    `<path d="M${n(x)} ${n(y + h)}v${n(-h * 0.24)}q${n(w * 0.25)} ${n(-h * 0.16)} ${n(w * 0.5)} 0t${n(w * 0.5)} 0V${n(y + h)}z" fill="${light.shade('#7fb58a')}"/>` +
    rect(x + w / 2 - 5, y, 10, h, frame) +
    rect(x, y + h / 2 - 5, w, 10, frame) +
    rect(x - 24, y + h + 12, w + 48, 16, darker(frame, 0.12), 4)
  );
}

function furnish(stage: Stage, kind: string, floor: number, wish: Wish): Shape[] {
  const { width, random, light } = stage;
  const mirrored = random() < 0.5;
  const at = (share: number) => (mirrored ? 1 - share : share) * width;
  const named = new Set(wish.things.map(({ thing }) => thing.icon));
  const shapes: Shape[] = [];
  const add = (icon: string, share: number, base: number, height: number, layer: 'middle' | 'far' = 'middle') => {
    if (!named.has(icon)) shapes.push(shape(layer, 5 + shapes.length, put(icon, at(share), base, height)));
  };
  if (!named.has('window') && kind !== 'library' && kind !== 'stage') {
    const [w, h] = [Math.min(300, width * 0.26), floor * 0.42];
    shapes.push(shape('far', 3, pane(stage, at(0.24) - w / 2, floor * 0.2, w, h)));
  }
  if (kind === 'room') {
    add('framed-picture', 0.66, floor * 0.5, 150, 'far');
    add('potted-plant', 0.93, floor + 26, 190);
    shapes.push(
      shape(
        'ground',
        4,
        `<ellipse cx="${n(width / 2)}" cy="${n(floor + (stage.height - floor) * 0.55)}" rx="${n(width * 0.36)}" ry="${n((stage.height - floor) * 0.26)}" fill="${light.shade(pick(random, ['#c9776a', '#7f9fb5', '#8fae8b', '#c9a45f']))}"/><ellipse cx="${n(width / 2)}" cy="${n(floor + (stage.height - floor) * 0.55)}" rx="${n(width * 0.32)}" ry="${n((stage.height - floor) * 0.21)}" fill="none" stroke="${light.shade('#f2e3cc')}" stroke-width="6"/>`,
      ),
    );
  } else if (kind === 'bedroom') {
    add('bed', 0.72, floor + 120, 330);
    add('lamp', 0.95, floor - 6, 130);
  } else if (kind === 'kitchen') {
    const top = floor - 150;
    shapes.push(
      shape(
        'middle',
        2,
        rect(0, top, width, 160, light.shade('#e6ebe8')) +
          rect(0, top - 14, width, 18, light.shade('#a9745a')) +
          Array.from({ length: 9 }, (_, i) =>
            rect((i * width) / 9 + 8, top + 18, width / 9 - 16, 120, light.shade('#cfdad5'), 6),
          ).join(''),
        'scene:kitchen',
      ),
    );
    shapes.push(
      shape(
        'far',
        4,
        rect(width * 0.45, floor * 0.16, width * 0.5, floor * 0.24, light.shade('#d9e2dd'), 8) +
          rect(width * 0.45 + 10, floor * 0.18, width * 0.235, floor * 0.2, light.shade('#c3cfc9'), 6) +
          rect(width * 0.72, floor * 0.18, width * 0.22, floor * 0.2, light.shade('#c3cfc9'), 6),
      ),
    );
    add('teapot', 0.42, top - 12, 90);
    add('stove', 0.78, floor + 14, 230);
  } else if (kind === 'classroom') {
    shapes.push(
      shape(
        'far',
        4,
        rect(at(0.62) - 280, floor * 0.2, 560, floor * 0.44, '#8a5f3c', 8) +
          rect(at(0.62) - 264, floor * 0.2 + 16, 528, floor * 0.44 - 32, light.shade('#2f6650')) +
          `<path d="M${n(at(0.62) - 200)} ${n(floor * 0.34)}h180M${n(at(0.62) - 200)} ${n(floor * 0.42)}h260M${n(at(0.62) - 200)} ${n(floor * 0.5)}h120" stroke="#e9f2ea" stroke-width="6" stroke-linecap="round" opacity=".8"/>`,
        'scene:classroom',
      ),
    );
    add('desk', 0.14, floor + 60, 170);
  } else if (kind === 'library') {
    for (let i = 0; i < 4; i++)
      shapes.push(
        shape('far', 4 + i, put('bookshelf', ((i + 0.5) / 4) * width, floor + 12, floor * 0.8), 'scene:library'),
      );
    add('desk', 0.86, floor + 90, 170);
  } else if (kind === 'cafe') {
    shapes.push(
      shape(
        'far',
        4,
        rect(at(0.7) - 220, floor * 0.3, 440, 12, light.shade('#6b4a33')) +
          rect(at(0.7) - 220, floor * 0.5, 440, 12, light.shade('#6b4a33')),
        'scene:cafe',
      ),
    );
    for (const [i, icon] of ['hot-beverage', 'teapot', 'hot-beverage', 'croissant'].entries())
      shapes.push(shape('far', 6 + i, put(icon, at(0.7) - 160 + i * 110, floor * (i % 2 ? 0.3 : 0.5), 74)));
    for (const share of [0.3, 0.55, 0.8])
      shapes.push(
        shape(
          'far',
          12,
          `<path d="M${n(width * share)} 0v${n(floor * 0.12)}" stroke="${light.shade('#4a3a30')}" stroke-width="5"/><path d="M${n(width * share - 44)} ${n(floor * 0.19)}q44 -78 88 0z" fill="${light.shade('#d98f3f')}"/><circle cx="${n(width * share)}" cy="${n(floor * 0.2)}" r="14" fill="#ffe9a0"/>`,
        ),
      );
    add('chair', 0.12, floor + 70, 200);
  }
  return shapes;
}

/** Draws a room with wall, floor and furniture. */
export function drawRoom(stage: Stage, kind: string, wish: Wish): Backdrop {
  const { width, height, random, light } = stage;
  const floor = height * 0.63;
  if (kind === 'stage') return drawStage(stage);
  const wall = light.shade(pick(random, walls[kind] ?? walls.room!));
  const boards = light.shade(
    pick(random, kind === 'kitchen' ? ['#d9d2c4', '#cfd6d8'] : ['#c8935f', '#b9835a', '#a97850']),
  );
  let lines = '';
  for (let i = -6; i <= 14; i++) {
    const x = (i / 8) * width;
    lines += `<path d="M${n(width / 2 + (x - width / 2) * 0.62)} ${n(floor)}L${n(width / 2 + (x - width / 2) * 1.5)} ${n(height)}" stroke="${darker(boards, 0.12)}" stroke-width="4"/>`;
  }
  const stripes =
    random() < 0.5
      ? Array.from({ length: 18 }, (_, i) => rect((i / 18) * width, 0, width / 36, floor, lighten(wall, 0.16))).join('')
      : '';
  return {
    shapes: [
      shape(
        'sky',
        0,
        gradient(stage, 0, floor, [darker(wall, 0.06), wall]) + stripes,
        `scene:${kind} time:${wish.time ?? 'day'} season:${light.season} mood:${wish.mood ?? ''}`,
      ),
      shape(
        'far',
        20,
        rect(0, floor - 26, width, 26, light.shade('#f5efe3')) + rect(0, floor - 4, width, 4, darker(wall, 0.2)),
      ),
      shape('ground', 0, gradient(stage, floor, height, [boards, darker(boards, 0.12)]) + lines, 'scene:room'),
      ...furnish(stage, kind, floor, wish),
    ],
    horizon: floor,
    ground: { top: floor + (height - floor) * 0.24, bottom: height * 0.955 },
    sky: { top: height * 0.08, bottom: floor * 0.72 },
    isIndoors: true,
  };
}

function drawStage(stage: Stage): Backdrop {
  const { width, height, random, light } = stage;
  const floor = height * 0.7;
  const red = light.shade(pick(random, ['#a8273a', '#8a2f6b', '#24508f']));
  const folds = (from: number, to: number) =>
    Array.from(
      { length: 6 },
      (_, i) =>
        `<path d="M${n(from + ((to - from) * i) / 6)} 0q${n((to - from) / 24)} ${n(floor / 2)} 0 ${n(floor + 30)}h${n((to - from) / 6)}q${n((to - from) / 24)} ${n(-floor / 2)} 0 ${n(-floor - 30)}z" fill="${i % 2 ? red : darker(red, 0.16)}"/>`,
    ).join('');
  const beam = (x: number) => `<path d="M${n(x)} 0l-150 ${n(floor + 60)}h300z" fill="#fff1c2" opacity=".22"/>`;
  return {
    shapes: [
      shape('sky', 0, gradient(stage, 0, floor, ['#2a1a33', '#5a3a5f']), 'scene:stage time:night'),
      shape('far', 2, beam(width * 0.34) + beam(width * 0.66)),
      shape(
        'middle',
        2,
        folds(0, width * 0.16) +
          folds(width * 0.84, width) +
          `<path d="M0 0h${n(width)}v90q${n(-width / 12)} 70 ${n(-width / 6)} 0t${n(-width / 6)} 0t${n(-width / 6)} 0t${n(-width / 6)} 0t${n(-width / 6)} 0t${n(-width / 6)} 0z" fill="${darker(red, 0.08)}"/>`,
        'scene:stage',
      ),
      shape('ground', 0, gradient(stage, floor, height, ['#b97f4d', '#8a5a34']), 'scene:stage'),
    ],
    horizon: floor,
    ground: { top: floor + 50, bottom: height * 0.95 },
    sky: { top: height * 0.14, bottom: floor * 0.7 },
    isIndoors: true,
  };
}

/** Draws a table from close up, in front of a soft wall. */
export function drawTable(stage: Stage): Backdrop {
  const { width, height, random, light } = stage;
  const edge = height * 0.6;
  const wall = light.shade(pick(random, ['#cfe0d6', '#f0d3c0', '#d5d9ee', '#f3e2b8', '#c7dbe6']));
  const wood = light.shade(pick(random, ['#c08a57', '#b27a4c', '#d3a873']));
  const dots = Array.from(
    { length: 16 },
    () =>
      `<circle cx="${n(random() * width)}" cy="${n(random() * edge)}" r="${n(between(random, 20, 80))}" fill="#ffffff" opacity="${n(between(random, 0.08, 0.2))}"/>`,
  ).join('');
  const grain = Array.from({ length: 7 }, (_, i) => {
    const y = edge + 30 + (i / 7) * (height - edge);
    return `<path d="M0 ${n(y)}q${n(width * 0.3)} ${n(between(random, -16, 16))} ${n(width * 0.6)} 0t${n(width * 0.6)} 0" stroke="${darker(wood, 0.1)}" stroke-width="4" fill="none"/>`;
  }).join('');
  return {
    shapes: [
      shape('sky', 0, gradient(stage, 0, edge, [darker(wall, 0.05), lighten(wall, 0.25)]), 'time:day season:summer'),
      shape('heaven', 1, dots),
      shape('ground', 0, gradient(stage, edge, height, [lighten(wood, 0.1), wood]) + grain, 'scene:table'),
    ],
    horizon: edge,
    ground: { top: edge + (height - edge) * 0.22, bottom: height * 0.93 },
    sky: { top: height * 0.08, bottom: edge * 0.8 },
    isIndoors: true,
  };
}

/** Draws the backdrop for prompts without a place and things without a habitat: a coloured wall with a large disc. */
export function drawPlain(stage: Stage, wish: Wish): Backdrop {
  const { width, height, random, light } = stage;
  const [wall, disc] = pick(random, [
    ['#f6e3c5', '#f2b880'],
    ['#d5e8e4', '#8fc4b7'],
    ['#e3dcf2', '#b3a1dc'],
    ['#fbdcd6', '#f2a093'],
    ['#d9e7f5', '#8fb8e0'],
  ] as const);
  const floor = height * 0.74;
  const radius = Math.min(width, height) * 0.4;
  return {
    shapes: [
      shape(
        'sky',
        0,
        gradient(stage, 0, height, [light.shade(lighten(wall, 0.15)), light.shade(wall)]),
        `time:${wish.time ?? 'day'} season:${light.season} mood:${wish.mood ?? ''}`,
      ),
      shape(
        'far',
        1,
        `<circle cx="${n(width / 2)}" cy="${n(height * 0.46)}" r="${n(radius)}" fill="${light.shade(disc)}"/><circle cx="${n(width / 2)}" cy="${n(height * 0.46)}" r="${n(radius * 0.84)}" fill="${light.shade(lighten(disc, 0.18))}"/>`,
      ),
      shape(
        'ground',
        0,
        `<ellipse cx="${n(width / 2)}" cy="${n(floor + 160)}" rx="${n(width * 0.72)}" ry="240" fill="${light.shade(lighten(disc, -0.1))}"/>`,
      ),
    ],
    horizon: floor - 60,
    ground: { top: floor + 10, bottom: height * 0.93 },
    sky: { top: height * 0.08, bottom: height * 0.5 },
  };
}
