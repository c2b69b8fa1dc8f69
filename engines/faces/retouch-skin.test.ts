// Retouching smooths cheeks and neck and leaves eyes, lips, clothes and the background unchanged.
import { beforeAll, expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';
import { type Face, findFaces } from './faces.ts';
import { retouchFace } from './retouch-skin.ts';

let photo: Pixels;
let face: Face;
beforeAll(async () => {
  const { data, info } = await sharp(photos.womanGreen).resize(800).raw().toBuffer({ resolveWithObject: true });
  // Noise as of a phone in poor light, deterministic.
  for (let i = 0; i < data.length; i++) data[i] = Math.min(255, Math.max(0, data[i]! + ((i * 7919) % 17) - 8));
  photo = { data, width: info.width, height: info.height };
  face = (await findFaces(photo))[0]!;
});

const off = { smooth: 0, brighten: 0, whiten: 0 };
const leftCheek = 205;
const lips = 13;
const lowerLip = 15;
const leftEye = 159;

interface Patch {
  readonly mean: number;
  readonly roughness: number;
}

/** Returns the mean luma around a point of the mesh, and its mean absolute difference between neighbours. */
function look({ data, width }: Pixels, index: number, reach: number): Patch {
  const [cx, cy] = face.mesh[index]!.map(Math.round) as [number, number];
  const luma = (x: number, y: number) => {
    const at = (y * width + x) * 3;
    return 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
  };
  let [sum, steps, count] = [0, 0, 0];
  for (let y = cy - reach; y <= cy + reach; y++)
    for (let x = cx - reach; x <= cx + reach; x++, count++) {
      sum += luma(x, y);
      steps += Math.abs(luma(x + 1, y) - luma(x, y));
    }
  return { mean: sum / count, roughness: steps / count };
}

test('with all amounts at 0 nothing changes', () => {
  expect(retouchFace(photo, face.mesh, off)).toBe(photo);
});

test('smoothing reduces the roughness of the cheek, not of the lips, and leaves the background unchanged', () => {
  const smooth = retouchFace(photo, face.mesh, { ...off, smooth: 100 });
  expect(look(smooth, leftCheek, 8).roughness).toBeLessThan(look(photo, leftCheek, 8).roughness * 0.82);
  expect(look(smooth, lips, 4).roughness).toBeGreaterThan(look(photo, lips, 4).roughness * 0.9);
  expect(Math.abs(look(smooth, leftCheek, 8).mean - look(photo, leftCheek, 8).mean)).toBeLessThan(3);
  const corner = 400 * 3;
  expect([...smooth.data.subarray(0, corner)]).toEqual([...photo.data.subarray(0, corner)]);
});

test('the neck is whitened like the face, but the blouse below it is not', () => {
  const white = retouchFace(photo, face.mesh, { ...off, smooth: 100, whiten: 100 });
  const chin = face.mesh[152]!;
  const down = chin[1] - face.mesh[10]![1];
  const at = (picture: Pixels, [x, y]: readonly [number, number]) =>
    picture.data[(Math.round(y) * picture.width + Math.round(x)) * 3 + 1]!;
  const neck = [chin[0] + down * 0.1, chin[1] + down * 0.25] as const;
  const blouse = [chin[0] + down * 0.45, chin[1] + down * 0.7] as const;
  expect(at(white, neck)).toBeGreaterThan(at(photo, neck) + 4);
  expect(Math.abs(at(white, blouse) - at(photo, blouse))).toBeLessThan(3);
});

test('lips and eyes keep their colour when skin is whitened', () => {
  const white = retouchFace(photo, face.mesh, { ...off, whiten: 100 });
  for (const place of [lowerLip, leftEye])
    expect(Math.abs(look(white, place, 2).mean - look(photo, place, 2).mean)).toBeLessThan(2.5);
});

test('whitening and brightening lighten the skin', () => {
  const before = look(photo, leftCheek, 8).mean;
  expect(look(retouchFace(photo, face.mesh, { ...off, whiten: 100 }), leftCheek, 8).mean).toBeGreaterThan(before + 4);
  expect(look(retouchFace(photo, face.mesh, { ...off, brighten: 100 }), leftCheek, 8).mean).toBeGreaterThan(
    before + 10,
  );
});
