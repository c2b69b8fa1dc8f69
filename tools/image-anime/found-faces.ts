// The faces of each picture as the server found them, so that the page draws its preview with them.
import { type FaceMesh, facePoints, type Place } from 'engines/pixels/anime/face-map.ts';
import type { Ask } from 'ui/tool-screen.ts';

/** More would make the answer large; the largest ones count. */
const mostFaces = 8;
const finest = 10_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Faces for the wire: x and y of the points that drawing reads, in ten-thousandths of the picture's sides. */
export const packFaces = (faces: readonly FaceMesh[], { width, height }: Size): number[][] =>
  faces.slice(0, mostFaces).map(mesh =>
    facePoints.flatMap(index => {
      const [x, y] = mesh[index]!;
      return [Math.round((x / width) * finest), Math.round((y / height) * finest)];
    }),
  );

/** The meshes again, in pixels of a picture of this size. */
export const unpackFaces = (packed: readonly (readonly number[])[], { width, height }: Size): FaceMesh[] =>
  packed.map(values => {
    const mesh: Place[] = [];
    facePoints.forEach((index, at) => {
      mesh[index] = [(values[at * 2]! / finest) * width, (values[at * 2 + 1]! / finest) * height];
    });
    // Points that nothing reads lie on the forehead.
    return Array.from({ length: 468 }, (_, index) => mesh[index] ?? mesh[10]!);
  });

type Packed = readonly (readonly number[])[];

const found = new WeakMap<Blob, Promise<Packed>>();

const isPacked = (value: unknown): value is Packed =>
  Array.isArray(value) &&
  value.every(one => Array.isArray(one) && one.length === facePoints.length * 2 && one.every(Number.isFinite));

/** Has the server look for faces, once for each file. */
export function askForFaces(file: Blob, ask: Ask): void {
  if (found.has(file)) return;
  const asked = ask('find', {}, new AbortController().signal).then(({ meta }) =>
    isPacked(meta?.faces) ? meta.faces : [],
  );
  // Without an answer the preview is drawn without faces, and the next visit asks again.
  found.set(
    file,
    asked.catch(() => {
      found.delete(file);
      return [];
    }),
  );
}

/** Long enough for the upload of a photo over a good line; then the preview is drawn without. */
const patienceMs = 6000;

export const facesOf = (file: Blob): Promise<Packed> =>
  Promise.race([
    found.get(file) ?? Promise.resolve([]),
    new Promise<Packed>(resolve => setTimeout(resolve, patienceMs, [])),
  ]);
