// Composes a picture from a wish: chooses the place, draws it, and places everything named in the prompt.
import { mulberry32, type Random } from 'contract/random.ts';
import { drawHeights, drawSpace, drawUnderwater } from './backdrops/elsewhere.ts';
import { drawPlain, drawRoom, drawTable } from './backdrops/indoors.ts';
import { drawOutdoors } from './backdrops/outdoors.ts';
import { drawWeather } from './backdrops/sky.ts';
import type { Backdrop, Stage } from './backdrops/stage.ts';
import { buildClusters, type Part } from './cluster.ts';
import { n, type Placed, type Scene, type Shape, sortShapes } from './graph.ts';
import { makeLight } from './light.ts';
import { placeClusters, type Standing } from './place.ts';
import { between, pick } from './random.ts';
import type { Wish } from './wish.ts';

const rooms = ['room', 'bedroom', 'kitchen', 'classroom', 'library', 'cafe', 'stage'];
const fillers = new Set(['stars', 'sky', 'snowcap']);

/** Returns the scenes of a wish, or those where its things are at home. */
export function chooseScenes(wish: Wish, random: Random): readonly string[] {
  const named = wish.scenes.filter(scene => !fillers.has(scene));
  const extras = wish.scenes.filter(scene => fillers.has(scene));
  if (named.length > 0) return [...named, ...extras];
  const { things } = wish;
  const places = things.map(({ thing }) => thing.place);
  if (wish.scenes.includes('sky') && !places.some(place => 'gbpv'.includes(place))) return ['heights', ...extras];
  const votes = new Map<string, number>();
  for (const [i, { thing }] of things.entries())
    if (
      thing.habitat &&
      thing.seat &&
      (thing.habitat === 'room' || thing.habitat === 'bedroom' || thing.icon === 'iceberg')
    )
      votes.set(thing.habitat, (votes.get(thing.habitat) ?? 0) + 3);
    else if (thing.habitat)
      votes.set(thing.habitat, (votes.get(thing.habitat) ?? 0) + (thing.place === 'd' ? 3 : i === 0 ? 1.6 : 1));
  const isAllSmall = things.length > 0 && places.every(place => 'tkenh'.includes(place));
  const home = [...votes].sort((a, b) => b[1] - a[1])[0]?.[0];
  const isOutside = places.some(place => 'pbvcy'.includes(place)) || wish.weather !== undefined || extras.length > 0;
  if (home === 'table' && (!isAllSmall || isOutside)) return isOutside ? ['meadow', ...extras] : ['room'];
  if (home && !((home === 'room' || home === 'bedroom') && isOutside)) return [home, ...extras];
  if (isAllSmall && !isOutside) return ['plain'];
  if (places.length > 0 && places.every(place => 'yl'.includes(place))) return ['heights', ...extras];
  if (wish.weather === 'snow' || wish.season === 'winter') return ['snow', ...extras];
  return [pick(random, ['meadow', 'park', 'meadow']), ...extras];
}

function drawBackdrop(stage: Stage, wish: Wish): Backdrop {
  const { scenes } = stage;
  const has = (...names: string[]) => scenes.find(scene => names.includes(scene));
  const hasStanding = wish.things.some(({ thing }) => 'gtpbvr'.includes(thing.place));
  const room = scenes.find(scene => rooms.includes(scene));
  if (has('underwater')) return drawUnderwater(stage, wish);
  if (has('space', 'moonland')) return drawSpace(stage, wish);
  if (has('heights') || (scenes.length === 1 && has('sky'))) return drawHeights(stage, wish);
  if (room) return drawRoom(stage, room, wish);
  if (has('table')) return drawTable(stage);
  if (has('plain')) return drawPlain(stage, wish);
  return drawOutdoors(stage, wish, hasStanding);
}

function drawPart(part: Part, { x, y, unit, isMirrored }: Standing, tint: (svg: string) => string): string {
  const { figure, height, turn } = part;
  const scale = (height * unit) / figure.height;
  const width = figure.width * scale;
  const way = isMirrored ? -1 : 1;
  const left = x + way * part.x * unit - (way * width) / 2;
  const top = y + part.base * unit - height * unit;
  const turned = turn ? ` rotate(${turn})` : '';
  const thread = part.string
    ? `<path d="M${n(x + way * part.string[0] * unit)} ${n(y + part.string[1] * unit)}L${n(x + way * part.x * unit)} ${n(y + (part.base - height * 0.1) * unit)}" stroke="#6a5a5a" stroke-width="2.500"/>`
    : '';
  return `${thread}<g transform="translate(${n(left)},${n(top)}) scale(${(scale * way).toFixed(4)},${scale.toFixed(4)})${turned}">${tint(figure.svg)}</g>`;
}

const boxOfPart = (part: Part, { x, y, unit, isMirrored }: Standing) => {
  const height = part.height * unit;
  const width = (height * part.figure.width) / part.figure.height;
  return {
    x: x + (isMirrored ? -1 : 1) * part.x * unit - width / 2,
    y: y + part.base * unit - height,
    w: width,
    h: height,
  };
};

