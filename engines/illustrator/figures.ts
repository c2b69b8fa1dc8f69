// Single figures: a drawing cropped to its box, with a body where the drawing is only a head, and the points where other things attach.
import type { Random } from 'contract/random.ts';
import { lighten } from './colours.ts';
import { findIcon, type Icon, paintIcon, requireIcon } from './icons.ts';
import { pick } from './random.ts';
import type { Thing, WishedThing } from './wish.ts';

/** In fractions of the figure's box. */
type Point = readonly [x: number, y: number];

export interface Figure {
  /** Elements in a box of `width` by `height` with its upper left corner at 0, 0. */
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** Where a hat sits: the middle of the top of the head, and the width of the head. */
  readonly head: readonly [x: number, y: number, width: number];
  readonly eyes: Point;
  readonly neck: Point;
  readonly hand: Point;
  readonly seat: Point;
}

const skins = ['-light', '-light', '-light', '-medium-light', '-medium', '-medium-dark'] as const;
const skinColours: Readonly<Record<string, string>> = {
  '-light': '#f8d9c6',
  '-medium-light': '#eebfa5',
  '-medium': '#c58c6e',
  '-medium-dark': '#8f5c44',
  '': '#ffc83d',
};

const withoutDefs = (body: string, suffix: string) =>
  body.replace(/id="([^"]+)"/g, `id="$1-${suffix}"`).replace(/(url\(#|href="#)([^")]+)/g, `$1$2-${suffix}`);

let copies = 0;
/** Gives each copy of a drawing its own ids. */
const unique = (body: string) => (body.includes('id="') ? withoutDefs(body, `c${++copies}`) : body);

function cut(icon: Icon, body: string): Pick<Figure, 'svg' | 'width' | 'height'> {
  const { x, y, w, h } = icon.box;
  return { svg: `<g transform="translate(${-x},${-y})">${unique(body)}</g>`, width: w, height: h };
}

function plainFigure(thing: Thing, icon: Icon, colour: string | undefined): Figure {
  const [x, y, width] = thing.head ?? [0.5, 0.06, 0.5];
  const { box } = icon;
  // The table gives heads in fractions of the drawing's square; the figure is cropped to its content.
  const headX = thing.head ? (x * 32 - box.x) / box.w : 0.5;
  const headY = thing.head ? (y * 32 - box.y) / box.h : 0.02;
  return {
    ...cut(icon, colour ? paintIcon(icon, colour) : icon.body),
    head: [headX, headY - 0.03, width * (thing.head ? 32 / box.w : 1)],
    eyes: [headX, headY + 0.17],
    neck: [headX + 0.04, headY + 0.36],
    hand: [0.86, 0.6],
    seat: thing.seat ?? [0.5, 0.05],
  };
}

/** Adds the body of a sitting animal to a drawing of a head. */
function sittingAnimal(icon: Icon, [body, belly]: readonly [string, string], colour: string | undefined): Figure {
  const coat = colour ?? body;
  const { x, y, w, h } = icon.box;
  const dark = lighten(coat, -0.16);
  const head = colour ? paintIcon({ ...icon, main: body }, colour) : icon.body;
  const width = 34;
  const height = 46;
  const svg =
    `<path d="M27 36c6 0 7-6 5.500-10c-.6-1.600-2.600-1-2.400.6c.4 3-.6 5-4.100 5.400z" fill="${dark}"/>` +
    `<path d="M17 20c7.500 0 11.500 9 11.500 17c0 6-3 9-11.500 9s-11.500-3-11.500-9c0-8 4-17 11.500-17" fill="${coat}"/>` +
    `<path d="M17 26c4.200 0 6.300 5 6.300 10.500c0 5-2 7.500-6.300 7.500s-6.300-2.500-6.300-7.500C10.700 31 12.800 26 17 26" fill="${belly}"/>` +
    `<ellipse cx="9.500" cy="43.300" rx="4.600" ry="2.900" fill="${dark}"/><ellipse cx="24.500" cy="43.300" rx="4.600" ry="2.900" fill="${dark}"/>` +
    `<path d="M12 30c1.500 0 2.600 4 2.600 8s-.8 5-2.400 5s-2.600-1.500-2.600-5s.9-8 2.400-8m10 0c-1.500 0-2.600 4-2.600 8s.8 5 2.400 5s2.600-1.500 2.600-5s-.9-8-2.400-8" fill="${coat}"/>` +
    `<g transform="translate(${17 - (x + w / 2)},${27 - (y + h)})">${unique(head)}</g>`;
  const top = 27 - h;
  return {
    svg: `<g transform="translate(0,${top < 0 ? -top : 0})">${svg}</g>`,
    width,
    height: height + Math.max(0, -top),
    head: [0.5, (Math.max(0, top) + 1) / height, 0.62],
    eyes: [0.5, 0.32],
    neck: [0.5, 0.57],
    hand: [0.78, 0.68],
    seat: [0.5, 0.05],
  };
}

interface Clothes {
  readonly kind: string;
  readonly colour: string;
  readonly skin: string;
}

