// Draws the preview of a cutout: on the chosen background, or on a pale copy of its own picture.
import type { CutoutOptions } from './cutout-options.ts';
import { drawBackground } from './draw-background.ts';

const longEdge = 1600;
const paleness = 0.72;
/** As on the server: the widest blur, of the longer side. */
const widestBlur = 0.04;

function loadPicture(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.crossOrigin = 'anonymous';
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error('The picture cannot be shown'));
    picture.src = address;
  });
}

export const sceneAddress = (id: CutoutOptions['scene'], width: number, height: number): string =>
  `data:image/svg+xml,${encodeURIComponent(drawBackground(id, width, height, Math.max(width, height)).svg)}`;

/** Fills the canvas, cut at the sides where it must. */
function drawCover(context: CanvasRenderingContext2D, picture: HTMLImageElement): void {
  const { width, height } = context.canvas;
  const scale = Math.max(width / picture.naturalWidth, height / picture.naturalHeight);
  const [w, h] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
  context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h);
}

async function drawBehind(context: CanvasRenderingContext2D, original: HTMLImageElement, options: CutoutOptions) {
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
    context.filter = `blur(${Math.max(width, height) * widestBlur * (blur / 100)}px)`;
    context.drawImage(original, 0, 0, width, height);
    context.filter = 'none';
  } else if (background === 'color') {
    context.fillStyle = color;
    context.fillRect(0, 0, width, height);
  } else {
    context.drawImage(original, 0, 0, width, height);
    context.globalAlpha = paleness;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.globalAlpha = 1;
  }
}

/** An approximate picture of the result, to choose by. Rejects when a part of it cannot be drawn. */
export async function drawGuide(originalAddress: string, cutoutAddress: string, options: CutoutOptions): Promise<Blob> {
  const [original, cutout] = await Promise.all([loadPicture(originalAddress), loadPicture(cutoutAddress)]);
  const scale = Math.min(1, longEdge / Math.max(original.naturalWidth, original.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(original.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(original.naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to draw on');
  await drawBehind(context, original, options);
  context.drawImage(cutout, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The canvas cannot be read'))), 'image/jpeg', 0.9),
  );
}
