// Faces on their way from the server to the page: the points of the mesh that drawing reads, in few digits.
import { type FaceMesh, facePoints, type Place } from 'engines/pixels/anime/face-map.ts';

/** More would make the answer large; the largest ones count. */
const mostFaces = 8;
const finest = 10_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

export type PackedFaces = readonly (readonly number[])[];

/** Faces for the wire: x and y of the points that drawing reads, in ten-thousandths of the picture's sides. */
export const packFaces = (faces: readonly FaceMesh[], { width, height }: Size): number[][] =>
  faces.slice(0, mostFaces).map(mesh =>
    facePoints.flatMap(index => {
      const [x, y] = mesh[index]!;
      return [Math.round((x / width) * finest), Math.round((y / height) * finest)];
    }),
  );

/** The meshes again, in pixels of a picture of this size. */
export const unpackFaces = (packed: PackedFaces, { width, height }: Size): FaceMesh[] =>
  packed.map(values => {
    const mesh: Place[] = [];
    facePoints.forEach((index, at) => {
      mesh[index] = [(values[at * 2]! / finest) * width, (values[at * 2 + 1]! / finest) * height];
    });
    // Points that nothing reads lie on the forehead.
    return Array.from({ length: 468 }, (_, index) => mesh[index] ?? mesh[10]!);
  });

export const arePacked = (value: unknown): value is PackedFaces =>
  Array.isArray(value) &&
  value.every(one => Array.isArray(one) && one.length === facePoints.length * 2 && one.every(Number.isFinite));
