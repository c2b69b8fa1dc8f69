// Converts SVG drawings to artworks: shapes become vector art that can be recoloured, texts become editable, and embedded pictures are kept. Nothing
// in a drawing is executed or fetched; unsupported elements are left out and counted.
import {
  type Artwork,
  artworkLimits,
  type Layer,
  noAdjustments,
  noFrame,
  plainLayer,
  type VectorPart,
  wholeCrop,
} from 'contract/artwork/artwork.ts';
import { makeArtwork, makeLayerId } from '../make-layer.ts';
import { apply, identity, type Matrix, multiply, readNumbers, readTransform, scaleOf } from './matrix.ts';
import { boundsOfOutline, dataOf, tracePath } from './outline.ts';
import { maxElements, readXml, type XmlElement } from './read-xml.ts';
import { localId, readColor, readGradient, readRules, readShare, type Style, styleOf } from './style.ts';
import { type Art, makeLayers, type Whole } from './svg-layers.ts';
import { readLength, readTexts } from './svg-text.ts';

/** Of the file, which may be large because of embedded pictures. */
export const maxSvgCharacters = 30_000_000;
/** Maximum total length of all path data. */
const maxOutlines = 4_000_000;
/** Of all texts together, those that are used again included. */
const maxLetters = artworkLimits.layers * artworkLimits.textLength;
/** A part of a text costs as much as so many letters. */
const lettersPerElement = 40;
const maxDepth = 40;
const maxPictures = 40;
/** The unit of elements outside any group. */
const outside = -1;
/** With more layers than this, adjacent ones are merged: an illustration should not become a list of a hundred strokes. */
const manyLayers = 60;

interface SvgPicture {
  readonly base64: string;
  /** How the picture fits its layer's box, as in preserveAspectRatio. */
  readonly fit: 'meet' | 'slice' | 'none';
}

interface SvgDrawing {
  readonly artwork: Artwork;
  /** By the picture ids of the layers. */
  readonly pictures: ReadonlyMap<string, SvgPicture>;
  /** The number of elements and effects that are not supported or lie outside the file. */
  readonly leftOut: number;
}

interface Place {
  readonly matrix: Matrix;
  readonly style: Style;
  readonly opacity: number;
  readonly unit: number;
  readonly name: string;
  readonly depth: number;
}

const isElement = (child: XmlElement | string): child is XmlElement => typeof child !== 'string';
const elementsIn = ({ children }: XmlElement) => children.filter(isElement);

/** Elements that are not rendered: definitions, metadata, and other languages. */
const silent =
  /^(defs|title|desc|metadata|style|symbol|linearGradient|radialGradient|clipPath|mask|marker|pattern|filter|view|script|.*:.*)$/;
const holders = /^(g|svg|a|switch)$/;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function readBox(element: XmlElement): Box | undefined {
  const [x, y, width, height] = readNumbers(element.attributes.get('viewBox') ?? '');
  return height !== undefined && width! > 0 && height > 0 ? { x: x!, y: y!, width: width!, height } : undefined;
}

/** Maps a view box into a rectangle: centred and as large as fits, unless preserveAspectRatio says otherwise. */
function fitBox(box: Box, into: Box, ratio: string | undefined): Matrix {
  const [sx, sy] = [into.width / box.width, into.height / box.height];
  if (ratio?.trim().startsWith('none')) return [sx, 0, 0, sy, into.x - box.x * sx, into.y - box.y * sy];
  const scale = /slice/.test(ratio ?? '') ? Math.max(sx, sy) : Math.min(sx, sy);
  const [dx, dy] = [(into.width - box.width * scale) / 2, (into.height - box.height * scale) / 2];
  return [scale, 0, 0, scale, into.x + dx - box.x * scale, into.y + dy - box.y * scale];
}

/** Returns the page of a drawing: its own size in pixels, enlarged for small icons. */
function pageOf(root: XmlElement): { width: number; height: number; matrix: Matrix } {
  const box = readBox(root);
  const [w, h] = ['width', 'height'].map(name => readLength(root.attributes.get(name)));
  const width = w && w > 0 ? w : h && box ? (h * box.width) / box.height : (box?.width ?? 300);
  const height = h && h > 0 ? h : box ? (width * box.height) / box.width : 150;
  const longest = Math.max(width, height);
  const fits = Math.min(artworkLimits.sidePx / longest, Math.sqrt(artworkLimits.pagePixels / (width * height)) * 0.999);
  const scale = Math.min(fits, longest < 512 ? 1024 / longest : 1);
  const page = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const matrix = fitBox(
    box ?? { x: 0, y: 0, width, height },
    { x: 0, y: 0, ...page },
    root.attributes.get('preserveAspectRatio'),
  );
  return { ...page, matrix };
}

