// Reads reduced pixels of a picture in the browser and encodes pixels as a picture, for previews computed by a tool's own code.

/** Returns undefined if this browser cannot read the file. The result has at most `maxPixels`; `square` crops to the centre. */
export async function readPicturePixels(
  file: Blob,
  { maxPixels, square = false }: { maxPixels: number; square?: boolean },
): Promise<ImageData | undefined> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
  try {
    const short = Math.min(bitmap.width, bitmap.height);
    const [sourceWidth, sourceHeight] = square ? [short, short] : [bitmap.width, bitmap.height];
    const scale = Math.min(1, Math.sqrt(maxPixels / (sourceWidth * sourceHeight)));
    const width = Math.max(1, Math.round(sourceWidth * scale));
    const height = Math.max(1, Math.round(sourceHeight * scale));
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!context) return undefined;
    context.imageSmoothingQuality = 'high';
    const left = (bitmap.width - sourceWidth) / 2;
    const top = (bitmap.height - sourceHeight) / 2;
    context.drawImage(bitmap, left, top, sourceWidth, sourceHeight, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  } finally {
    bitmap.close();
  }
}

/** Encodes pixels as an image for an <img>, without visible loss. */
export async function writePicture(pixels: ImageData): Promise<Blob> {
  const canvas = new OffscreenCanvas(pixels.width, pixels.height);
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
