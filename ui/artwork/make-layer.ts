// Creates artworks and layers of each kind with their default values.
import {
  type Artwork,
  artworkVersion,
  type BoxPath,
  type DrawingLayer,
  noAdjustments,
  noFrame,
  type PictureLayer,
  type Place,
  plainLayer,
  type QrLayer,
  type ShapeKind,
  type ShapeLayer,
  type StickerLayer,
  type TextLayer,
  type VeilLayer,
  wholeCrop,
} from 'contract/artwork/artwork.ts';
import type { Point } from './geometry.ts';

/** Returns an id that is unique within an artwork, even after layers are added from other files. */
export const makeLayerId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(9))].map(byte => byte.toString(36).padStart(2, '0')).join('');

export const makeArtwork = (width: number, height: number, background: string | null): Artwork => ({
  version: artworkVersion,
  width,
  height,
  background,
  layers: [],
});

type Box = Pick<Place, 'x' | 'y' | 'width' | 'height'> & Partial<Place>;

const begin = (box: Box) => ({ ...plainLayer, ...box, id: makeLayerId() });

export const makePictureLayer = (pictureId: string, box: Box, name = ''): PictureLayer => ({
  ...begin(box),
  name,
  type: 'picture',
  pictureId,
  crop: wholeCrop,
  adjustments: noAdjustments,
  look: null,
  frame: noFrame,
});

export const makeTextLayer = (text: string, box: Box, look: Partial<TextLayer> = {}): TextLayer => ({
  ...begin(box),
  type: 'text',
  text,
  font: 'noto-sans-sc',
  weight: 700,
  isItalic: false,
  isUnderlined: false,
  size: 64,
  color: '#16122a',
  align: 'center',
  lineHeight: 1.3,
  letterSpacing: 0,
  outline: null,
  plate: null,
  ...look,
});

const isLine = (shape: ShapeKind) => shape === 'line' || shape === 'arrow' || shape === 'double-arrow';

export const makeShapeLayer = (shape: ShapeKind, box: Box, look: Partial<ShapeLayer> = {}): ShapeLayer => ({
  ...begin(box),
  type: 'shape',
  shape,
  fill: isLine(shape) ? null : '#5b3df5',
  stroke: isLine(shape) ? '#e5484d' : null,
  strokeWidth: Math.max(2, Math.round(Math.max(box.width, box.height) / 60)),
  isDashed: false,
  radius: 0,
  ...look,
});

export const makeStickerLayer = (sticker: string, box: Box): StickerLayer => ({
  ...begin(box),
  type: 'sticker',
  sticker,
  color: null,
});

export const makeQrLayer = (text: string, box: Box): QrLayer => ({
  ...begin(box),
  type: 'qr',
  text,
  color: '#16122a',
  ground: '#ffffff',
});

/** Returns the box around a line and its width, and the points as fractions of that box. */
function boxPath(points: readonly Point[], strokeWidth: number): { box: Box; path: BoxPath } {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const reach = strokeWidth / 2;
  const [left, right] = [Math.min(...xs) - reach, Math.max(...xs) + reach];
  const [top, bottom] = [Math.min(...ys) - reach, Math.max(...ys) + reach];
  const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)];
  const round = (value: number) => Math.round(value * 1e5) / 1e5;
  return {
    box: { x: left + width / 2, y: top + height / 2, width, height },
    path: points.flatMap(({ x, y }) => [round((x - left) / width), round((y - top) / height)]),
  };
}

export function makeDrawingLayer(
  points: readonly Point[],
  strokeWidth: number,
  look: Partial<DrawingLayer>,
): DrawingLayer {
  const { box, path } = boxPath(points, strokeWidth);
  return { ...begin(box), type: 'drawing', color: '#e5484d', ...look, path, strokeWidth };
}

export function makeVeilLayer(
  points: readonly Point[],
  strokeWidth: number,
  look: Pick<VeilLayer, 'kind' | 'grain'>,
): VeilLayer {
  const { box, path } = boxPath(points, strokeWidth);
  return { ...begin(box), type: 'veil', ...look, path, strokeWidth };
}

/** Returns the place of a line between two points. Its box is rotated so that the line runs from left to right. */
export function placeLine(from: Point, to: Point, thickness: number): Box {
  const width = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
  const degrees = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, width, height: thickness, degrees };
}
