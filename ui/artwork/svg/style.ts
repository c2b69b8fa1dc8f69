// Styles of the elements of a drawing: attributes, style sheets with simple selectors, colours and gradients.
import type { Gradient, VectorPart } from 'contract/artwork/artwork.ts';
import { colorNames } from './color-names.ts';
import { apply, type Matrix, multiply, readNumbers, readTransform } from './matrix.ts';
import type { Bounds } from './outline.ts';
import type { XmlElement } from './read-xml.ts';

/** Values by property name. */
export type Style = ReadonlyMap<string, string>;

/** Inherited properties. */
const inherited = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'color',
  'visibility',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
  'letter-spacing',
  'text-decoration',
] as const;
/** Properties that are not inherited. */
const own = ['opacity', 'display', 'stop-color', 'stop-opacity', 'filter', 'mask', 'clip-path'] as const;
const known: ReadonlySet<string> = new Set([...inherited, ...own]);

interface Rule {
  readonly tag: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly weight: number;
  readonly style: Style;
}

const maxRules = 3000;
const maxCss = 100_000;

function readDeclarations(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const one of text.split(';')) {
    const colon = one.indexOf(':');
    const name = one.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (known.has(name))
      found.set(
        name,
        one
          .slice(colon + 1)
          .replace(/!important/i, '')
          .trim(),
      );
  }
  return found;
}

/** Removes comments and at-rules, which are for other media, fonts and external files. */
function plainRules(css: string): string {
  const text = css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '');
  let kept = '';
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('@', at);
    if (next < 0) return kept + text.slice(at);
    kept += text.slice(at, next);
    const [end, block] = [text.indexOf(';', next), text.indexOf('{', next)];
    if (block < 0 || (end >= 0 && end < block)) {
      at = end < 0 ? text.length : end + 1;
      continue;
    }
    let depth = 1;
    for (at = block + 1; at < text.length && depth > 0; at++) {
      if (text[at] === '{') depth += 1;
      if (text[at] === '}') depth -= 1;
    }
  }
  return kept;
}

