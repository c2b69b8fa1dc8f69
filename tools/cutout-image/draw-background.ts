// Draws the built-in backgrounds as SVG of any aspect ratio: studios, stages, paper, skies and bokeh.
import type { DrawnId } from './backgrounds.ts';

export interface DrawnBackground {
  readonly svg: string;
  /** Amplitude of added noise in levels of 0..255, against banding in gradients and as paper fibre. */
  readonly grain: number;
}

/** Longer side of the SVG's viewBox in units. */
const longEdge = 1000;
const smoothGrain = 2;

interface Frame {
  readonly w: number;
  readonly h: number;
}

type Draw = (frame: Frame) => string;

const rect = (fill: string, { w, h }: Frame, y = 0) =>
  `<rect x="-1" y="${y}" width="${w + 2}" height="${h - y + 1}" fill="${fill}"/>`;

const stopsOf = (colours: readonly string[]) =>
  colours.map((colour, i) => `<stop offset="${i / (colours.length - 1)}" stop-color="${colour}"/>`).join('');

/** A lit wall, brightest where the head of a portrait is. */
const studio =
  (centre: string, middle: string, border: string): Draw =>
  frame => {
    const { w, h } = frame;
    const radius = Math.hypot(w, h) * 0.62;
    return `<radialGradient id="a" gradientUnits="userSpaceOnUse" cx="${w / 2}" cy="${h * 0.42}" r="${radius}">${stopsOf([centre, middle, border])}</radialGradient>${rect('url(#a)', frame)}`;
  };

/** A wall and a floor, lit from above. */
const stage =
  (wall: readonly [string, string], floor: readonly [string, string]): Draw =>
  frame => {
    const { h } = frame;
    const edge = h * 0.72;
    return `<linearGradient id="a" x2="0" y2="1">${stopsOf(wall)}</linearGradient><linearGradient id="b" x2="0" y2="1">${stopsOf(floor)}</linearGradient>
      <linearGradient id="c" x2="0" y2="1"><stop stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".10"/></linearGradient>
      ${rect('url(#a)', frame)}<rect x="-1" y="${edge - h * 0.1}" width="${frame.w + 2}" height="${h * 0.1}" fill="url(#c)"/>${rect('url(#b)', frame, edge)}`;
  };