const nameOf = (element: XmlElement): string => {
  const title = elementsIn(element)
    .find(({ name }) => name === 'title')
    ?.children.find(child => !isElement(child));
  return ((title as string | undefined) ?? element.attributes.get('id') ?? '').trim().slice(0, 100);
};

const lettersOf = new WeakMap<XmlElement, number>();

/** The length of a text, its parts included. Counted once, since it may be used thousands of times. */
function lettersIn(element: XmlElement): number {
  const known = lettersOf.get(element);
  if (known !== undefined) return known;
  let letters = lettersPerElement;
  for (const child of element.children) letters += isElement(child) ? lettersIn(child) : child.length;
  lettersOf.set(element, letters);
  return letters;
}

/** Collects the visible elements of a drawing, bottom first. */
class Reading {
  readonly items: (Art | Whole)[] = [];
  readonly pictures = new Map<string, SvgPicture>();
  leftOut = 0;
  readonly #elements = new Map<string, XmlElement>();
  readonly #rules: ReturnType<typeof readRules>;
  readonly #view: Box;
  #visited = 0;
  #outlines = 0;
  #letters = 0;
  #units = 0;

  constructor(root: XmlElement, view: Box) {
    this.#view = view;
    let css = '';
    const collect = (element: XmlElement) => {
      const id = element.attributes.get('id');
      if (id !== undefined && !this.#elements.has(id)) this.#elements.set(id, element);
      if (element.name === 'style') css += `${element.children.filter(child => !isElement(child)).join('')}\n`;
      for (const child of elementsIn(element)) collect(child);
    };
    collect(root);
    this.#rules = readRules(css);
  }

  readonly #restyle = (element: XmlElement, outer: Style) => styleOf(element, outer, this.#rules);

  /** Returns a length in the element's units; percentages refer to the root's view box. */
  readonly #length = (element: XmlElement) => (attribute: string, axis: 'x' | 'y') => {
    const text = element.attributes.get(attribute);
    const whole = axis === 'x' ? this.#view.width : this.#view.height;
    if (text?.trim().endsWith('%')) return ((readNumbers(text)[0] ?? 0) / 100) * whole;
    return readLength(text) ?? 0;
  };

  readonly #colorOf = (fill: string): string | undefined => {
    const bounds = { left: 0, top: 0, right: 1, bottom: 1 };
    const found = readGradient(localId(fill) ?? '', { own: bounds, matrix: identity, ...this.#sheet });
    return typeof found?.fill === 'object' ? found.fill.stops[0]!.color : undefined;
  };

  get #sheet() {
    return { elements: this.#elements, rules: this.#rules };
  }

  readRoot(root: XmlElement, matrix: Matrix): void {
    const style = this.#restyle(root, new Map());
    const opacity = readShare(style.get('opacity'));
    this.#readChildren(root, { matrix, style, opacity, unit: outside, name: '', depth: 0 });
  }

  #readChildren(element: XmlElement, place: Place): void {
    const children = elementsIn(element).filter(({ name }) => !silent.test(name));
    this.leftOut += elementsIn(element).filter(({ name }) => name === 'script').length;
    const isPassage = children.length === 1 && children[0]!.name === 'g';
    for (const child of children) {
      // A direct child of the drawing, or of its only group, becomes a separate layer.
      const isUnit = place.unit === outside && !isPassage;
      this.#units += isUnit ? 1 : 0;
      this.#read(child, isUnit ? { ...place, unit: this.#units, name: nameOf(child) } : place);
    }
  }

  #read(element: XmlElement, outer: Place): void {
    this.#visited += 1;
    if (this.#visited > maxElements || outer.depth > maxDepth) {
      this.leftOut += 1;
      return;
    }
    if (silent.test(element.name)) return;
    const style = this.#restyle(element, outer.style);
    if (style.get('display') === 'none') return;
    const place = {
      ...outer,
      style,
      depth: outer.depth + 1,
      opacity: outer.opacity * readShare(style.get('opacity')),
      matrix: multiply(outer.matrix, readTransform(element.attributes.get('transform'))),
    };
    if (this.#hasEffect(style)) this.leftOut += 1;
    if (holders.test(element.name)) this.#readGroup(element, place);
    else if (element.name === 'use') this.#readUse(element, place);
    else if (style.get('visibility') === 'hidden' || style.get('visibility') === 'collapse') return;
    else if (element.name === 'text') this.#readText(element, place);
    else if (element.name === 'image') this.#readPicture(element, place);
    else this.#readShape(element, place);
  }

