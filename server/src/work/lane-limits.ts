// What the children of each lane may hold and write, and when they are replaced.
import type { Lane } from 'contract/tool.ts';

export interface PoolLimits {
  /** A child that holds more, with all its descendants, is killed at once. */
  readonly maxBytes: number;
  /** A child that holds more after its assignment is replaced. */
  readonly restBytes: number;
  readonly maxAssignments: number;
  readonly maxAgeMs: number;
  /** The bytes that one assignment may write to its folder. */
  readonly maxScratchBytes: number;
  /** A child that has waited this long for an assignment is ended. Absent: it waits forever. */
  readonly maxIdleMs?: number;
}

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
