// Draws the product in its scene on a canvas, with the code that makes the result, at preview size.
import { type Placed, placeProduct } from 'engines/pixels/product/place-product.ts';
import { findStanding, readSceneLight } from 'engines/pixels/product/scene-light.ts';
import { layProduct, type PreparedProduct, prepareProduct, trimProduct } from 'engines/pixels/product/stand-product.ts';
import type { RenderedScene } from 'engines/pixels/scenes/render-scene.ts';
import type { ScreenOptions } from './product-options.tsx';

/** Longer side of the preview in pixels, enough for most screens. */
const maxSide = 760;

export function previewSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function openCanvas(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas to draw on');
  context.imageSmoothingQuality = 'high';
  return context;
}

/** Returns the product resized, rotated and trimmed to its opaque pixels. */
function sizeProduct(picture: ImageBitmap, { width, height }: { width: number; height: number }, turn: number) {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const context = openCanvas(Math.ceil(width * cos + height * sin), Math.ceil(width * sin + height * cos));
  const { canvas } = context;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate(angle);
  context.drawImage(picture, -width / 2, -height / 2, width, height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return trimProduct({ data, width: canvas.width, height: canvas.height });
}

interface Staged {
  readonly prepared: PreparedProduct;
  /** The position before the user's shift is added. */
  readonly placed: Placed;
}

/** Prepares all that a shift of the product does not change; recomputed for another scene, size, rotation or light. */
export function prepareStaged(
  picture: ImageBitmap,
  box: { w: number; h: number },
  scene: string,
  size: { width: number; height: number },
  { place, shadow, lightMatch, reflection }: Pick<ScreenOptions, 'place' | 'shadow' | 'lightMatch' | 'reflection'>,
): Staged {
  const side = Math.min(size.width, size.height);
  const standing = findStanding(scene, size.width, size.height);
  const placed = placeProduct(standing, { width: box.w, height: box.h }, side, { ...place, right: 0, down: 0 });
  const sized = sizeProduct(picture, placed, place.turn);
  const wishes = { shadow, match: lightMatch, reflects: reflection };
  return { prepared: prepareProduct(sized, readSceneLight(scene), side, wishes), placed };
}

/** Draws the scene with the product. Takes a few milliseconds, so it can follow a drag. */
export function drawStaged(
  canvas: HTMLCanvasElement,
  scene: RenderedScene,
  { prepared, placed }: Staged,
  right: number,
  down: number,
): void {
  const { width, height } = scene;
  const pixels = { data: scene.data.slice(), width, height };
  const side = Math.min(width, height);
  const left = Math.round(placed.x + right * side - prepared.width / 2);
  layProduct(pixels, scene.on, prepared, left, Math.round(placed.y + down * side - prepared.height));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext('2d');
  if (!context) return;
  const image = context.createImageData(width, height);
  const { data } = image;
  for (let from = 0, to = 0; from < pixels.data.length; from += 3, to += 4) {
    data[to] = pixels.data[from]!;
    data[to + 1] = pixels.data[from + 1]!;
    data[to + 2] = pixels.data[from + 2]!;
    data[to + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}
