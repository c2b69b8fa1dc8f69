// Thumbnails of drawings as data URLs, small enough for the browser's storage.

const side = 220;
const quality = 0.7;

/** A browser that cannot write WebP, such as Safari, writes a PNG instead, which is many times as large. All browsers write JPEG. */
function writeSmall(canvas: HTMLCanvasElement): string {
  const written = canvas.toDataURL('image/webp', quality);
  return written.startsWith('data:image/webp') ? written : canvas.toDataURL('image/jpeg', quality);
}

/** Returns a thumbnail that outlives the server's file, or undefined if the picture cannot be read. */
export async function makeThumb(address: string): Promise<string | undefined> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = address;
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    const scale = side / Math.max(image.naturalWidth, image.naturalHeight);
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return writeSmall(canvas);
  } catch (error) {
    // The file is gone, or its host does not allow reading it: the list has no thumbnail.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
