// What a child is started with: its environment, its pipes and its process group.
import type { SpawnOptions } from 'node:child_process';

/** Never written to: it closes when this process ends. */
export const lifelineFd = 4;

/**
 * glibc gives each large buffer back to the system when it is freed, and a picture's buffers are large: faulting their pages in again
 * for the next picture took 4 % of a conversion. Children keep up to 128 MB (docs/decisions/cost-of-a-task.md).
 */
const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(64 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(128 * 1024 * 1024),
};

export const optionsOfChild = (searchPath: string, ofCell: Readonly<Record<string, string>>): SpawnOptions => ({
  // No secret of the server reaches a process that decodes strangers' files.
  env: { PATH: searchPath, LANG: 'C.UTF-8', ...mallocSettings, ...ofCell },
  stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  // A group of its own: killing it also kills the processes that the child started.
  detached: true,
});
