// The sky with its lights and weather, and the distant scenery below it.
import { lighten, mix } from '../colours.ts';
import { n, type Shape } from '../graph.ts';
import { between } from '../random.ts';
import type { Wish } from '../wish.ts';
import { cloud, gradient, land, rollingLine, type Stage, shape } from './stage.ts';

function stars({ width, random }: Stage, bottom: number, count: number): string {
  return Array.from({ length: count }, () => {
    const [x, y] = [random() * width, random() ** 1.4 * bottom];
    const radius = between(random, 1, 2.6) * (random() < 0.12 ? 1.9 : 1);
    return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="#fff6d8" opacity="${n(between(random, 0.5, 1))}"/>`;
  }).join('');
}

const glow = (x: number, y: number, radius: number, colour: string) =>
  `${[2.6, 1.9, 1.4]
    .map(
      (times, i) =>
        `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * times)}" fill="${colour}" opacity="${0.1 + i * 0.06}"/>`,
    )
    .join('')}<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${colour}"/>`;

/** Draws the sky down to the horizon with the light of the time of day; things named in the prompt are not drawn a second time. */
export function drawSky(stage: Stage, wish: Wish, horizon: number): Shape[] {
  const { width, random, light } = stage;
  const shapes = [
    shape(
      'sky',
      0,
      gradient(stage, 0, horizon + 60, light.sky),
      `scene:sky time:${wish.time ?? 'day'} season:${light.season} mood:${wish.mood ?? ''}`,
    ),
  ];
  const has = (...icons: string[]) => wish.things.some(({ thing }) => icons.includes(thing.icon));
  const { time = 'day', weather } = wish;
  const isGrey =
    weather === 'rain' || weather === 'fog' || weather === 'cloudy' || weather === 'storm' || weather === 'snow';
  const side = random() < 0.5 ? between(random, 0.14, 0.34) : between(random, 0.66, 0.86);
  if (time === 'night' || wish.scenes.includes('stars')) {
    shapes.push(shape('sky', 1, stars(stage, horizon * 0.95, isGrey ? 24 : 110), 'scene:stars'));
    if (!isGrey && !has('full-moon', 'crescent-moon')) {
      const [x, y] = [width * side, horizon * between(random, 0.16, 0.3)];
      shapes.push(shape('sky', 2, glow(x, y, 52, '#fdf0c4')));
    }
  } else if (!isGrey && !has('sun')) {
    const low = time === 'day' ? between(random, 0.15, 0.28) : between(random, 0.74, 0.86);
    const colour = time === 'sunset' ? '#ffd98a' : time === 'dawn' ? '#fff0c9' : '#ffe9a0';
    shapes.push(shape('sky', 2, glow(width * side, horizon * low, time === 'day' ? 54 : 74, colour), 'weather:sunny'));
  }
  const count = isGrey ? 7 : wish.weather === 'sunny' || time === 'night' ? 2 : 3 + Math.floor(random() * 2);
  const tone = light.isDark
    ? mix(light.sky[1]!, '#ffffff', 0.12)
    : isGrey
      ? mix(light.sky[1]!, '#ffffff', 0.3)
      : mix(light.sky.at(-1)!, '#ffffff', 0.72);
  for (let i = 0; i < count; i++) {
    const size = between(random, 0.16, 0.34) * Math.min(width, 1300);
    const [x, y] = [((i + random()) / count) * width - size / 2, horizon * between(random, 0.12, 0.72)];
    shapes.push(
      shape(
        'heaven',
        i,
        cloud(random, x, y, size, tone, isGrey ? 0.9 : 0.82),
        isGrey ? `weather:${weather}` : undefined,
      ),
    );
  }
  return shapes;
}

/** Draws rain, snow, mist, wind or lightning in front of everything. */
export function drawWeather(stage: Stage, { weather }: Wish, horizon: number): Shape[] {
  const { width, height, random, light } = stage;
  if (weather === 'rain' || weather === 'storm') {
    const lines = Array.from({ length: 95 }, () => {
      const [x, y, long] = [random() * width * 1.15, random() * height, between(random, 28, 60)];
      return `<path d="M${n(x)} ${n(y)}l${n(-long * 0.22)} ${n(long)}" stroke="${light.isDark ? '#b9cfe8' : '#eef6ff'}" stroke-width="${n(between(random, 1.6, 3.2))}" stroke-linecap="round" opacity="${n(between(random, 0.35, 0.7))}"/>`;
    }).join('');
    const bolt =
      weather === 'storm'
        ? `<path d="M${n(width * 0.72)} 0l-46 ${n(horizon * 0.42)}h44l-58 ${n(horizon * 0.5)}l130 ${n(-horizon * 0.6)}h-48l52 ${n(-horizon * 0.32)}z" fill="#fff3b0"/>`
        : '';
    return [
      ...(bolt ? [shape('heaven', 20, bolt, 'weather:storm')] : []),
      shape('front', 50, lines, `weather:${weather}`),
    ];
  }
  if (weather === 'snow') {
    const flakes = Array.from({ length: 120 }, () => {
      const near = random();
      return `<circle cx="${n(random() * width)}" cy="${n(random() * height)}" r="${n(2 + near ** 3 * 8)}" fill="#ffffff" opacity="${n(between(random, 0.65, 0.98))}"/>`;
    }).join('');
    return [shape('front', 50, flakes, 'weather:snow')];
  }
  if (weather === 'fog') {
    const bands = [0.2, 0.45, 0.75].map((at, i) => {
      const y = horizon + (height - horizon) * at * 0.5 - 40;
      return shape(
        i === 2 ? 'front' : 'middle',
        40 + i,
        `<g opacity=".55">${cloud(random, -80, y + 60, width * 1.2, mix(light.sky.at(-1)!, '#ffffff', 0.5), 0.75)}</g>`,
        'weather:fog',
      );
    });
    return bands;
  }
  if (weather === 'wind') {
    const swirls = Array.from({ length: 6 }, () => {
      const [x, y, long] = [random() * width * 0.8, random() * horizon, between(random, 140, 260)];
      return `<path d="M${n(x)} ${n(y)}h${n(long)}a22 22 0 1 0 -22 -24" fill="none" stroke="#ffffff" stroke-width="5" stroke-linecap="round" opacity=".75"/>`;
    }).join('');
    return [shape('heaven', 30, swirls, 'weather:wind')];
  }
  return [];
}

function peak(x: number, base: number, wide: number, high: number, fill: string, cap: string | undefined): string {
  const top = base - high;
  const left = `L${n(x - wide * 0.18)} ${n(top + high * 0.34)}L${n(x - wide * 0.3)} ${n(top + high * 0.52)}`;
  const body = `<path d="M${n(x - wide / 2)} ${n(base)}${left}L${n(x)} ${n(top)}L${n(x + wide * 0.2)} ${n(top + high * 0.36)}L${n(x + wide / 2)} ${n(base)}z" fill="${fill}"/>`;
  const shadow = `<path d="M${n(x)} ${n(top)}L${n(x + wide * 0.2)} ${n(top + high * 0.36)}L${n(x + wide / 2)} ${n(base)}H${n(x + wide * 0.05)}L${n(x - wide * 0.04)} ${n(top + high * 0.45)}z" fill="${lighten(fill, -0.14)}"/>`;
  const snow = cap
    ? `<path d="M${n(x)} ${n(top)}L${n(x + wide * 0.128)} ${n(top + high * 0.23)}l${n(-wide * 0.06)} ${n(high * 0.03)}l${n(-wide * 0.04)} ${n(-high * 0.05)}l${n(-wide * 0.05)} ${n(high * 0.08)}l${n(-wide * 0.04)} ${n(-high * 0.06)}l${n(-wide * 0.075)} ${n(high * 0.04)}z" fill="${cap}"/>`
    : '';
  return body + shadow + snow;
}

/** Draws the scenery at the horizon: mountains, hills, a skyline, a volcano. */
export function drawFar(stage: Stage, horizon: number): Shape[] {
  const { width, random, light, scenes } = stage;
  const shapes: Shape[] = [];
  if (scenes.includes('mountain')) {
    const isSnowy = scenes.includes('snowcap') || light.season === 'winter' || random() < 0.6;
    for (const [row, high] of [0.62, 0.44].entries()) {
      const count = row === 0 ? 3 : 4;
      const svg = Array.from({ length: count }, (_, i) => {
        const x = ((i + between(random, 0.3, 0.7)) / count) * width * 1.1 - width * 0.05;
        const tall = horizon * high * between(random, 0.78, 1.1);
        const fill = light.haze(row === 0 ? '#6f7fa8' : '#55688f', row === 0 ? 0.55 : 0.28);
        return peak(
          x,
          horizon + 20,
          tall * between(random, 1.7, 2.3),
          tall,
          fill,
          isSnowy ? light.haze('#ffffff', 0.2) : undefined,
        );
      }).join('');
      shapes.push(shape('far', row, svg, 'scene:mountain scene:snowcap'));
    }
  }
  if (scenes.includes('volcano')) {
    const [x, tall] = [width * between(random, 0.35, 0.65), horizon * 0.6];
    const top = horizon + 20 - tall;
    const svg = `<path d="M${n(x - tall * 0.9)} ${n(horizon + 20)}L${n(x - tall * 0.16)} ${n(top)}h${n(tall * 0.32)}L${n(x + tall * 0.9)} ${n(horizon + 20)}z" fill="${light.haze('#5a4656', 0.25)}"/><path d="M${n(x - tall * 0.16)} ${n(top)}h${n(tall * 0.32)}l-${n(tall * 0.05)} ${n(tall * 0.3)}l-${n(tall * 0.06)} -${n(tall * 0.1)}l-${n(tall * 0.07)} ${n(tall * 0.26)}l-${n(tall * 0.07)} -${n(tall * 0.3)}z" fill="#ff6b35"/>${cloud(random, x - 120, top - 20, 250, light.haze('#8a7f88', 0.2), 0.8)}`;
    shapes.push(shape('far', 2, svg, 'scene:volcano'));
  }
  if (scenes.includes('city') && !scenes.includes('street')) shapes.push(...drawSkyline(stage, horizon));
  const hasHills =
    scenes.some(scene =>
      ['hill', 'meadow', 'farm', 'village', 'field', 'park', 'garden', 'lake', 'river'].includes(scene),
    ) || scenes.length === 0;
  if (hasHills && !scenes.includes('mountain'))
    for (const [row, away] of [0.5, 0.25].entries())
      shapes.push(
        shape(
          'far',
          3 + row,
          land(
            stage,
            rollingLine(random, horizon - 45 + row * 28, 34, 2.4),
            light.haze(row === 0 ? '#5f9a6b' : '#79b06a', away),
          ),
          scenes.includes('hill') ? 'scene:hill' : undefined,
        ),
      );
  return shapes;
}

/** Draws rows of houses, with lit windows at night. */
export function drawSkyline(stage: Stage, base: number, tallest = 0.62): Shape[] {
  const { width, random, light } = stage;
  return [0, 1].map(row => {
    let svg = '';
    for (let x = -20; x < width; ) {
      const wide = between(random, 58, 120);
      const high = base * between(random, tallest * 0.4, tallest) * (row === 0 ? 1 : 0.66);
      const fill = light.haze(
        ['#7d8fb3', '#8a7fa8', '#6f93a8', '#a58f8f'][Math.floor(random() * 4)]!,
        row === 0 ? 0.5 : 0.15,
      );
      svg += `<rect x="${n(x)}" y="${n(base - high)}" width="${n(wide)}" height="${n(high + 30)}" fill="${fill}"/>`;
      if (random() < 0.3)
        svg += `<rect x="${n(x + wide / 2 - 3)}" y="${n(base - high - 36)}" width="6" height="38" fill="${fill}"/>`;
      const lit = light.isDark ? '#ffdf8a' : lighten(fill, 0.3);
      for (let wy = base - high + 16; wy < base - 14; wy += 30)
        for (let wx = x + 11; wx < x + wide - 16; wx += 22)
          if (random() < (light.isDark ? 0.6 : 0.85))
            svg += `<rect x="${n(wx)}" y="${n(wy)}" width="11" height="16" fill="${lit}" opacity="${row === 0 ? 0.55 : 0.9}"/>`;
      x += wide + between(random, 2, 16);
    }
    return shape(row === 0 ? 'far' : 'middle', 5 + row, svg, 'scene:city');
  });
}