/** Returns the shadow under a standing thing, ripples around a floating one, or the string of a hanging one. */
function ground(standing: Standing, isDark: boolean): Shape[] {
  const { box, kind, y, x, cluster, unit } = standing;
  const wide = (box.right - box.left) * 0.46;
  const depth = y;
  if (kind === 'ground' && cluster.parts.length > 0) {
    const root = cluster.parts[0]!;
    const half = Math.min(wide, ((root.height * root.figure.width) / root.figure.height) * unit * 0.48);
    return [
      {
        layer: 'things',
        depth: depth - 0.5,
        isShadow: true,
        svg: `<ellipse cx="${n(x)}" cy="${n(y - 2)}" rx="${n(half)}" ry="${n(Math.max(5, half * 0.16))}" fill="#1a1633" opacity="${isDark ? 0.4 : 0.2}"/>`,
      },
    ];
  }
  if (kind === 'water')
    return [
      {
        layer: 'things',
        depth: depth + 0.5,
        isShadow: true,
        svg: [1, 0.72]
          .map(
            (times, i) =>
              `<path d="M${n(x - wide * times)} ${n(y - 3 + i * 9)}q${n(wide * times * 0.5)} ${n(8)} ${n(wide * times)} 0t${n(wide * times)} 0" stroke="#ffffff" stroke-width="4" fill="none" stroke-linecap="round" opacity=".7"/>`,
          )
          .join(''),
      },
    ];
  if (kind === 'hung')
    return [
      { layer: 'things', depth: 0, svg: `<path d="M${n(x)} 0V${n(box.top + 6)}" stroke="#6a4a3a" stroke-width="4"/>` },
    ];
  return [];
}

const layerOf = {
  ground: 'things',
  water: 'things',
  air: 'things',
  heaven: 'heaven',
  wall: 'far',
  hung: 'things',
  far: 'far',
} as const;

export interface ComposeOptions {
  readonly width: number;
  readonly height: number;
  readonly seed: number;
}

const ofNight = new Set(['full-moon', 'crescent-moon', 'star', 'shooting-star', 'fireworks-burst', 'milky-way-band']);

/** Sets the time to night for moon, stars and fireworks, unless the prompt names a time. */
function atItsTime(wish: Wish): Wish {
  const isNight = wish.scenes.includes('stars') || wish.things.some(({ thing }) => ofNight.has(thing.icon));
  return wish.time || !isNight ? wish : { ...wish, time: 'night' };
}

/** Length of the shorter side of a scene's canvas. */
const shortSide = 1000;

/**
 * Composes one picture with the given aspect ratio; the same seed makes the same picture. The canvas has a shorter side of 1000, whatever size it is
 * painted at.
 */
export function composeScene(asked: Wish, { width, height, seed }: ComposeOptions): Scene {
  const wish = atItsTime(asked);
  const random = mulberry32(seed);
  for (let i = 0; i < 5; i++) random();
  const times = shortSide / Math.min(width, height);
  const canvas = { width: Math.round(width * times), height: Math.round(height * times) };
  const scenes = chooseScenes(wish, random);
  const light = makeLight(
    wish,
    random,
    scenes.includes('snow') || scenes.includes('snowcap') || wish.weather === 'snow',
  );
  const stage: Stage = { ...canvas, random, light, scenes, eye: between(random, 0.46, 0.6) };
  const backdrop = drawBackdrop(stage, { ...wish, scenes });
  const standings = placeClusters(wish, buildClusters(wish, random), backdrop, { ...canvas, random });
  const tint = (svg: string) => svg.replace(/#[0-9a-fA-F]{3,6}(?=")/g, hex => light.shadeThing(hex));
  const shapes: Shape[] = [
    ...backdrop.shapes,
    ...(backdrop.isIndoors ? [] : drawWeather(stage, wish, backdrop.horizon)),
  ];
  const garments: Placed[] = [];
  for (const standing of standings) {
    const { kind, y } = standing;
    const isLight = kind === 'heaven' || backdrop.isIndoors;
    shapes.push(...ground(standing, light.isDark));
    const depth =
      kind === 'heaven'
        ? 60
        : kind === 'wall' || kind === 'far'
          ? 30
          : kind === 'hung'
            ? 1
            : kind === 'air'
              ? y * 0.5
              : y;
    for (const part of [...standing.cluster.parts].sort((a, b) => a.order - b.order)) {
      const box = boxOfPart(part, standing);
      const place = wish.things[part.of]!.thing.place;
      const layer = place === 'c' || layerOf[kind] !== 'heaven' ? layerOf[kind] : 'heaven';
      shapes.push({
        layer,
        depth: depth + part.order * 0.01,
        svg: drawPart(part, standing, isLight ? svg => svg : tint),
        shows: `thing:${part.of}`,
        box,
      });
      for (const { kind: how, to } of wish.things[part.of]!.relations)
        if (how === 'wear' && /dress|t-shirt/.test(wish.things[to]!.thing.icon)) garments.push({ of: to, box });
    }
  }
  const sorted = sortShapes(shapes);
  // In drawing order.
  const placed = sorted.flatMap(({ box, shows }): Placed[] => {
    if (!box || !shows?.startsWith('thing:')) return [];
    const of = Number(shows.slice('thing:'.length));
    const { colour } = wish.things[of]!;
    return [{ of, box, ...(colour && { colour }) }];
  });
  return { ...canvas, shapes: sorted, isDark: light.isDark, placed: [...placed, ...garments] };
}

/** Returns the whole picture, or some of its shapes, as SVG. */
export function writeSvg(
  { width, height }: Scene,
  shapes: readonly Shape[],
  pixels: { readonly width: number; readonly height: number },
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${pixels.width}" height="${pixels.height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" fill="none">${shapes.map(({ svg }) => svg).join('')}</svg>`;
}
