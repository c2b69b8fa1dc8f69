// Estimates how long an artwork takes to draw. Each of its values may be valid and all of them together freeze the page of a visitor who
// opens it by a link.
import type { Artwork, BoxPath, Layer, TextLayer, VectorLayer } from './artwork.ts';
import { measureOutline } from './outline-extent.ts';

/**
 * The limit, in milliseconds of one processor core that draws without a graphics card. A page fills about a megapixel of a screen, so areas
 * are counted in pages. The costs below were measured in Chromium.
 */
const maxMs = 5000;

/** Per page that is drawn over. */
const msPerPage = { filled: 0.3, plain: 1.5, isolated: 5, blended: 4, veil: 15, eraser: 5, shadow: 50 };
const msPerMeasuring = 0.005;
const msPerMeasuredLetter = 0.0003;
const msPerDrawnLetter = 0.001;
const msPerQrCode = 6;
const msPerPathNumber = 0.004;
const msPerOutlineCharacter = 0.0001;
const msPerStrokedCharacter = 0.001;
/** A line that crosses itself n times has n places to fill. Lines of random points, each through the whole box, cross n² / 2 times. */
const msPerCrossing = 1.3e-4;
const msPerDash = 1e-4;
/** Filling between crossing lines costs this share of stroking them. */
const fillPerStroke = 0.05;
/** Canvases draw no more dashes. */
const maxDashes = 1_000_000;
/** The narrowest average letter, in ems. */
const narrowLetter = 0.3;
const longestUsualWord = 40;

type Page = Pick<Artwork, 'width' | 'height'>;

/** The pages that a layer and a border around its bounds cover; the drawn part reaches no further than `beyond` the page. */
function pagesOf({ x, y, width, height, degrees }: Layer, page: Page, border: number, beyond: number): number {
  const [cos, sin] = [Math.abs(Math.cos((degrees * Math.PI) / 180)), Math.abs(Math.sin((degrees * Math.PI) / 180))];
  const along = (centre: number, half: number, side: number) =>
    Math.max(0, Math.min(side + beyond, centre + half) - Math.max(-beyond, centre - half)) / side;
  const across = along(x, (width * cos + height * sin) / 2 + border, page.width);
  return across * along(y, (width * sin + height * cos) / 2 + border, page.height);
}

function areaMs(layer: Layer, page: Page): number {
  const { shadow, erased } = layer;
  const own = pagesOf(layer, page, 0, 0);
  if (layer.type === 'veil') return own * (msPerPage.veil + (erased ? msPerPage.eraser : 0));
  const isIsolated = layer.opacity < 1 || layer.blend !== 'normal' || erased !== undefined;
  let ms = own * (msPerPage.plain + (isIsolated ? msPerPage.isolated : 0));
  if (layer.blend !== 'normal') ms += own * msPerPage.blended;
  if (erased) ms += own * msPerPage.eraser;
  if (shadow) {
    // What casts a shadow onto the page is drawn as well; the shadow spreads beyond it, and is blurred on the page only.
    const reach = shadow.blur + Math.abs(shadow.x) + Math.abs(shadow.y);
    ms += pagesOf(layer, page, 0, reach) * msPerPage.isolated;
    ms += pagesOf(layer, page, reach, 0) * msPerPage.shadow;
  }
  return ms;
}

/** Lines are broken by measuring them again with each added piece, so the time grows with the square of a line's length. */
function textMs({ text, width, size, letterSpacing, outline }: TextLayer): number {
  const perLine = width / size / Math.max(0.001, narrowLetter + letterSpacing);
  let ms = text.length * msPerDrawnLetter * (outline ? 2 : 1);
  for (const paragraph of text.split('\n')) {
    const words = paragraph.split(/\s+|(?=[\u2e80-\u{3ffff}])/u);
    const pieces = words.reduce((sum, { length }) => sum + (length > longestUsualWord ? length : 1), 0);
    const letters = Math.min(paragraph.length, perLine) / 2;
    ms += pieces * (msPerMeasuring + letters * msPerMeasuredLetter);
  }
  return ms;
}

/** `travel` is the length of the line in sides of its box. */
const crossingMs = (travel: number) => travel ** 2 * msPerCrossing;

function pathMs(path: BoxPath): number {
  let travel = 0;
  for (let at = 2; at < path.length; at += 2)
    travel += Math.hypot(path[at]! - path[at - 2]!, path[at + 1]! - path[at - 1]!);
  return path.length * msPerPathNumber + crossingMs(travel);
}

function vectorMs(layer: VectorLayer, page: Page): number {
  const { unitsWide, unitsHigh } = layer;
  const side = Math.max(unitsWide, unitsHigh);
  const pages = pagesOf(layer, page, 0, 0);
  let ms = 0;
  for (const { path, fill, stroke, strokeWidth = 1 } of layer.parts) {
    const { length, width, height } = measureOutline(path);
    const travel = length / side;
    if (fill) {
      const share = Math.min(1, width / unitsWide) * Math.min(1, height / unitsHigh);
      const perPage = typeof fill === 'string' ? msPerPage.filled : msPerPage.plain;
      ms += path.length * msPerOutlineCharacter + crossingMs(travel) * fillPerStroke + share * pages * perPage;
    }
    if (stroke) {
      const share = Math.min(1, travel * (strokeWidth / side));
      ms += path.length * msPerStrokedCharacter + crossingMs(travel) + share * pages * msPerPage.filled;
    }
  }
  return ms;
}

function ownMs(layer: Layer, page: Page): number {
  if (layer.type === 'text') return textMs(layer);
  if (layer.type === 'qr') return msPerQrCode;
  if (layer.type === 'drawing' || layer.type === 'veil') return layer.path ? pathMs(layer.path) : 0;
  if (layer.type === 'shape' && layer.isDashed && layer.stroke) {
    const dashes = (4 * (layer.width + layer.height)) / Math.max(1e-9, layer.strokeWidth * 4.3);
    return Math.min(maxDashes, dashes) * msPerDash;
  }
  return layer.type === 'vector' ? vectorMs(layer, page) : 0;
}

/** The share of the limit that drawing the artwork takes: above 1 it is refused. */
export function shareOfWork({ width, height, layers }: Pick<Artwork, 'width' | 'height' | 'layers'>): number {
  const page = { width, height };
  let ms = 0;
  for (const layer of layers) {
    ms += areaMs(layer, page) + ownMs(layer, page);
    for (const { path } of layer.erased ?? []) ms += pathMs(path);
  }
  return ms / maxMs;
}