  /** Returns whether an element has an unsupported effect. Clips made only of rectangles do not count: programs use them for the page itself. */
  #hasEffect(style: Style): boolean {
    const isSet = (value: string | undefined) => value !== undefined && value !== 'none';
    if (isSet(style.get('filter')) || isSet(style.get('mask'))) return true;
    const clip = this.#elements.get(localId(style.get('clip-path')) ?? '');
    return clip !== undefined && elementsIn(clip).some(({ name }) => name !== 'rect');
  }

  #readGroup(element: XmlElement, place: Place): void {
    if (element.name !== 'svg') {
      this.#readChildren(element, place);
      return;
    }
    const length = this.#length(element);
    const into = {
      x: length('x', 'x'),
      y: length('y', 'y'),
      width: length('width', 'x'),
      height: length('height', 'y'),
    };
    const box = readBox(element);
    const inner =
      box && into.width > 0 && into.height > 0
        ? fitBox(box, into, element.attributes.get('preserveAspectRatio'))
        : ([1, 0, 0, 1, into.x, into.y] as const);
    this.#readChildren(element, { ...place, matrix: multiply(place.matrix, inner) });
  }

  #readUse(element: XmlElement, place: Place): void {
    const found = this.#elements.get(localId(element.attributes.get('href')) ?? '');
    if (!found) {
      this.leftOut += 1;
      return;
    }
    const length = this.#length(element);
    const at = { x: length('x', 'x'), y: length('y', 'y') };
    const moved = { ...place, matrix: multiply(place.matrix, [1, 0, 0, 1, at.x, at.y]) };
    if (found.name !== 'symbol') {
      this.#read(found, moved);
      return;
    }
    const box = readBox(found);
    const size = {
      width: length('width', 'x') || (box?.width ?? 0),
      height: length('height', 'y') || (box?.height ?? 0),
    };
    const inner = box && size.width > 0 && size.height > 0 ? fitBox(box, { x: 0, y: 0, ...size }, undefined) : identity;
    const style = this.#restyle(found, moved.style);
    this.#readChildren(found, { ...moved, style, matrix: multiply(moved.matrix, inner) });
  }

  #readText(element: XmlElement, place: Place): void {
    this.#letters += lettersIn(element);
    if (this.#letters > maxLetters) {
      this.leftOut += 1;
      return;
    }
    for (const layer of readTexts(element, place.style, place.matrix, this.#restyle, this.#colorOf))
      this.items.push({
        kind: 'layer',
        unit: place.unit,
        layer: { ...layer, opacity: Math.min(1, place.opacity * layer.opacity) },
      });
  }

  #readPicture(element: XmlElement, { matrix, opacity, unit, name }: Place): void {
    const [, base64] =
      /^\s*data:image\/(?:png|jpe?g|gif|webp|bmp|avif);base64,([\s\S]*)$/i.exec(element.attributes.get('href') ?? '') ??
      [];
    const length = this.#length(element);
    const [x, y, w, h] = [length('x', 'x'), length('y', 'y'), length('width', 'x'), length('height', 'y')];
    const [width, height] = [w * Math.hypot(matrix[0], matrix[1]), h * Math.hypot(matrix[2], matrix[3])];
    if (base64 === undefined || !(width >= 1 && height >= 1) || this.pictures.size >= maxPictures) {
      this.leftOut += 1;
      return;
    }
    const ratio = element.attributes.get('preserveAspectRatio') ?? '';
    const pictureId = makeLayerId();
    this.pictures.set(pictureId, {
      base64: base64.replace(/\s+/g, ''),
      fit: ratio.startsWith('none') ? 'none' : ratio.includes('slice') ? 'slice' : 'meet',
    });
    const [middleX, middleY] = apply(matrix, x + w / 2, y + h / 2);
    const isMirrored = matrix[0] * matrix[3] - matrix[1] * matrix[2] < 0;
    const layer: Layer = {
      ...plainLayer,
      ...{ id: makeLayerId(), name, type: 'picture', pictureId, opacity: Math.min(1, opacity) },
      ...{ x: middleX, y: middleY, width, height, isFlippedY: isMirrored },
      degrees: (Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI,
      ...{ crop: wholeCrop, adjustments: noAdjustments, look: null, frame: noFrame },
    };
    this.items.push({ kind: 'layer', unit, layer });
  }

  #readShape(element: XmlElement, place: Place): void {
    const { matrix, style, opacity, unit, name } = place;
    const data = dataOf(element, this.#length(element));
    if (data === undefined) {
      // A foreign object or an animation; empty shapes are not counted.
      if (!/^(rect|circle|ellipse|line|polyline|polygon|path)$/.test(element.name)) this.leftOut += 1;
      return;
    }
    this.#outlines += data.length;
    if (this.#outlines > maxOutlines) {
      this.leftOut += 1;
      return;
    }
    const segments = tracePath(data, matrix);
    const tight = boundsOfOutline(segments);
    if (!tight) return;
    const fills = this.#readFill(data, place);
    const stroke = this.#readStroke(style, matrix);
    const reach = (stroke?.strokeWidth ?? 0) / 2;
    const bounds = {
      left: tight.left - reach,
      top: tight.top - reach,
      right: tight.right + reach,
      bottom: tight.bottom + reach,
    };
    const add = (look: Omit<VectorPart, 'path'>, share: number) => {
      const shown = Math.min(1, opacity * share);
      if (shown > 0)
        this.items.push({
          kind: 'art',
          unit,
          name,
          segments,
          bounds,
          look: { ...look, ...(shown < 1 && { opacity: shown }) },
        });
    };
    if (fills) {
      const { opacity: own, ...fill } = fills;
      const isEvenOdd = style.get('fill-rule') === 'evenodd';
      add({ ...fill, ...(isEvenOdd && { isEvenOdd }) }, own);
    }
    if (stroke) {
      const { opacity: own, ...line } = stroke;
      add(line, own);
    }
  }

  #readFill(
    data: string,
    { style, matrix }: Place,
  ): (Pick<VectorPart, 'fill' | 'box'> & { opacity: number }) | undefined {
    const text = style.get('fill') ?? '#000000';
    const share = readShare(style.get('fill-opacity'));
    const id = /^\s*url\(/.test(text) ? localId(text) : undefined;
    if (id !== undefined) {
      const own = boundsOfOutline(tracePath(data, identity));
      const graded = own && readGradient(id, { own, matrix, ...this.#sheet });
      if (graded) return { ...graded, opacity: share };
    }
    // The fallback colour after an unsupported pattern.
    const plain = /^\s*url\([^)]*\)\s*([\s\S]*)$/.exec(text);
    if (plain) this.leftOut += 1;
    const color = readColor(plain ? plain[1]! : text, style.get('color'));
    return color && { fill: color.color, opacity: color.opacity * share };
  }

  #readStroke(style: Style, matrix: Matrix) {
    const text = style.get('stroke') ?? 'none';
    const color = readColor(text, style.get('color')) ?? readColor(this.#colorOf(text) ?? 'none');
    const strokeWidth = (readLength(style.get('stroke-width')) ?? 1) * scaleOf(matrix);
    if (!color || !(strokeWidth > 0.01)) return undefined;
    const isRound = style.get('stroke-linecap') === 'round' || style.get('stroke-linejoin') === 'round';
    return {
      stroke: color.color,
      strokeWidth: Math.round(strokeWidth * 100) / 100,
      ...(!isRound && { isSharp: true }),
      opacity: color.opacity * readShare(style.get('stroke-opacity')),
    };
  }
}

/** Parses an SVG file. Returns undefined if it is not SVG, has no visible content, or is too large. Never throws. */
export function readSvg(text: string): SvgDrawing | undefined {
  const root = text.length <= maxSvgCharacters ? readXml(text) : undefined;
  if (root?.name !== 'svg') return undefined;
  const { width, height, matrix } = pageOf(root);
  const reading = new Reading(root, readBox(root) ?? { x: 0, y: 0, width, height });
  reading.readRoot(root, matrix);
  const apart = makeLayers(reading.items, true);
  const { layers, leftOut } = apart.layers.length > manyLayers ? makeLayers(reading.items, false) : apart;
  if (layers.length === 0) return undefined;
  const kept = layers.slice(0, artworkLimits.layers);
  return {
    artwork: { ...makeArtwork(width, height, null), layers: kept },
    pictures: reading.pictures,
    leftOut: reading.leftOut + leftOut + layers.length - kept.length,
  };
}
