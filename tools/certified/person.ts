// Finds the person of an ID photo, or both people of a double photo, and refuses unsuitable images.
import { AppError } from 'contract/errors.ts';
import { listWarnings, type WarningCode } from 'contract/warnings.ts';
import { type Face, findFaces } from 'engines/faces/faces.ts';
import { type FaceParts, type HeadMap, mapWide, parseFace } from 'engines/faces/parse-face.ts';
import { type Picture, readPixels } from 'engines/image.ts';
import type { Pixels } from 'engines/pixels/plane.ts';

/** Long edges of the resized images in which faces are searched, in pixels; the second only if the first shows none. */
const searchSides = [600, 1400] as const;
/** Faces below this share of the largest face's height are ignored as bystanders. */
const bystanderShare = 0.45;
/** Minimum distance from chin to crown in pixels of the original. Below it, a photo of any size is blurred. */
const minHead = 100;
/** Distance from chin to crown in the copy that is mapped, in pixels: a little more than the network sees. */
const mappedHead = 400;
/** Share of the face's width that may lie outside the image, where the mesh is extrapolated. */
const edgeTolerance = 0.04;

export interface People {
  /** From left to right, in pixels of the original. */
  readonly faces: readonly SeenFace[];
  readonly warnings: readonly WarningCode[];
}

/** Returns upright pixels, resized by `scale` if it is below 1 and flattened on white. */
export async function readSmall(picture: Picture, scale: number): Promise<Pixels> {
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const pipeline = picture.start({ paintsColour: true });
  const sized = scale < 1 ? pipeline.resize(width, height, { fit: 'fill' }) : pipeline;
  const flat = picture.hasAlpha ? sized.flatten({ background: '#ffffff' }) : sized;
  const { data, width: w, height: h } = await readPixels(flat, 3);
  return { data, width: w, height: h };
}

function scaleFace(face: Face, factor: number): Face {
  const grow = ([x, y]: readonly [number, number]) => [x * factor, y * factor] as const;
  const { x, y, w, h } = face.box;
  return {
    ...face,
    box: { x: x * factor, y: y * factor, w: w * factor, h: h * factor },
    leftEye: grow(face.leftEye),
    rightEye: grow(face.rightEye),
    chin: grow(face.chin),
    crown: grow(face.crown),
    mesh: face.mesh.map(grow),
  };
}

function scaleMap(map: HeadMap, factor: number): HeadMap {
  const [a, b, c, d, e, f] = map.frame.toPicture;
  const toPicture = [a * factor, b * factor, c * factor, d * factor, e * factor, f * factor] as const;
  return { ...map, frame: { ...map.frame, toPicture } };
}

const scaleParts = (parts: FaceParts, factor: number): FaceParts => ({ ...parts, map: scaleMap(parts.map, factor) });

/** A face in pixels of the original, and what it wears, where that is known. */
export interface SeenFace extends Face {
  readonly parts: FaceParts | undefined;
}

async function search(picture: Picture): Promise<SeenFace[]> {
  const longEdge = Math.max(picture.width, picture.height);
  for (const side of searchSides) {
    const scale = Math.min(1, side / longEdge);
    const small = await readSmall(picture, scale);
    const faces = await findFaces(small);
    const factor = picture.width / small.width;
    const scaled = faces.map(async face => {
      const parts = await parseFace(small, face);
      return { ...scaleFace(face, factor), parts: parts && scaleParts(parts, factor) };
    });
    if (faces.length > 0) return Promise.all(scaled);
    if (scale === 1) break;
  }
  return [];
}

/** Returns the `wanted` largest faces, from left to right; refuses if the number of large faces differs. */
function chooseFaces(faces: readonly SeenFace[], wanted: number): SeenFace[] {
  const [largest] = faces;
  if (!largest) throw new AppError('FACE_NOT_FOUND');
  const large = faces.filter(face => face.box.h >= largest.box.h * bystanderShare);
  if (large.length > wanted) throw new AppError('FACES_TOO_MANY', { count: large.length, wanted });
  if (large.length < wanted) throw new AppError('FACES_TOO_FEW', { count: large.length, wanted });
  return large.sort((a, b) => a.box.x - b.box.x);
}

const distance = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]) =>
  Math.hypot(ax - bx, ay - by);

/** Indices of mesh points by which the pose and expression are judged. */
const looks = { nose: 1, cheeks: [234, 454], lips: [13, 14], corners: [78, 308] } as const;
const turnedBelow = 0.55;
/** Height of the gap between the lips over its width: up to 0.12 of closed mouths, and more of smiles that show teeth. */
const openMouthAbove = 0.16;
/** Heads without a hat have up to 0.16, and most with one 0.24 or more; eyes without glasses up to 0.07, and with them 0.24 or more. */
const [hatAbove, glassesAbove] = [0.2, 0.15];

/** Returns warnings about what an authority may reject: poses, judged by the mesh, and what is worn. */
export function judgeLook({ mesh, parts }: SeenFace): WarningCode[] {
  const between = (from: number, to: number) => distance(mesh[from]!, mesh[to]!);
  const cheeks = looks.cheeks.map(cheek => between(looks.nose, cheek));
  const isTurned = Math.min(...cheeks) / Math.max(...cheeks) < turnedBelow;
  const wearsGlasses = parts !== undefined && parts.glasses > glassesAbove;
  return listWarnings({
    'head-turned': isTurned,
    'mouth-open': between(...looks.lips) / between(...looks.corners) > openMouthAbove,
    // Behind glasses and at the far side of a turned head no eyes are seen.
    'eyes-closed': parts !== undefined && !wearsGlasses && !isTurned && parts.eyes === 0,
    'glasses-worn': wearsGlasses,
    'hat-worn': parts !== undefined && parts.hat > hatAbove,
  });
}

function checkWhole({ box }: Face, { width, height }: Picture): void {
  const slack = box.w * edgeTolerance;
  const isCut = box.x < -slack || box.y < -slack || box.x + box.w > width + slack || box.y + box.h > height + slack;
  if (isCut) throw new AppError('FACE_CUT_OFF');
}

/** Returns the faces of the wanted number of people. Refuses FACE_NOT_FOUND, FACES_TOO_MANY, FACES_TOO_FEW, FACE_CUT_OFF and FACE_TOO_SMALL. */
export async function findPeople(picture: Picture, wanted: number): Promise<People> {
  const faces = chooseFaces(await search(picture), wanted);
  for (const face of faces) {
    checkWhole(face, picture);
    const head = distance(face.crown, face.chin);
    if (head < minHead) throw new AppError('FACE_TOO_SMALL', { pixels: Math.round(head), least: minHead });
  }
  return { faces, warnings: [...new Set(faces.flatMap(judgeLook))] };
}

/** The wide map of a face in pixels of the original. */
export async function mapAround(picture: Picture, face: Face): Promise<HeadMap | undefined> {
  const small = await readSmall(picture, Math.min(1, mappedHead / distance(face.crown, face.chin)));
  const factor = picture.width / small.width;
  const map = await mapWide(small, scaleFace(face, 1 / factor));
  return map && scaleMap(map, factor);
}
