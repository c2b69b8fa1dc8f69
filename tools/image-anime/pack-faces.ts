// The wire format of faces between server and page: the mesh points that drawing uses, with limited precision.
import { type FaceMesh, facePoints, type Place } from 'engines/pixels/anime/face-map.ts';

/** Maximum number of faces, the largest ones, to limit the size of the response. */
const maxFaces = 8;
const finest = 10_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

export type PackedFaces = readonly (readonly number[])[];

/** Packs x and y of the points that drawing uses, in ten-thousandths of the image's sides. */
export const packFaces = (faces: readonly FaceMesh[], { width, height }: Size): number[][] =>
  faces.slice(0, maxFaces).map(mesh =>
    facePoints.flatMap(index => {
      const [x, y] = mesh[index]!;
      return [Math.round((x / width) * finest), Math.round((y / height) * finest)];
    }),
  );

/** Restores the meshes, in pixels of an image of this size. */
export const unpackFaces = (packed: PackedFaces, { width, height }: Size): FaceMesh[] =>
  packed.map(values => {
    const mesh: Place[] = [];
    facePoints.forEach((index, at) => {
      mesh[index] = [(values[at * 2]! / finest) * width, (values[at * 2 + 1]! / finest) * height];
    });
    // Unused points are set to the forehead.
    return Array.from({ length: 468 }, (_, index) => mesh[index] ?? mesh[10]!);
  });

export const arePacked = (value: unknown): value is PackedFaces =>
  Array.isArray(value) &&
  value.every(one => Array.isArray(one) && one.length === facePoints.length * 2 && one.every(Number.isFinite));