/** A diagonal gradient with two soft lights. */
const sky =
  (colours: readonly string[], lights: readonly [string, string]): Draw =>
  frame => {
    const { w, h } = frame;
    const light = (id: string, colour: string, x: number, y: number) =>
      `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${w * x}" cy="${h * y}" r="${longEdge * 0.6}"><stop stop-color="${colour}" stop-opacity=".85"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;
    return `<linearGradient id="a" x2=".6" y2="1">${stopsOf(colours)}</linearGradient>${light('b', lights[0], 0.15, 0.2)}${light('c', lights[1], 0.9, 0.75)}
      ${rect('url(#a)', frame)}${rect('url(#b)', frame)}${rect('url(#c)', frame)}`;
  };

/** Deterministic pseudo-random numbers 0..1 (a linear congruential generator). */
function* scatter(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Bokeh: blurred discs in the distance and a few sharper ones with a rim. */
const bokeh =
  (ground: readonly string[], lights: readonly string[], seed: number): Draw =>
  frame => {
    const { w, h } = frame;
    const numbers = scatter(seed);
    const next = () => numbers.next().value;
    const circle = (radius: number, opacity: number, rim: number) => {
      const colour = lights[Math.floor(next() * lights.length)];
      const place = `cx="${(next() * w).toFixed(1)}" cy="${(next() * h).toFixed(1)}" r="${radius.toFixed(1)}"`;
      const edge = rim > 0 ? ` stroke="${colour}" stroke-opacity="${rim.toFixed(3)}" stroke-width="2.5"` : '';
      return `<circle ${place} fill="${colour}" fill-opacity="${opacity.toFixed(3)}"${edge}/>`;
    };
    const far = Array.from({ length: 30 }, () => circle(40 + 90 * next(), 0.08 + 0.14 * next(), 0));
    const near = Array.from({ length: 16 }, () => circle(22 + 46 * next(), 0.1 + 0.22 * next(), 0.2 * next()));
    return `<linearGradient id="a" x2=".4" y2="1">${stopsOf(ground)}</linearGradient>
      <filter id="f"><feGaussianBlur stdDeviation="16"/></filter><filter id="n"><feGaussianBlur stdDeviation="2.2"/></filter>
      ${rect('url(#a)', frame)}<g filter="url(#f)">${far.join('')}</g><g filter="url(#n)">${near.join('')}</g>`;
  };

/** Sunlight through a window on a wall. */
const windowLight: Draw = frame => {
  const { w, h } = frame;
  const pane = (x: number, y: number) => {
    const corner = (u: number, v: number) =>
      `${(w * (x + u * 0.17 + v * 0.05)).toFixed(1)},${(h * (y + v * 0.27 + u * 0.06)).toFixed(1)}`;
    return `<polygon points="${corner(0, 0)} ${corner(1, 0)} ${corner(1, 1)} ${corner(0, 1)}"/>`;
  };
  const panes = [0.18, 0.38, 0.58].flatMap(x => [0.08, 0.39].map(y => pane(x + (y > 0.2 ? 0.05 : 0), y)));
  return `<linearGradient id="a" x2="1" y2="1">${stopsOf(['#e9dfd3', '#d8cabb'])}</linearGradient>
    <filter id="f" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter>
    ${rect('url(#a)', frame)}<g fill="#fff6e6" fill-opacity=".8" filter="url(#f)">${panes.join('')}</g>`;
};

const drawings: Readonly<Record<DrawnId, { readonly draw: Draw; readonly grain?: number }>> = {
  'studio-white': { draw: studio('#ffffff', '#f6f6f7', '#dfe0e4') },
  'studio-grey': { draw: studio('#d9dbde', '#b4b7bc', '#7d8188') },
  'studio-dark': { draw: studio('#565b66', '#2f333b', '#14161b') },
  'studio-warm': { draw: studio('#f5e3cf', '#dfbf9d', '#a97f5c') },
  'studio-blue': { draw: studio('#cfe2f7', '#8db7e2', '#3f6fa8') },
  'stage-sand': { draw: stage(['#efe6da', '#e2d5c3'], ['#d6c5ae', '#e8dccb']) },
  'stage-rose': { draw: stage(['#fbe4e4', '#f3cfd1'], ['#e9b8bd', '#f6d8da']) },
  'stage-mint': { draw: stage(['#e0f1ea', '#c6e3d7'], ['#aed3c4', '#d3ebe1']) },
  'window-light': { draw: windowLight },
  'paper-cream': { draw: studio('#faf6ec', '#f6f0e2', '#ede4d0'), grain: 11 },
  'paper-kraft': { draw: studio('#cfae86', '#c6a378', '#b28c60'), grain: 20 },
  dawn: { draw: sky(['#fde2d0', '#f7c6cf', '#c9b6e8'], ['#fff3dc', '#b9c7f5']) },
  sunset: { draw: sky(['#ffb56b', '#f0637a', '#6b3fa0'], ['#ffe08a', '#3b2a7a']) },
  sea: { draw: sky(['#d6f3f5', '#6ec3d8', '#1f6fa8'], ['#f2ffff', '#174e86']) },
  aurora: { draw: sky(['#1b2a58', '#2c5d8f', '#27335f'], ['#4fe0b0', '#9a6bff']) },
  'bokeh-gold': { draw: bokeh(['#5a3a1c', '#2c1c10'], ['#ffd27a', '#ffb347', '#fff0c4'], 7) },
  'bokeh-night': { draw: bokeh(['#1a2140', '#0b0e1f'], ['#7fb2ff', '#c79bff', '#ffd9a0', '#6fe0ff'], 21) },
  'bokeh-spring': { draw: bokeh(['#cfe8b8', '#8fc58a'], ['#ffffff', '#f4ffd0', '#ffe3ee'], 5) },
};

/** Returns a background with the aspect ratio of `width` x `height`, at most `maxPixels` on the longer side. */
export function drawBackground(id: DrawnId, width: number, height: number, maxPixels: number): DrawnBackground {
  const { draw, grain = smoothGrain } = drawings[id];
  const longer = Math.max(width, height);
  const frame = { w: (longEdge * width) / longer, h: (longEdge * height) / longer };
  const scale = Math.min(longer, maxPixels) / longer;
  const size = `width="${Math.max(1, Math.round(width * scale))}" height="${Math.max(1, Math.round(height * scale))}"`;
  const view = `viewBox="0 0 ${frame.w} ${frame.h}" preserveAspectRatio="none"`;
  return { svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view}>${draw(frame)}</svg>`, grain };
}
