// What the children of each lane may hold and write, and when they are replaced.
import type { Lane } from 'contract/tool.ts';
import type { PoolLimits } from './pool.ts';

const megabyte = 1024 * 1024;
const hour = 3_600_000;

export const limitsOfLane: Record<Lane, PoolLimits> = {
  // Its children read pages and join the tracks of playlists.
  link: {
    maxBytes: 1024 * megabyte,
    restBytes: 300 * megabyte,
    maxAssignments: 500,
    maxAgeMs: hour,
    maxScratchBytes: 4096 * megabyte,
    maxIdleMs: 5 * 60_000,
  },
  image: {
    maxBytes: 3072 * megabyte,
    restBytes: 700 * megabyte,
    maxAssignments: 500,
    maxAgeMs: hour,
    maxScratchBytes: 4096 * megabyte,
  },
  model: {
    maxBytes: 6144 * megabyte,
    restBytes: 3072 * megabyte,
    maxAssignments: 200,
    maxAgeMs: hour,
    maxScratchBytes: 4096 * megabyte,
  },
  'model-long': {
    maxBytes: 6144 * megabyte,
    restBytes: 3072 * megabyte,
    maxAssignments: 200,
    maxAgeMs: hour,
    maxScratchBytes: 4096 * megabyte,
  },
  video: {
    maxBytes: 4096 * megabyte,
    restBytes: 700 * megabyte,
    maxAssignments: 100,
    maxAgeMs: hour,
    maxScratchBytes: 4096 * megabyte,
  },
  // Its children decode the initial pictures, like those of `image`.
  remote: {
    maxBytes: 3072 * megabyte,
    restBytes: 700 * megabyte,
    maxAssignments: 500,
    maxAgeMs: hour,
    maxScratchBytes: 4096 * megabyte,
  },
};
