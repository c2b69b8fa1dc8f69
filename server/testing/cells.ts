// A data folder, sandboxes and assignments for tests that run children without a server.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { CompileCache } from '../src/work/compile-cache.ts';
import type { PoolLimits } from '../src/work/lane-limits.ts';
import type { Assignment } from '../src/work/messages.ts';
import { Pool } from '../src/work/pool.ts';
import type { RunControl } from '../src/work/runner.ts';
import { openTestConfinement } from './confinement.ts';
import { makeOpenFolder } from './folders.ts';

export const megabyte = 1024 * 1024;
const searchPath = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';
const naughtyChild = fileURLToPath(new URL('./naughty-child.ts', import.meta.url));
const limits: PoolLimits = {
  maxBytes: 400 * megabyte,
  restBytes: 250 * megabyte,
  maxAssignments: 3,
  maxAgeMs: 60_000,
  maxScratchBytes: 64 * megabyte,
};

export async function openCells(compileCache?: CompileCache, log = pino({ level: 'silent' })) {
  const dataFolder = makeOpenFolder('pixwright-cells-');
  const confinement = await openTestConfinement({
    dataFolder,
    models: {},
    ffmpegFolder: null,
    ytDlpFolder: null,
    searchPath,
    log,
    ...(compileCache && { compileCache }),
  });
  return {
    dataFolder,
    confinement,
    log,
    searchPath,
    /** Of naughty children, or with `null` of those that run tools. */
    openPool: (changes: Partial<PoolLimits> = {}, childFile: string | null = naughtyChild) =>
      new Pool({
        log,
        confinement,
        limits: { ...limits, ...changes },
        modules: [],
        width: 2,
        searchPath,
        ...(childFile && { childFile }),
      }),
    /** An assignment with a folder of its own. */
    assign(changes: Partial<Assignment> = {}): Assignment {
      const home = mkdtempSync(path.join(confinement.scratch, 'run-'));
      const folder = path.join(home, 'out');
      mkdirSync(folder);
      return {
        kind: 'run',
        module: 'x',
        call: 'x',
        options: {},
        inputs: {},
        lists: {},
        models: {},
        home,
        folder,
        ...changes,
      };
    },
    close() {
      confinement.close();
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

export const controlOf = (changes: Partial<RunControl> = {}): RunControl => ({
  deadlineMs: 60_000,
  signal: new AbortController().signal,
  onProgress: () => undefined,
  ...changes,
});
