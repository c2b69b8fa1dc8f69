// What a drawing server is asked for when a product is to stand in front of something that words describe.
import type { DrawQuestion } from 'contract/asked-servers.ts';
import { drawingSides } from 'contract/drawing.ts';
import { sides } from './shop-sizes.ts';

/** The input that holds what was drawn. */
export const drawnField = 'drawnUrl';

/** Beside the person's words, so that there is ground to stand on and nothing else in the way. */
const asBackground =
  'empty product photography background, clear empty surface in the lower third to stand a product on, soft studio light, no product, no text, no people';
const notWanted = 'product, bottle, text, letters, watermark, logo, people, hands';

/** A background is soft, so it may be enlarged from the finest that servers draw. Undefined where a scene is named or nothing is described. */
export function askBackground(options: Readonly<Record<string, unknown>>): DrawQuestion | undefined {
  const { backgroundType, prompt, width = sides.usual, height = sides.usual } = options;
  if (backgroundType || !prompt) return undefined;
  const scale = Math.min(1, drawingSides.max / Math.max(Number(width), Number(height)));
  const fit = (side: unknown) => Math.max(drawingSides.min, Math.round(Number(side) * scale));
  const size = { width: fit(width), height: fit(height) };
  return {
    server: 'draw',
    prompt: `${prompt}, ${asBackground}`,
    negativePrompt: notWanted,
    ...size,
    count: 1,
    seed: 1,
  };
}
