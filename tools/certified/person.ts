// Finds the person of an ID photo, or both people of a double photo, and refuses unsuitable images.
import { AppError } from 'contract/errors.ts';
import { listWarnings, type WarningCode } from 'contract/warnings.ts';
import { type Face, findFaces } from 'engines/faces/faces.ts';
import { knownGlassesFrom, measureAhead, seeGlasses, sureGlasses } from 'engines/faces/see-glasses.ts';
import { type Picture, readPixels } from 'engines/image.ts';
import type { Pixels } from 'engines/pixels/plane.ts';

/** Long edges of the resized images in which faces are searched, in pixels; the second only if the first shows none. */
const searchSides = [600, 1400] as const;
/** Faces below this share of the largest face's height are ignored as bystanders. */
const bystanderShare = 0.45;
/** Minimum distance from chin to crown in pixels of the original. Below it, a photo of any size is blurred. */
const minHead = 100;
/** Share of the face's width that may lie outside the image, where the mesh is extrapolated. */
const edgeTolerance = 0.04;

export interface People {
  /** From left to right, in pixels of the original. */
  readonly faces: readonly Face[];
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

/** A face in pixels of the original, and how sure it is that it wears glasses, 0..1. */
interface SeenFace extends Face {
  readonly glasses: number;
}

async function search(picture: Picture): Promise<SeenFace[]> {
  const longEdge = Math.max(picture.width, picture.height);
  for (const side of searchSides) {
    const scale = Math.min(1, side / longEdge);
    const small = await readSmall(picture, scale);
    const faces = await findFaces(small);
    const scaled = faces.map(async face => ({
      ...scaleFace(face, picture.width / small.width),
      glasses: await seeGlasses(small, face),
    }));
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
const looks = {
  lips: [13, 14, 78, 308],
  eyes: [159, 145, 33, 133, 386, 374, 263, 362],
};
const turnedBelow = 0.55;
/** Height of the gap between the lips over its width: up to 0.12 of closed mouths, and more of smiles that show teeth. */
const openMouthAbove = 0.16;
const closedEyesBelow = 0.1;

/** Returns warnings about what an authority may reject: poses, judged by the mesh, and glasses. */
function judgeLook(face: SeenFace): WarningCode[] {
  const { mesh, glasses } = face;
  const at = (index: number) => mesh[index]!;
  const [top, bottom, start, end] = looks.lips.map(at) as [Corner, Corner, Corner, Corner];
  const [a, b, c, d, e, f, g, h] = looks.eyes.map(at) as [
    Corner,
    Corner,
    Corner,
    Corner,
    Corner,
    Corner,
    Corner,
    Corner,
  ];
  const opening = distance(a, b) / distance(c, d) + distance(e, f) / distance(g, h);
  const ahead = measureAhead(face);
  return listWarnings({
    'head-turned': ahead < turnedBelow,
    'mouth-open': distance(top, bottom) / distance(start, end) > openMouthAbove,
    'eyes-closed': opening / 2 < closedEyesBelow,
    'glasses-worn': glasses >= sureGlasses && ahead >= knownGlassesFrom,
  });
}

type Corner = readonly [number, number];

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
