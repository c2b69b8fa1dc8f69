// The product alone, of each picture in this tab: pages move it about at once, and later runs start from its matte.

import { encodeMattePng } from 'ui/mask-painter/encode-mask-png.ts';
import type { FileFacts, SideFile, TaskResult } from 'ui/tool-screen.ts';

/** Where the product is in its picture, all in pixels of that. */
interface ProductBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly width: number;
  readonly height: number;
}

export interface Product {
  readonly address: string;
  readonly box: ProductBox;
  /** Alone, cut to its box. */
  readonly picture: Promise<ImageBitmap>;
  /** By the network: one that came without its surroundings is not cut again, so nothing is saved by a matte. */
  readonly wasCut: boolean;
  /** Made when it is first sent. */
  matte?: Promise<SideFile>;
}

/** A matte is sent no larger. */
const matteEdge = 1600;

const known = new Map<string, Product>();
const keyOf = ({ name, bytes }: FileFacts): string => `${name} ${bytes ?? ''}`;

async function load(address: string): Promise<ImageBitmap> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the product answered ${answer.status}`);
  return createImageBitmap(await answer.blob());
}

/** Takes note of a result that came with its product. The first one stays: later ones come from its matte. */
export function rememberProduct(facts: FileFacts, result: TaskResult): void {
  const { product: box, layerUrl: address, engine } = result.meta ?? {};
  if (!box || typeof address !== 'string') return;
  const before = known.get(keyOf(facts));
  if (before && (before.address === address || !engine)) return;
  const picture = load(address);
  // Drawing meets the same failure, and the result follows from the server then.
  picture.catch(() => undefined);
  known.set(keyOf(facts), { address, box: box as ProductBox, picture, wasCut: engine !== undefined });
}

export const recallProduct = (facts: FileFacts): Product | undefined => known.get(keyOf(facts));

async function drawMatte({ box, picture }: Product): Promise<SideFile> {
  const alone = await picture;
  // No finer than it is known: the run finds the edge anew in what is coarser than its picture.
  const scale = Math.min(1, alone.width / box.w, matteEdge / Math.max(box.width, box.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(box.width * scale));
  canvas.height = Math.max(1, Math.round(box.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas to draw on');
  context.drawImage(alone, box.x * scale, box.y * scale, box.w * scale, box.h * scale);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const alpha = new Uint8Array(canvas.width * canvas.height);
  for (let i = 0; i < alpha.length; i++) alpha[i] = data[i * 4 + 3]!;
  return { name: 'matte.png', blob: await encodeMattePng(canvas.width, canvas.height, [alpha]) };
}

/** The matte that a run may start from. */
export async function sideFilesOf(facts: FileFacts): Promise<Record<string, SideFile>> {
  const product = recallProduct(facts);
  if (!product?.wasCut) return {};
  try {
    product.matte ??= drawMatte(product);
    return { matteUrl: await product.matte };
  } catch {
    // An expired result: the product is looked for again.
    known.delete(keyOf(facts));
    return {};
  }
}
