// Scenes for product pictures: CPU time per megapixel, the slowest one, compared with sharp's blur of as many pixels; and a complete
// picture with its product.
import { sceneIds } from 'contract/scenes.ts';
import sharp from 'sharp';
import { findStanding, readSceneLight } from '../engines/pixels/product/scene-light.ts';
import { layProduct, prepareProduct } from '../engines/pixels/product/stand-product.ts';
import { renderScene } from '../engines/pixels/scenes/render-scene.ts';
import { measureCpu, median } from './numbers.ts';
import type { Bench } from './report.ts';

const side = 600;
const megapixels = (side * side) / 1e6;
/** CPU seconds per megapixel: two megapixels in three seconds. */
const aimOfSlowest = 1.5;
const aimOfMedian = 1.2;

async function measureBlur(): Promise<number> {
  const noise = { width: side, height: side, channels: 3 as const, background: '#808080' };
  const picture = await sharp({ create: noise }).png().toBuffer();
  return measureCpu(() => sharp(picture).blur(20).raw().toBuffer());
}

export const benchScenes: Bench = async () => {
  for (const id of sceneIds.slice(0, 6)) renderScene(id, 120, 120);
  const costs: { id: string; seconds: number }[] = [];
  for (const id of sceneIds)
    costs.push({ id, seconds: (await measureCpu(async () => renderScene(id, side, side))) / megapixels });
  for (const { id, seconds } of costs) console.log(`${id}: ${Math.round(seconds * 1000)} ms a megapixel`);
  const slowest = costs.reduce((max, one) => (one.seconds > max.seconds ? one : max));
  const middle = median(costs.map(({ seconds }) => seconds));
  const blur = (await measureBlur()) / megapixels;
  const scene = renderScene('marble-black', side, side);
  const product = { data: new Uint8Array(240 * 380 * 4).fill(200), width: 240, height: 380 };
  const standing = findStanding('marble-black', side, side);
  const stood = await measureCpu(async () => {
    const prepared = prepareProduct(product, readSceneLight('marble-black'), side, {
      shadow: 60,
      match: 50,
      reflects: true,
    });
    layProduct(scene, scene.on, prepared, Math.round(standing.x - 120), Math.round(standing.y - 380));
  });
  return [
    {
      what: `${costs.length} scenes, ${side} × ${side}: CPU for a megapixel, median`,
      ours: `${middle.toFixed(2)} s`,
      rival: `sharp, a blur of 20 px: ${blur.toFixed(2)} s`,
      aim: `≤ ${aimOfMedian} s`,
      isMet: middle <= aimOfMedian,
    },
    {
      what: 'the slowest of them',
      ours: `${slowest.seconds.toFixed(2)} s (${slowest.id})`,
      rival: `the median: ${middle.toFixed(2)} s`,
      aim: `≤ ${aimOfSlowest} s`,
      isMet: slowest.seconds <= aimOfSlowest,
    },
    {
      what: 'light, shadow and reflection of a product of 240 × 380 pixels, laid into its scene',
      ours: `${Math.round(stood * 1000)} ms`,
      rival: `the scene: ${Math.round(middle * megapixels * 1000)} ms`,
      aim: '≤ a third of the scene',
      isMet: stood <= (middle * megapixels) / 3,
    },
  ];
};
