// A little picture of a file for lists, drawn by the browser.

const edgePx = 96;

/** Undefined when this browser cannot decode the file (TIFF, HEIC) or it is damaged. */
export async function makeThumbnail(file: Blob): Promise<Blob | undefined> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { resizeWidth: edgePx * 2, resizeQuality: 'medium' });
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = edgePx;
  canvas.height = edgePx;
  const from = [(picture.width - side) / 2, (picture.height - side) / 2, side, side] as const;
  canvas.getContext('2d')?.drawImage(picture, ...from, 0, 0, edgePx, edgePx);
  picture.close();
  return new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/webp', 0.8));
}
