// Caches the cut-out product of each image in this tab: the page moves it without a call, and later runs reuse its matte.

import { encodeMattePng } from 'ui/mask-painter/encode-mask-png.ts';
import type { FileFacts, SideFile, TaskResult } from 'ui/tool-screen.ts';

/** The box of the product and the size of the whole image, in pixels of the input image. */
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
  /** The cutout, cropped to its box. */
  readonly picture: Promise<ImageBitmap>;
  /** Whether the network made the cutout. An image that arrived without a background needs no network, so its matte saves nothing. */
  readonly wasCut: boolean;
  /** Made when it is first sent. */
  matte?: Promise<SideFile>;
}

/** Longest side of an uploaded matte, in pixels. */
const matteEdge = 1600;

const known = new Map<string, Product>();
const keyOf = ({ name, bytes }: FileFacts): string => `${name} ${bytes ?? ''}`;

async function load(address: string): Promise<ImageBitmap> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the product answered ${answer.status}`);
  return createImageBitmap(await answer.blob());
}

/** Stores the product layer of a result. An existing entry stays unless the network ran again: the other results are made from its matte. */
export function rememberProduct(facts: FileFacts, result: TaskResult): void {
  const { product: box, layerUrl: address, engine } = result.meta ?? {};
  if (!box || typeof address !== 'string') return;
  const before = known.get(keyOf(facts));
  if (before && (before.address === address || !engine)) return;
  const picture = load(address);
  // Drawing reports the same failure, and then the page waits for the server's result.
  picture.catch(() => undefined);
  known.set(keyOf(facts), { address, box: box as ProductBox, picture, wasCut: engine !== undefined });
}

export const recallProduct = (facts: FileFacts): Product | undefined => known.get(keyOf(facts));

async function drawMatte({ box, picture }: Product): Promise<SideFile> {
  const alone = await picture;
  // Never finer than the layer: the run refines the edge of a matte that is coarser than its image.
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

/** Returns the matte that a run can start from. */
export async function sideFilesOf(facts: FileFacts): Promise<Record<string, SideFile>> {
  const product = recallProduct(facts);
  if (!product?.wasCut) return {};
  try {
    product.matte ??= drawMatte(product);
    return { matteUrl: await product.matte };
  } catch {
    // The result has expired: the network runs again.
    known.delete(keyOf(facts));
    return {};
  }
}
