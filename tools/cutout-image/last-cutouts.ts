// The last cutout of each picture in this tab, so that a background can be tried behind it at once and strokes are painted knowing what
// is already cut.
import type { FileFacts, TaskResult } from 'ui/tool-screen.ts';
import type { CutoutOptions } from './cutout-options.ts';
import { fileKey } from './strokes.ts';

const addresses = new Map<string, string>();

/** Takes note of a result that shows the subject alone, at its place in the picture. */
export function rememberCutout(facts: FileFacts, options: CutoutOptions, result: TaskResult): void {
  const { background, isCropped, shadow, outlineWidth } = options;
  const address = result.files[0]?.previewUrl;
  const isPlain = background === 'none' && !isCropped && shadow === 'none' && outlineWidth === 0;
  if (isPlain && address) addresses.set(fileKey(facts), address);
}

/** An address of the picture's last plain cutout. */
export const recallCutout = (facts: FileFacts): string | undefined => addresses.get(fileKey(facts));
