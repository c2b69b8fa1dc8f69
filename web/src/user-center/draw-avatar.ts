// Crops the chosen square of a picture to a separate JPEG.
import { avatarSide, type Square } from './crop.ts';

const quality = 0.9;

export async function drawAvatar(image: HTMLImageElement, square: Square): Promise<Blob> {
  const side = avatarSide(square);
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d')!;
  // JPEG has no transparency; without this it would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, square.x, square.y, square.side, square.side, 0, 0, side, side);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
