// Draws a cutout in the browser with background, shadow, outline and crop: a small version of the server's result.
import { encodeMattePng } from 'ui/mask-painter/encode-mask-png.ts';
import { isPhotoId } from './backgrounds.ts';
import type { CutoutOptions } from './cutout-options.ts';
import { drawBackground } from './draw-background.ts';
import { photoBackgrounds } from './photo-backgrounds.ts';

const longEdge = 1600;
const paleness = 0.72;
/** The server's parameters: the range of the blur, and offset, softness and opacity of the shadows, as shares of the longer side. */
const widestBlur = 0.04;
const narrowestBlur = 0.004;
const drop = { right: 0.012, down: 0.02, softness: 0.018, opacity: 0.6 };
const ground = { softness: 0.011, opacity: 0.85, flatness: 0.12, front: 1 / 3 };
/** A subject closer to a border than this share of the side continues beyond it; one that ends this close to the bottom does not stand on a floor. */
const touching = 0.005;
const standsAbove = 0.01;
const minAlpha = 64;
/** Number of copies around the subject that form the outline. */
const outlineCopies = 32;
/** Maximum pixels of a matte, because some browsers have no larger canvas. A larger one is sent at a reduced size, and the run refines its edge. */
const maxMattePixels = 16e6;
const smallMatteEdge = 1600;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The pictures that were drawn last: a result may be deleted on the server as soon as a later run has replaced it. */
const drawn = new Map<string, Promise<HTMLImageElement>>();
/** An original, its cutout and a background, twice. */
const maxDrawn = 6;

function loadPicture(address: string): Promise<HTMLImageElement> {
  const known = drawn.get(address);
  const picture = known ?? fetchPicture(address);
  drawn.delete(address);
  drawn.set(address, picture);
  picture.catch(() => drawn.delete(address));
  const [oldest] = drawn.keys();
  if (drawn.size > maxDrawn && oldest !== undefined) drawn.delete(oldest);
  return picture;
}

function fetchPicture(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.crossOrigin = 'anonymous';
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error('The picture cannot be shown'));
    picture.src = address;
  });
}

function openCanvas(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas to draw on');
  return context;
}

function toBlob({ canvas }: CanvasRenderingContext2D, type: string): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The canvas cannot be read'))), type, 0.92),
  );
}

export const sceneAddress = (id: CutoutOptions['scene'], width: number, height: number): string =>
  isPhotoId(id)
    ? photoBackgrounds[id]
    : `data:image/svg+xml,${encodeURIComponent(drawBackground(id, width, height, Math.max(width, height)).svg)}`;

/** Scales the picture to cover the canvas. */
function drawCover(context: CanvasRenderingContext2D, picture: HTMLImageElement): void {
  const { width, height } = context.canvas;
  const scale = Math.max(width / picture.naturalWidth, height / picture.naturalHeight);
  const [w, h] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
  context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h);
}

/**
 * Draws the blurred original. It is mirrored at its borders first: a canvas blurs with transparent pixels outside, which would make the border
 * translucent.
 */
function drawBlurred(context: CanvasRenderingContext2D, original: HTMLImageElement, frame: Box, sigma: number): void {
  const rim = Math.ceil(3 * sigma);
  const wide = openCanvas(frame.w + 2 * rim, frame.h + 2 * rim);
  for (const column of [-1, 0, 1]) {
    for (const row of [-1, 0, 1]) {
      const [across, down] = [column === 0 ? 1 : -1, row === 0 ? 1 : -1];
      // The centre of the tile, about which it is mirrored.
      const [x, y] = [rim + (column + 0.5) * frame.w, rim + (row + 0.5) * frame.h];
      wide.setTransform(across, 0, 0, down, x, y);
      wide.drawImage(original, -frame.w / 2, -frame.h / 2, frame.w, frame.h);
    }
  }
  context.filter = `blur(${sigma}px)`;
  context.drawImage(wide.canvas, frame.x - rim, frame.y - rim);
  context.filter = 'none';
}

