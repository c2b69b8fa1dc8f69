// Draws the selected square of a picture as a JPEG.
import { avatarSide, type Square } from './crop.ts';

const quality = 0.9;

export async function drawAvatar(image: HTMLImageElement, square: Square): Promise<Blob> {
  const side = avatarSide(square);
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d')!;
  // JPEG has no transparency; transparent pixels would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, square.x, square.y, square.side, square.side, 0, 0, side, side);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
