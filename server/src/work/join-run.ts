// The run that muxes video and audio of a playlist, loaded by the children of the link lane.
import { join } from 'node:path';
import type { Run } from 'contract/run.ts';
import { joinTracks } from 'engines/video/join-tracks.ts';

const joinBoth: Run<Record<string, never>> = async ({ inputs, folder }) => {
  const path = join(folder, 'joined.mkv');
  await joinTracks(inputs.video!, inputs.sound!, path);
  return { files: [{ path, name: 'joined.mkv', type: 'mkv' }] };
};

export const runs = { join: joinBoth };