/** Draws the background. `frame` is the box of the whole original, in pixels of the canvas. */
async function drawBehind(
  context: CanvasRenderingContext2D,
  original: HTMLImageElement,
  frame: Box,
  options: CutoutOptions,
): Promise<void> {
  const { width, height } = context.canvas;
  const { background, color, scene, own, blur } = options;
  if (background === 'scene') drawCover(context, await loadPicture(sceneAddress(scene, width, height)));
  else if (background === 'own' && own) {
    const address = URL.createObjectURL(own.blob);
    try {
      drawCover(context, await loadPicture(address));
    } finally {
      URL.revokeObjectURL(address);
    }
  } else if (background === 'blur') {
    const share = narrowestBlur + (widestBlur - narrowestBlur) * (blur / 100);
    drawBlurred(context, original, frame, Math.max(frame.w, frame.h) * share);
  } else if (background === 'color' || background === 'mask') {
    context.fillStyle = background === 'mask' ? '#000' : color;
    context.fillRect(0, 0, width, height);
  }
}

/** Returns a canvas of the same size with the subject's silhouette in one colour. */
function drawShape(subject: CanvasRenderingContext2D, colour: string): CanvasRenderingContext2D {
  const shape = openCanvas(subject.canvas.width, subject.canvas.height);
  shape.drawImage(subject.canvas, 0, 0);
  shape.globalCompositeOperation = 'source-in';
  shape.fillStyle = colour;
  shape.fillRect(0, 0, shape.canvas.width, shape.canvas.height);
  shape.globalCompositeOperation = 'source-over';
  return shape;
}

/** Returns the bounding box of pixels that are not faint; undefined if there are none. */
function findBox(context: CanvasRenderingContext2D): Box | undefined {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < minAlpha) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0 ? undefined : { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}

/** Returns the frame of the result in pixels of the scaled original; may extend beyond it. */
function chooseFrame(box: Box | undefined, width: number, height: number, options: CutoutOptions): Box {
  if (!options.isCropped || !box) return { x: 0, y: 0, w: width, h: height };
  const margin = (Math.max(box.w, box.h) * options.cropMargin) / 100;
  const mayGrow = options.background !== 'blur';
  const before = (start: number, side: number) =>
    mayGrow && start > touching * side ? start - margin : Math.max(0, start - margin);
  const after = (end: number, side: number) =>
    mayGrow && side - end > touching * side ? end + margin : Math.min(side, end + margin);
  const [x, y] = [before(box.x, width), before(box.y, height)];
  return { x, y, w: after(box.x + box.w, width) - x, h: after(box.y + box.h, height) - y };
}

interface Placed {
  readonly subject: CanvasRenderingContext2D;
  /** The subject's box on the canvas, and the lower edge of the original there. */
  readonly box: Box;
  readonly floor: number;
}

function drawShadow(context: CanvasRenderingContext2D, { subject, box, floor }: Placed, options: CutoutOptions): void {
  const { width, height } = context.canvas;
  const longer = Math.max(width, height);
  const foot = box.y + box.h;
  const isGround = options.shadow === 'ground' && foot < floor * (1 - standsAbove);
  const kind = isGround ? ground : drop;
  const shape = drawShape(subject, '#000');
  context.save();
  context.filter = `blur(${longer * kind.softness}px)`;
  context.globalAlpha = (options.shadowStrength / 100) * kind.opacity;
  if (isGround) {
    // Denser near the ground, where less light arrives.
    const fade = shape.createLinearGradient(0, foot, 0, foot * 0.4);
    fade.addColorStop(0, '#000');
    fade.addColorStop(1, 'rgb(0 0 0 / 0.25)');
    shape.globalCompositeOperation = 'source-in';
    shape.fillStyle = fade;
    shape.fillRect(0, 0, width, height);
    const flat = foot * ground.flatness;
    context.drawImage(shape.canvas, 0, 0, width, foot, 0, foot - flat, width, flat);
    context.translate(0, foot);
    context.scale(1, -1);
    context.drawImage(shape.canvas, 0, 0, width, foot, 0, -flat * ground.front, width, flat * ground.front);
  } else context.drawImage(shape.canvas, longer * drop.right, longer * drop.down);
  context.restore();
}

