// Has avatars made by child processes of their own, behind the same walls as tasks: a few at a time and never for long.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { InputFile } from 'contract/run.ts';
import type { Logger } from 'pino';
import type { Confinement } from '../work/confinement.ts';
import { Pool } from '../work/pool.ts';

const runModule = new URL('./avatar-run.ts', import.meta.url).href;
const deadlineMs = 15_000;
const mostAtOnce = 2;
const busyRetrySeconds = 5;
const megabyte = 1024 * 1024;
const limits = {
  maxBytes: 1024 * megabyte,
  restBytes: 300 * megabyte,
  maxAssignments: 200,
  maxAgeMs: 3_600_000,
  maxScratchBytes: 64 * megabyte,
  // People change their picture seldom, and an API server without a worker needs its memory for requests.
  maxIdleMs: 60_000,
};

export interface Avatars {
  /** Makes an avatar of a picture and hands it to `take` before it is removed. Throws refusals of engines/avatar.ts, DEADLINE, MEMORY_EXCEEDED or QUEUE_FULL. */
  draw: <T>(picture: InputFile, take: (file: string) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
}

export function openAvatars(parts: { log: Logger; confinement: Confinement; searchPath: string }): Avatars {
  const pool = new Pool({ ...parts, limits, width: mostAtOnce, modules: [runModule] });
  let running = 0;
  return {
    close: () => pool.close(),
    async draw(picture, take) {
      if (running >= mostAtOnce) throw new AppError('QUEUE_FULL', { retryAfterSeconds: busyRetrySeconds });
      running += 1;
      const home = await mkdtemp(path.join(parts.confinement.scratch, 'avatar-'));
      try {
        const folder = path.join(home, 'out');
        await mkdir(folder);
        const { files } = await pool.run(
          {
            kind: 'run',
            module: runModule,
            call: 'draw',
            options: {},
            inputs: { picture },
            lists: {},
            models: {},
            home,
            folder,
          },
          { deadlineMs, signal: new AbortController().signal, onProgress: () => undefined },
        );
        if (!files[0]) throw new Error('no avatar was drawn');
        return await take(files[0].path);
      } finally {
        running -= 1;
        await rm(home, { recursive: true, force: true });
      }
    },
  };
}