/** Returns the rules with simple selectors (tag, id, classes), sorted by ascending specificity. */
export function readRules(css: string): Rule[] {
  const rules: Rule[] = [];
  for (const block of plainRules(css.slice(0, maxCss)).split('}')) {
    const brace = block.indexOf('{');
    const style = readDeclarations(block.slice(brace + 1));
    for (const selector of block.slice(0, Math.max(0, brace)).split(',')) {
      const simple = /^([a-zA-Z]+|\*)?((?:[.#][\w-]+)*)$/.exec(selector.trim());
      if (!simple || rules.length >= maxRules) continue;
      const marks = simple[2]!.match(/[.#][\w-]+/g) ?? [];
      const classes = marks.filter(mark => mark[0] === '.').map(mark => mark.slice(1));
      const id = marks.find(mark => mark[0] === '#')?.slice(1);
      const tag = simple[1] === '*' ? undefined : simple[1];
      rules.push({ tag, id, classes, weight: (id ? 100 : 0) + classes.length * 10 + (tag ? 1 : 0), style });
    }
  }
  return rules.sort((a, b) => a.weight - b.weight);
}

/** Returns the style of an element; `outer` is the style of its parent. */
export function styleOf({ name, attributes }: XmlElement, outer: Style, rules: readonly Rule[]): Style {
  const style = new Map<string, string>();
  for (const property of inherited) {
    const value = outer.get(property);
    if (value !== undefined) style.set(property, value);
  }
  const take = (values: Iterable<readonly [string, string]>) => {
    for (const [property, value] of values) if (value !== 'inherit') style.set(property, value);
  };
  take([...attributes].filter(([property]) => known.has(property)));
  const classes = new Set((attributes.get('class') ?? '').split(/\s+/));
  for (const rule of rules)
    if (
      (rule.tag === undefined || rule.tag === name) &&
      (rule.id === undefined || rule.id === attributes.get('id')) &&
      rule.classes.every(one => classes.has(one))
    )
      take(rule.style);
  take(readDeclarations(attributes.get('style') ?? ''));
  return style;
}

const toHex = (channels: readonly number[]) =>
  `#${channels
    .map(value =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

interface Color {
  /** #rrggbb */
  readonly color: string;
  readonly opacity: number;
}

function fromHue(hue: number, saturation: number, lightness: number): string {
  const channel = (n: number) => {
    const k = (n + (((hue % 360) + 360) % 360) / 30) % 12;
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return toHex([channel(0), channel(8), channel(4)].map(value => value * 255));
}

/** Parses a CSS colour. Returns undefined for `none` and invalid values. */
export function readColor(text: string, current = '#000000'): Color | undefined {
  const value = text.trim().toLowerCase();
  if (value === 'currentcolor') return readColor(current === 'currentcolor' ? '#000000' : current);
  const name = colorNames[value];
  if (name !== undefined) return { color: `#${name}`, opacity: 1 };
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(value)?.[1];
  if (hex) {
    const full = hex.length < 6 ? [...hex].map(digit => digit + digit).join('') : hex;
    return { color: `#${full.slice(0, 6)}`, opacity: full.length === 8 ? Number.parseInt(full.slice(6), 16) / 255 : 1 };
  }
  const call = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(value);
  if (!call) return undefined;
  const parts = call[2]!.split(/[\s,/]+/).filter(Boolean);
  const share = (part: string | undefined, whole: number) =>
    part === undefined ? 0 : ((readNumbers(part)[0] ?? 0) * (part.endsWith('%') ? whole : 100)) / 100;
  const opacity = parts[3] === undefined ? 1 : Math.min(1, Math.max(0, share(parts[3], 1)));
  if (call[1] === 'rgb') return { color: toHex(parts.slice(0, 3).map(part => share(part, 255))), opacity };
  return { color: fromHue(share(parts[0], 360), share(parts[1], 1), share(parts[2], 1)), opacity };
}

/** Parses a number or a percentage, clamped to 0..1. */
export function readShare(text: string | undefined): number {
  const value = text === undefined ? 1 : (readNumbers(text)[0] ?? 1) / (text.trim().endsWith('%') ? 100 : 1);
  return Math.min(1, Math.max(0, value));
}

/** Returns the id in `url(#id)` or `#id`, or undefined for references outside the file. */
export const localId = (text: string | undefined): string | undefined =>
  /^\s*(?:url\(\s*["']?)?#([^"')\s]+)/.exec(text ?? '')?.[1];

type Elements = ReadonlyMap<string, XmlElement>;

/** Returns a gradient and those it references, nearest first. */
function chainOf(element: XmlElement, elements: Elements): XmlElement[] {
  const chain = [element];
  while (chain.length < 10) {
    const next = elements.get(localId(chain.at(-1)!.attributes.get('href')) ?? '');
    if (!next || chain.includes(next)) break;
    chain.push(next);
  }
  return chain;
}

const isElement = (child: XmlElement | string): child is XmlElement => typeof child !== 'string';

function readStops(chain: readonly XmlElement[], rules: readonly Rule[]): Gradient['stops'] {
  const holder = chain.find(({ children }) => children.some(child => isElement(child) && child.name === 'stop'));
  let last = 0;
  const stops = (holder?.children ?? []).filter(isElement).flatMap(child => {
    if (child.name !== 'stop') return [];
    const style = styleOf(child, new Map(), rules);
    const color = readColor(style.get('stop-color') ?? '#000000', style.get('color'));
    if (!color) return [];
    last = Math.max(last, readShare(child.attributes.get('offset') ?? '0'));
    return [{ at: last, color: color.color, opacity: color.opacity * readShare(style.get('stop-opacity')) }];
  });
  const [first, end] = [stops[0], stops.at(-1)];
  if (!first || !end) return [];
  const whole =
    stops.length === 1
      ? [
          { ...first, at: 0 },
          { ...end, at: 1 },
        ]
      : stops;
  // Reduced to the maximum of an artwork, evenly spaced.
  return whole.length <= 8
    ? whole
    : Array.from({ length: 8 }, (_, i) => whole[Math.round((i * (whole.length - 1)) / 7)]!);
}

const stopsOf = new WeakMap<XmlElement, Gradient['stops']>();

type Filled = Pick<VectorPart, 'fill' | 'box'>;

/**
 * Returns a gradient for a part of a drawing, with the square on the page that it spans. `own` is the bounding box of the part before `matrix`;
 * gradients are usually given as fractions of it.
 */
export function readGradient(
  id: string,
  { own: box, matrix, elements, rules }: { own: Bounds; matrix: Matrix; elements: Elements; rules: readonly Rule[] },
): Filled | undefined {
  const element = elements.get(id);
  if (element?.name !== 'linearGradient' && element?.name !== 'radialGradient') return undefined;
  const chain = chainOf(element, elements);
  // Read once: thousands of parts may name a gradient of thousands of stops.
  const stops = stopsOf.get(element) ?? readStops(chain, rules);
  stopsOf.set(element, stops);
  if (stops.length === 0) return undefined;
  const find = (name: string) => chain.find(({ attributes }) => attributes.has(name))?.attributes.get(name);
  const isOnPage = find('gradientUnits') === 'userSpaceOnUse';
  const toPage = multiply(
    isOnPage ? matrix : multiply(matrix, [box.right - box.left, 0, 0, box.bottom - box.top, box.left, box.top]),
    readTransform(find('gradientTransform')),
  );
  const number = (name: string, without: number) => {
    const text = find(name);
    if (text === undefined) return without;
    return (readNumbers(text)[0] ?? without) / (text.trim().endsWith('%') ? 100 : 1);
  };
  const round = (value: number) => Math.round(value * 100) / 100;
  const square = (x: number, y: number, side: number): NonNullable<VectorPart['box']> => [
    round(x - side / 2),
    round(y - side / 2),
    Math.max(0.01, round(side)),
    Math.max(0.01, round(side)),
  ];
  if (element.name === 'radialGradient') {
    const [cx, cy, r] = [number('cx', 0.5), number('cy', 0.5), number('r', 0.5)];
    const [x, y] = apply(toPage, cx, cy);
    // An ellipse becomes a circle of the same area.
    const reach = r * Math.sqrt(Math.abs(toPage[0] * toPage[3] - toPage[1] * toPage[2]));
    return { fill: { kind: 'radial', degrees: 0, stops }, box: square(x, y, reach * 2) };
  }
  const [fromX, fromY] = apply(toPage, number('x1', 0), number('y1', 0));
  const [toX, toY] = apply(toPage, number('x2', 1), number('y2', 0));
  const angle = Math.atan2(toY - fromY, toX - fromX);
  const length = Math.hypot(toX - fromX, toY - fromY);
  const side = length / (Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle)));
  const degrees = round((angle * 180) / Math.PI);
  return { fill: { kind: 'linear', degrees, stops }, box: square((fromX + toX) / 2, (fromY + toY) / 2, side) };
}
