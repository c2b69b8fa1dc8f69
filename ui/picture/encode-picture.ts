// Draws and encodes a picture in the browser, as a preview of the server's result.

export interface EncodeRequest {
  readonly type: 'image/jpeg' | 'image/webp';
  /** 1..100 */
  readonly quality: number;
  /** The result's size in pixels; a missing side follows from the aspect ratio. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly fit: 'inside' | 'cover' | 'contain' | 'fill';
  readonly mayEnlarge: boolean;
  /** Fills transparent pixels if the type has no alpha, and the margins of `contain`. */
  readonly background: string;
}

interface Placement {
  readonly width: number;
  readonly height: number;
  /** The rectangle of the result that the whole source is drawn into. */
  readonly x: number;
  readonly y: number;
  readonly drawWidth: number;
  readonly drawHeight: number;
}

/** Returns the rectangle of the picture in a result of the requested size. */
export function placePicture(
  source: { width: number; height: number },
  { width, height, fit, mayEnlarge }: Pick<EncodeRequest, 'width' | 'height' | 'fit' | 'mayEnlarge'>,
): Placement {
  const whole = (w: number, h: number, box = { w, h }): Placement => {
    const size = { width: Math.max(1, Math.round(box.w)), height: Math.max(1, Math.round(box.h)) };
    return { ...size, x: (size.width - w) / 2, y: (size.height - h) / 2, drawWidth: w, drawHeight: h };
  };
  const scaled = (ratio: number) => {
    const limited = mayEnlarge ? ratio : Math.min(1, ratio);
    return { w: source.width * limited, h: source.height * limited };
  };
  if (!width && !height) return whole(source.width, source.height);
  const ratioX = width ? width / source.width : Number.POSITIVE_INFINITY;
  const ratioY = height ? height / source.height : Number.POSITIVE_INFINITY;
  const inside = scaled(Math.min(ratioX, ratioY));
  if (!width || !height || fit === 'inside') return whole(inside.w, inside.h);
  const mustEnlarge = fit === 'cover' ? Math.max(ratioX, ratioY) > 1 : ratioX > 1 || ratioY > 1;
  if (!mayEnlarge && mustEnlarge && fit !== 'contain') return whole(inside.w, inside.h);
  if (fit === 'fill') return whole(width, height);
  if (fit === 'contain') return whole(inside.w, inside.h, { w: width, h: height });
  const covered = scaled(Math.max(ratioX, ratioY));
  return whole(covered.w, covered.h, { w: width, h: height });
}

/** Returns undefined if this browser cannot read the file or cannot encode the type. Throws the signal's reason. */
export async function encodePicture(
  file: Blob,
  request: EncodeRequest,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
  try {
    signal.throwIfAborted();
    const place = placePicture(bitmap, request);
    const canvas = new OffscreenCanvas(place.width, place.height);
    const context = canvas.getContext('2d');
    if (!context) return undefined;
    if (request.type === 'image/jpeg' || request.fit === 'contain') {
      context.fillStyle = request.background;
      context.fillRect(0, 0, place.width, place.height);
    }
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, place.x, place.y, place.drawWidth, place.drawHeight);
    const blob = await canvas.convertToBlob({ type: request.type, quality: request.quality / 100 });
    signal.throwIfAborted();
    // A browser that cannot encode the type returns a PNG.
    return blob.type === request.type ? blob : undefined;
  } finally {
    bitmap.close();
  }
}
