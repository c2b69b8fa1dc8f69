// The crop in progress: a box on the page and its aspect ratio.
import { create } from 'zustand';

export interface CropBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface CropState {
  /** In page pixels; null: everything that can be kept. */
  readonly box: CropBox | null;
  /** Width divided by height; null: free. */
  readonly ratio: number | null;
  /** The picture being cropped; null: the page. */
  readonly pictureId: string | null;
}

export const useCrop = create<CropState>()(() => ({ box: null, ratio: null, pictureId: null }));

export const resetCrop = () => useCrop.setState({ box: null, ratio: null, pictureId: null });

/** Returns the largest box of this ratio inside another, centred. */
export function fitRatio(around: CropBox, ratio: number): CropBox {
  const width = Math.min(around.width, around.height * ratio);
  const height = width / ratio;
  return { x: around.x + (around.width - width) / 2, y: around.y + (around.height - height) / 2, width, height };
}

/** The edges that a handle moves. */
export interface CropHandle {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

/** Moves a handle, or the whole box with handle (0, 0), within `limit` and keeping `ratio` if given. */
export function moveCrop(
  box: CropBox,
  handle: CropHandle,
  by: { x: number; y: number },
  limit: CropBox,
  ratio: number | null,
): CropBox {
  const clamp = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));
  const [right, bottom] = [limit.x + limit.width, limit.y + limit.height];
  if (handle.x === 0 && handle.y === 0)
    return {
      ...box,
      x: clamp(limit.x, box.x + by.x, right - box.width),
      y: clamp(limit.y, box.y + by.y, bottom - box.height),
    };
  const min = Math.min(8, limit.width, limit.height);
  let [x0, y0, x1, y1] = [box.x, box.y, box.x + box.width, box.y + box.height];
  if (handle.x < 0) x0 = clamp(limit.x, x0 + by.x, x1 - min);
  if (handle.x > 0) x1 = clamp(x0 + min, x1 + by.x, right);
  if (handle.y < 0) y0 = clamp(limit.y, y0 + by.y, y1 - min);
  if (handle.y > 0) y1 = clamp(y0 + min, y1 + by.y, bottom);
  if (ratio === null) return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
  // The opposite edge or corner stays in place; a side handle keeps the box centred along that side.
  const roomX =
    handle.x < 0
      ? x1 - limit.x
      : handle.x > 0
        ? right - x0
        : 2 * Math.min(box.x + box.width / 2 - limit.x, right - box.x - box.width / 2);
  const roomY =
    handle.y < 0
      ? y1 - limit.y
      : handle.y > 0
        ? bottom - y0
        : 2 * Math.min(box.y + box.height / 2 - limit.y, bottom - box.y - box.height / 2);
  const wanted = handle.x === 0 ? (y1 - y0) * ratio : handle.y === 0 ? x1 - x0 : Math.max(x1 - x0, (y1 - y0) * ratio);
  const width = Math.max(Math.min(min, roomX, roomY * ratio), Math.min(wanted, roomX, roomY * ratio));
  const height = width / ratio;
  return {
    x: handle.x < 0 ? x1 - width : handle.x > 0 ? x0 : box.x + (box.width - width) / 2,
    y: handle.y < 0 ? y1 - height : handle.y > 0 ? y0 : box.y + (box.height - height) / 2,
    width,
    height,
  };
}
