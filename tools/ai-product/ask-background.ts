// The prompt that asks a drawing server for the background of a product image.
import type { DrawQuestion } from 'contract/asked-servers.ts';
import { drawingSides } from 'contract/drawing.ts';
import { sides } from './shop-sizes.ts';

/** The input field that receives the drawn background. */
export const drawnField = 'drawnUrl';

/** Appended to the user's prompt, so that the server leaves an empty surface for the product. */
const asBackground =
  'empty product photography background, clear empty surface in the lower third to stand a product on, soft studio light, no product, no text, no people';
const notWanted = 'product, bottle, text, letters, watermark, logo, people, hands';

/**
 * Returns the question to the drawing server; undefined if a scene is named or there is no prompt. The side is capped at the server's maximum: a
 * background is soft and can be upscaled.
 */
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
