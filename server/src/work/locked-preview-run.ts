// The run that makes the previews of results that are not paid, loaded by the children of the lane that made them.
import { join } from 'node:path';
import { media, mediaOfName } from 'contract/media.ts';
import type { Run } from 'contract/run.ts';
import { writeLockedPreview } from 'engines/locked-preview.ts';

/** `name` is the product's. Answers one file, or none for what has no preview. */
const preview: Run<{ name: string }> = async ({ inputs, folder, options }) => {
  const path = await writeLockedPreview(inputs.file!, join(folder, 'preview'), options.name);
  const type = path === undefined ? null : mediaOfName(path);
  return { files: path && type ? [{ path, name: `preview.${media[type].extensions[0]}`, type }] : [] };
};

export const runs = { preview };
