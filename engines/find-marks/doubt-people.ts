// Tells parts of people from marks: dark trousers, a gap between two suits or a cuff have the crisp outline of a logo, and a face is sometimes read as
// a word. See docs/decisions/marks.md.
import type { Face } from '../faces/faces.ts';
import type { Rectangle } from './find-logos.ts';

/** How far a body reaches: to each side of the middle of its face, and below its chin, as multiples of the face's width and height. */
const bodyAcross = 1.6;
const bodyDown = 9;
/** Least share of a shape on bodies from which on it may be part of one. */
const onBody = 0.6;
/** A shape whose longer side is at most this share of a face's height is small enough for a logo beside a face, as in the corner of a portrait. */
const logoShare = 0.55;
/** Least share of a face's area that is covered by a word which hides it, and the longest such word, as a multiple of the face's width. */
const hiddenFace = 0.5;
const longestOnFace = 3;

type Seen = Pick<Face, 'box'>;

const shared = (a: Rectangle, b: Rectangle): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

const bodyOf = ({ box: { x, y, w, h } }: Seen): Rectangle => ({
  x: x + w / 2 - bodyAcross * w,
  y,
  w: 2 * bodyAcross * w,
  h: (1 + bodyDown) * h,
});

/** Share of the shape that lies on bodies, 0..1; bodies of people side by side overlap, so that each column is counted once. */
function shareOnBodies(shape: Rectangle, faces: readonly Seen[]): number {
  const columns = Math.max(1, Math.round(shape.w));
  let covered = 0;
  for (let k = 0; k < columns; k++) {
    const column = { ...shape, x: shape.x + (k * shape.w) / columns, w: shape.w / columns };
    covered += Math.max(0, ...faces.map(face => shared(column, bodyOf(face))));
  }
  return covered / (shape.w * shape.h);
}

/** Whether a shape without letters is more likely part of a person: it lies on bodies, and is larger than a logo beside their faces would be. */
export function isOnPerson(shape: Rectangle, faces: readonly Seen[]): boolean {
  if (faces.length === 0) return false;
  const nearest = faces.reduce((best, face) =>
    shared(shape, bodyOf(face)) > shared(shape, bodyOf(best)) ? face : best,
  );
  if (Math.max(shape.w, shape.h) <= logoShare * nearest.box.h) return false;
  return shareOnBodies(shape, faces) >= onBody;
}

/** Whether a word hides a face and is not much longer: drawn words run across people, those that were misread end with them. */
export const isOnFace = (word: Rectangle, faces: readonly Seen[]): boolean =>
  faces.some(
    ({ box }) => shared(word, box) >= hiddenFace * box.w * box.h && Math.max(word.w, word.h) <= longestOnFace * box.w,
  );
