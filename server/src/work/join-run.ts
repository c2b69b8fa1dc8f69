// The runs that mux video and audio of a playlist, join its parts and rewrite its timestamps, loaded by the children of the link lane.
import { join } from 'node:path';
import type { Run } from 'contract/run.ts';
import { joinTracks, smoothTimes } from 'engines/video/join-tracks.ts';

const joinBoth: Run<Record<string, never>> = async ({ inputs, folder }) => {
  const path = join(folder, 'joined.mkv');
  await joinTracks(inputs.video!, inputs.sound!, path, 'matroska');
  return { files: [{ path, name: 'joined.mkv', type: 'mkv' }] };
};

/** A part that others are appended to, as only a transport stream allows. */
const joinPart: Run<Record<string, never>> = async ({ inputs, folder }) => {
  const path = join(folder, 'part.ts');
  await joinTracks(inputs.video!, inputs.sound!, path, 'mpegts');
  return { files: [{ path, name: 'part.ts', type: 'ts' }] };
};

const smooth: Run<Record<string, never>> = async ({ inputs, folder }) => {
  const path = join(folder, 'smooth.ts');
  await smoothTimes(inputs.clip!, path);
  return { files: [{ path, name: 'smooth.ts', type: 'ts' }] };
};

export const runs = { join: joinBoth, joinPart, smooth };
