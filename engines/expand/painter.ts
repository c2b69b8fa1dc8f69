// Painters: they draw the new area of an expanded image instead of pieces of the image itself.
import path from 'node:path';
import { fillByNetwork } from '../inpaint/network.ts';
import type { Region } from '../inpaint/region.ts';

export interface Painter {
  /** Reported as the engine of the result. */
  readonly engine: string;
  /** Fills the holes of a region in place. The region is the expanded image at full or reduced size. */
  readonly fill: (region: Region) => Promise<void>;
}

/** The operator's inpainting network, see engines/inpaint/network.ts. */
export const networkPainter = (file: string): Painter => ({
  engine: `operator:${path.basename(file)}`,
  fill: region => fillByNetwork(region, file),
});
