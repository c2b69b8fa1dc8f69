// Draws ID photos and their print sheet in the browser from the layer of the person, with the geometry of the server.
import { encodeMattePng } from 'ui/mask-painter/encode-mask-png.ts';
import type { PhotoLayer } from './photo-layer.ts';
import { moveHead } from './place-head.ts';
import { backgroundOf, type ScreenOptions, sidesOf } from './screen-options.ts';
import { drawSheet as layOut, planSheet } from './sheet.ts';
import { backgrounds, type HeadRule } from './sizes/size-shape.ts';

/** Opacity of the white over the original while the edge is corrected. */
const paleness = 0.72;

function openCanvas(
  width: number,
  height: number,
  canvas = document.createElement('canvas'),
): CanvasRenderingContext2D {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas to draw on');
  context.imageSmoothingQuality = 'high';
  return context;
}

function toBlob({ canvas }: CanvasRenderingContext2D, type: string): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The canvas cannot be read'))), type, 0.92),
  );
}

interface Target {
  readonly width: number;
  readonly height: number;
}

/** Draws the photo with these options on a canvas of the target's size. */
export function drawPhoto(
  picture: CanvasImageSource,
  about: PhotoLayer,
  options: ScreenOptions,
  rule: HeadRule,
  target: Target,
  canvas?: HTMLCanvasElement,
): CanvasRenderingContext2D {
  const { width, height } = target;
  const context = openCanvas(width, height, canvas);
  const top = backgroundOf(options);
  const behind = context.createLinearGradient(0, 0, 0, height);
  behind.addColorStop(0, top);
  behind.addColorStop(1, options.fades ? backgrounds.white : top);
  context.fillStyle = behind;
  context.fillRect(0, 0, width, height);
  const { head } = about;
  const { area } = moveHead({ ...about, cutShare: 0 }, head, rule, options.place, () => 0);
  const [x, y] = [head.middle, (head.crown + head.chin) / 2];
  context.scale(width / area.w, height / area.h);
  context.translate(x - area.x, y - area.y);
  context.rotate((options.place.turn * Math.PI) / 180);
  context.drawImage(picture, -x, -y, about.width, about.height);
  return context;
}

/** Draws the print sheet, if the photo fits on its paper. */
export function drawSheet(
  picture: CanvasImageSource,
  about: PhotoLayer,
  options: ScreenOptions,
  rule: HeadRule,
  canvas: HTMLCanvasElement,
): void {
  const { widthMm, heightMm } = sidesOf(options);
  const plan = options.sheet === 'none' ? undefined : planSheet(options.sheet, widthMm, heightMm);
  if (!plan) return;
  const { width, height } = plan.photo;
  const seen = drawPhoto(picture, about, options, rule, plan.photo).getImageData(0, 0, width, height).data;
  const data = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < data.length; from += 4, to += 3) data.set(seen.subarray(from, from + 3), to);
  const sheet = layOut(plan, { data, width, height });
  const context = openCanvas(sheet.width, sheet.height, canvas);
  const image = context.createImageData(sheet.width, sheet.height);
  image.data.fill(255);
  for (let from = 0, to = 0; from < sheet.data.length; from += 3, to += 4)
    image.data.set(sheet.data.subarray(from, from + 3), to);
  context.putImageData(image, 0, 0);
}

/** Returns the matte of a layer as PNG, white on black. */
export async function drawAlpha(layer: Blob): Promise<Blob> {
  const picture = await createImageBitmap(layer);
  const context = openCanvas(picture.width, picture.height);
  context.drawImage(picture, 0, 0);
  picture.close();
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  const alpha = new Uint8Array(width * height);
  for (let i = 0; i < alpha.length; i++) alpha[i] = data[i * 4 + 3]!;
  return encodeMattePng(width, height, [alpha]);
}

async function loadPicture(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.crossOrigin = 'anonymous';
  picture.src = address;
  await picture.decode();
  return picture;
}

/** Draws the person over the faded original, in the frame of the layer, as the guide for correcting strokes. */
export async function drawGuide(original: string, layer: Blob, about: PhotoLayer): Promise<Blob> {
  const [behind, person] = await Promise.all([loadPicture(original), createImageBitmap(layer)]);
  const context = openCanvas(about.width, about.height);
  const { width, height } = context.canvas;
  const [a, b, c, d, e, f] = about.toPicture as [number, number, number, number, number, number];
  const [across, down] = [behind.naturalWidth, behind.naturalHeight];
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.setTransform(new DOMMatrix([a * across, d * down, b * across, e * down, c * across, f * down]).invertSelf());
  context.drawImage(behind, 0, 0);
  context.resetTransform();
  context.globalAlpha = paleness;
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 1;
  context.drawImage(person, 0, 0, width, height);
  person.close();
  return toBlob(context, 'image/jpeg');
}
