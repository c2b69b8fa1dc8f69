// Measures how well a mark can be seen on an image: how much it changes the pixels under it.
import type { Placed, Size } from 'contract/mark/place.ts';
import type { Sheet } from '../pixels/paint-mark.ts';

/** Below this, in levels of 255, people do not find a mark unless they know where it is. */
const minLevels = 7;
/** Chinese characters of a smaller em, in pixels, are no longer read. */
const minEmPixels = 7;
const maxSamples = 4096;

/** In degrees clockwise about the centre of the box. */
function pointOf({ centre, degrees, width, height }: Placed, across: number, down: number): readonly [number, number] {
  const turn = (degrees * Math.PI) / 180;
  const [dx, dy] = [(across - 0.5) * width, (down - 0.5) * height];
  return [centre.x + dx * Math.cos(turn) - dy * Math.sin(turn), centre.y + dx * Math.sin(turn) + dy * Math.cos(turn)];
}

/**
 * Returns by how many levels of 255 a solid mark would change the image under its ink on average, in the channel that changes most. `small` is a reduced
 * copy of the image with three bytes a pixel. Without `placed` the mark is repeated over all of the image.
 */
function measureChange(sheet: Sheet, small: Sheet, picture: Size, placed: Placed | undefined): number {
  const step = Math.max(1, Math.ceil(Math.sqrt((sheet.width * sheet.height) / maxSamples)));
  let [sum, ink] = [0, 0];
  for (let y = Math.floor(step / 2); y < sheet.height; y += step)
    for (let x = Math.floor(step / 2); x < sheet.width; x += step) {
      const at = (y * sheet.width + x) * 4;
      const alpha = sheet.data[at + 3]!;
      if (alpha === 0) continue;
      const [across, down] = [(x + 0.5) / sheet.width, (y + 0.5) / sheet.height];
      const [px, py] = placed ? pointOf(placed, across, down) : [across * picture.width, down * picture.height];
      const cell = [(px / picture.width) * small.width, (py / picture.height) * small.height].map(Math.floor);
      const [left, top] = cell as [number, number];
      if (left < 0 || top < 0 || left >= small.width || top >= small.height) continue;
      const under = (top * small.width + left) * 3;
      let change = 0;
      for (let k = 0; k < 3; k++) change = Math.max(change, Math.abs(sheet.data[at + k]! - small.data[under + k]!));
      sum += change * alpha;
      ink += alpha;
    }
  return ink === 0 ? 0 : sum / ink;
}

export interface Sight {
  /** It can hardly be seen, or is too small to be read. */
  readonly isHardlySeen: boolean;
  /** It changes nothing that could be seen at all. */
  readonly isUnseen: boolean;
}

interface Drawn {
  readonly sheet: Sheet;
  /** A reduced copy of the image with three bytes a pixel. Absent where it is transparent somewhere: what will lie behind it is not known. */
  readonly small: Sheet | undefined;
  readonly picture: Size;
  readonly placed: Placed | undefined;
  readonly opacity: number;
  /** Of a text. */
  readonly emPixels: number | undefined;
}

export function measureSight({ sheet, small, picture, placed, opacity, emPixels }: Drawn): Sight {
  const levels = small ? measureChange(sheet, small, picture, placed) * opacity : Number.POSITIVE_INFINITY;
  const isTooSmall = emPixels !== undefined && emPixels < minEmPixels;
  return { isHardlySeen: levels < minLevels || isTooSmall, isUnseen: levels < 0.5 || opacity === 0 };
}
