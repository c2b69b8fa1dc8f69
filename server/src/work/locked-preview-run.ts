// The run that makes the previews of unpaid results, loaded by the children of the lane that made the results.
import { join } from 'node:path';
import { media, mediaOfName } from 'contract/media.ts';
import type { Run } from 'contract/run.ts';
import { writeLockedPreview } from 'engines/locked-preview.ts';

/** `names` are the product's, the preferred one first. Returns one file, or none if no preview is possible. */
const preview: Run<{ names: readonly string[] }> = async ({ inputs, folder, options }) => {
  const path = await writeLockedPreview(inputs.file!, join(folder, 'preview'), options.names);
  const type = path === undefined ? null : mediaOfName(path);
  return { files: path && type ? [{ path, name: `preview.${media[type].extensions[0]}`, type }] : [] };
};

export const runs = { preview };