/** Draws body, arms and legs from the neck at y 0 down to 26, around x 0. */
function dressBody({ kind, colour, skin }: Clothes): string {
  const dark = lighten(colour, -0.2);
  const light = lighten(colour, 0.22);
  const trousers = kind === 'metal' ? '#8d8797' : kind === 'suit' ? colour : '#4a5a7a';
  const arm = (side: 1 | -1, end: string) =>
    `<path d="M${side * 6} 2.500c${side * 3} 1 ${side * 4.5} 5 ${side * 5.2} 9.500" fill="none" stroke="${kind === 'metal' ? '#9f98a8' : colour}" stroke-width="3.600" stroke-linecap="round"/><circle cx="${side * 11.4}" cy="13" r="2" fill="${end}"/>`;
  const shoe = (x: number, hex: string) => `<ellipse cx="${x}" cy="25" rx="3.300" ry="1.900" fill="${hex}"/>`;
  const hands = kind === 'suit' ? '#cfd3da' : kind === 'metal' ? '#d63b4a' : skin;
  if (kind === 'dress' || kind === 'gown') {
    const wide = kind === 'gown' ? 13 : 10.5;
    const low = kind === 'gown' ? 25 : 17.5;
    const legs =
      kind === 'gown'
        ? ''
        : `<rect x="-5" y="15" width="3.200" height="9.500" rx="1.500" fill="${skin}"/><rect x="1.800" y="15" width="3.200" height="9.500" rx="1.500" fill="${skin}"/>${shoe(-3.8, '#5a3b4a')}${shoe(3.8, '#5a3b4a')}`;
    return `${legs}${arm(-1, hands)}${arm(1, hands)}<path d="M-5.500 0h11c1.500 5 ${wide - 7} 11 ${wide - 5.5} ${low}h${-2 * wide}C${-wide + 2} 11 -7 5 -5.500 0" fill="${colour}"/><path d="M${-wide} ${low}h${2 * wide}l-.5-2.200h${-2 * wide + 1}z" fill="${light}"/><path d="M-6.200 6h12.400l.5 1.800h-13.400z" fill="${dark}"/>`;
  }
  const torso = kind === 'trousers' ? dark : colour;
  return (
    `<rect x="-6" y="12" width="5.200" height="12.500" rx="2" fill="${trousers}"/><rect x=".8" y="12" width="5.200" height="12.500" rx="2" fill="${trousers}"/>${shoe(-4, '#3b3540')}${shoe(4, '#3b3540')}` +
    `${arm(-1, hands)}${arm(1, hands)}<path d="M-6.500 0h13c1 4 .9 9.500.4 14.500h-13.800c-.5-5-.6-10.500.4-14.500" fill="${torso}"/><path d="M-7.100 12.500h14.200l-.2 2h-13.800z" fill="${dark}"/>${kind === 'shirt' ? `<path d="M-3 0h6l-3 3.200z" fill="${light}"/>` : ''}`
  );
}

const worn = (kind: string, colour: string | undefined, usual: string) =>
  kind === 'metal' ? usual : (colour ?? usual);

/** Puts a head or a bust on a standing body. */
function standingPerson(thing: Thing, icon: Icon, clothes: Clothes): Figure {
  const { x, y, w, h } = icon.box;
  // A bust includes the shoulders; only its legs are missing.
  const overlap = thing.isBust ? 6 : 1.5;
  const neck = h - overlap;
  const width = Math.max(w, 28);
  const bodyHeight = thing.isBust ? 18 : 27;
  const below = thing.isBust
    ? `<g transform="translate(${width / 2},${neck - 8})">${legsOf(clothes)}</g>`
    : `<g transform="translate(${width / 2},${neck})">${dressBody(clothes)}</g>`;
  const height = neck + (thing.isBust ? bodyHeight : 27);
  return {
    svg: `${below}<g transform="translate(${width / 2 - (x + w / 2)},${-y})">${unique(icon.body)}</g>`,
    width,
    height,
    head: [0.5, 0.03, thing.isBust ? 0.5 : 0.7],
    eyes: [0.5, (h * (thing.isBust ? 0.36 : 0.52)) / height],
    neck: [0.5, (neck + 1) / height],
    hand: [0.5 + 11.4 / width, (neck + (thing.isBust ? 0 : 12)) / height],
    seat: [0.5, 0.05],
  };
}

/** Draws legs or a long skirt under a bust, from its lower edge at y 8 down to 26. */
function legsOf({ kind, colour }: Clothes): string {
  const dark = lighten(colour, -0.2);
  if (kind === 'gown')
    return `<path d="M-11 10h22c1 5 3 11 4 15.500h-30c1-4.500 3-10.500 4-15.500" fill="${colour}"/><path d="M-15 25.500h30l-.7-2.800h-28.600z" fill="${dark}"/>`;
  return `<path d="M-9.500 9h19l-.5 6h-18z" fill="${colour}"/><rect x="-8.500" y="13" width="7.500" height="11" rx="2" fill="${dark}"/><rect x="1" y="13" width="7.500" height="11" rx="2" fill="${dark}"/><ellipse cx="-5" cy="24.600" rx="4.600" ry="2" fill="#3b3540"/><ellipse cx="5" cy="24.600" rx="4.600" ry="2" fill="#3b3540"/>`;
}

/** Draws a wished thing; instances of people differ in skin and hair. */
export function drawFigure(
  { thing, colour, action }: WishedThing,
  random: Random,
  dress?: { readonly kind: string; readonly colour: string | undefined },
): Figure {
  const hasSkins = findIcon(`${thing.icon}-light`) !== undefined;
  const suffix = hasSkins ? pick(random, skins) : '';
  const acting = action && thing.who && findIcon(`${thing.who}-${action}${suffix}`);
  if (acting) return { ...plainFigure({ ...thing, head: [0.5, 0.04, 0.3] }, acting, undefined), hand: [0.8, 0.35] };
  const icon = requireIcon(`${thing.icon}${suffix}`);
  if (thing.face) return sittingAnimal(icon, thing.face, colour);
  if (thing.wear) {
    const [kind, usual] = thing.wear;
    const wornKind = dress?.kind ?? kind;
    const clothes = {
      kind: wornKind,
      colour: worn(kind, dress?.colour ?? colour, usual),
      skin: skinColours[suffix] ?? '#ffc83d',
    };
    return standingPerson(thing, icon, clothes);
  }
  return plainFigure(thing, icon, colour);
}
