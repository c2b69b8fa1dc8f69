// Chooses the part of an image that is drawn and the size of the drawing: the whole image, a square around the head, or a requested ratio. Shared by
// the run and the page's preview.
import { type FaceMesh, heightOf } from 'engines/pixels/anime/face-map.ts';
import type { AnimeOptions } from './contract.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of the image in its own pixels, and the size of the drawing. */
export interface DrawnFrame extends Size {
  readonly left: number;
  readonly top: number;
  readonly drawn: Size;
}

/** Maximum and minimum longer side in pixels: more does not improve the lines, and a smaller image is enlarged so that its lines are clean. */
export const longestSide = 1600;
const minSide = 1024;
const maxEnlarged = 3;

/** Side of the square around a head, in heights of the face from forehead to chin. */
const headRoom = 2.35;

function scaleSize({ width, height }: Size): Size {
  const long = Math.max(width, height);
  const scale = long > longestSide ? longestSide / long : Math.max(1, Math.min(maxEnlarged, minSide / long));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const middleOf = (mesh: FaceMesh): readonly [number, number] => {
  const [top, chin] = [mesh[10]!, mesh[152]!];
  return [(top[0] + chin[0]) / 2, (top[1] + chin[1]) / 2];
};

const within = (value: number, max: number) => Math.min(Math.max(0, max), Math.max(0, Math.round(value)));

/** Chooses the frame; `faces` are in pixels of the image, the largest first. */
export function chooseFrame(
  size: Size,
  faces: readonly FaceMesh[],
  { crop, width, height }: Pick<AnimeOptions, 'crop' | 'width' | 'height'>,
): DrawnFrame {
  const [face] = faces;
  const wanted = width && height ? { width, height } : undefined;
  if (crop === 'none' && !wanted)
    return { left: 0, top: 0, width: size.width, height: size.height, drawn: scaleSize(size) };
  const [x, y] = face ? middleOf(face) : [size.width / 2, size.height / 2];
  const ratio = wanted ? wanted.width / wanted.height : 1;
  const room = crop === 'head' && face ? heightOf(face) * headRoom : Number.POSITIVE_INFINITY;
  // The largest part with this ratio that fits the image and, for a head crop, the room around the head.
  const across = Math.min(size.width, size.height * ratio, room * Math.max(1, ratio));
  const part = { width: Math.max(1, Math.round(across)), height: Math.max(1, Math.round(across / ratio)) };
  // A head crop moves up to include the hair; other crops move down, so that the head is above the centre and the shoulders are included.
  const lift = face && crop === 'head' ? heightOf(face) * 0.06 : face ? part.height * -0.08 : 0;
  return {
    left: within(x - part.width / 2, size.width - part.width),
    top: within(y - lift - part.height / 2, size.height - part.height),
    width: Math.min(size.width, part.width),
    height: Math.min(size.height, part.height),
    drawn: wanted ?? scaleSize(part),
  };
}

/** Returns the faces in pixels of the drawing. */
export const placeFaces = (faces: readonly FaceMesh[], { left, top, width, height, drawn }: DrawnFrame): FaceMesh[] =>
  faces.map(mesh =>
    mesh.map(([x, y]) => [((x - left) * drawn.width) / width, ((y - top) * drawn.height) / height] as const),
  );