function drawOutline(context: CanvasRenderingContext2D, subject: CanvasRenderingContext2D, options: CutoutOptions) {
  const { width, height } = context.canvas;
  const reach = (options.outlineWidth / 100) * Math.max(width, height);
  const shape = drawShape(subject, options.outlineColor);
  for (let n = 0; n < outlineCopies; n++) {
    const angle = (2 * Math.PI * n) / outlineCopies;
    context.drawImage(shape.canvas, reach * Math.cos(angle), reach * Math.sin(angle));
  }
}

/** Returns the result of these options as PNG. Rejects if a part of it cannot be loaded. */
export async function drawComposite(original: string, cutout: string, options: CutoutOptions): Promise<Blob> {
  const [behind, alone] = await Promise.all([loadPicture(original), loadPicture(cutout)]);
  const scale = Math.min(1, longEdge / Math.max(behind.naturalWidth, behind.naturalHeight));
  const whole = openCanvas(behind.naturalWidth * scale, behind.naturalHeight * scale);
  const { width, height } = whole.canvas;
  whole.drawImage(alone, 0, 0, width, height);
  const box = findBox(whole);
  const frame = chooseFrame(box, width, height, options);
  const context = openCanvas(frame.w, frame.h);
  const subject = openCanvas(frame.w, frame.h);
  subject.drawImage(whole.canvas, -frame.x, -frame.y);
  await drawBehind(context, behind, { x: -frame.x, y: -frame.y, w: width, h: height }, options);
  if (options.background === 'mask') context.drawImage(drawShape(subject, '#fff').canvas, 0, 0);
  else {
    const placed = box && { subject, box: { ...box, x: box.x - frame.x, y: box.y - frame.y }, floor: height - frame.y };
    if (options.shadow !== 'none' && placed) drawShadow(context, placed, options);
    if (options.outlineWidth > 0) drawOutline(context, subject, options);
    context.drawImage(subject.canvas, 0, 0);
  }
  return toBlob(context, 'image/png');
}

/** Draws the cutout over a faded copy of its image, as the guide for correcting strokes. */
export async function drawGuide(original: string, cutout: string): Promise<Blob> {
  const [behind, alone] = await Promise.all([loadPicture(original), loadPicture(cutout)]);
  const scale = Math.min(1, longEdge / Math.max(behind.naturalWidth, behind.naturalHeight));
  const context = openCanvas(behind.naturalWidth * scale, behind.naturalHeight * scale);
  const { width, height } = context.canvas;
  context.drawImage(behind, 0, 0, width, height);
  context.globalAlpha = paleness;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 1;
  context.drawImage(alone, 0, 0, width, height);
  return toBlob(context, 'image/jpeg');
}

const bandRows = 256;

function* readAlpha(context: CanvasRenderingContext2D): Generator<Uint8Array> {
  const { width, height } = context.canvas;
  for (let top = 0; top < height; top += bandRows) {
    const { data } = context.getImageData(0, top, width, Math.min(bandRows, height - top));
    const alpha = new Uint8Array(data.length / 4);
    for (let i = 0; i < alpha.length; i++) alpha[i] = data[i * 4 + 3]!;
    yield alpha;
  }
}

/** Returns the matte of a plain cutout as PNG, white on black. */
export async function drawMatte(cutout: string): Promise<Blob> {
  const alone = await loadPicture(cutout);
  const { naturalWidth: width, naturalHeight: height } = alone;
  const scale = width * height > maxMattePixels ? smallMatteEdge / Math.max(width, height) : 1;
  const matte = openCanvas(width * scale, height * scale);
  const { canvas } = matte;
  matte.drawImage(alone, 0, 0, canvas.width, canvas.height);
  return encodeMattePng(canvas.width, canvas.height, readAlpha(matte));
}
