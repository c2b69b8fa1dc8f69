// The run that creates an avatar, loaded by the children of the light pool.
import path from 'node:path';
import type { Run } from 'contract/run.ts';
import { writeAvatar } from 'engines/avatar.ts';

const draw: Run<Record<string, never>> = async ({ inputs, folder }) => {
  const file = path.join(folder, 'avatar.webp');
  await writeAvatar(inputs.picture!.path, file);
  return { files: [{ path: file, name: 'avatar.webp', type: 'webp' }] };
};

export const runs = { draw };
