// A lane of a worker: the bell that wakes its loops, and the children that run its tasks.

import type { Lane } from 'contract/tool.ts';
import type { Parts } from '../parts.ts';
import { callEntries } from '../tasks/catalogue.ts';
import { type Bell, createBell } from './bell.ts';
import type { Confinement } from './confinement.ts';
import { limitsOfLane } from './lane-limits.ts';
import { askersOf, childrenOf, nicenessOf } from './lane-widths.ts';
import { Pool } from './pool.ts';

/** A lane at work, with the loops that take its tasks. */
export interface ServedLane {
  readonly lane: Lane;
  readonly bell: Bell;
  readonly pool: Pool;
  /** Runs programs that wait for hosts: in the lane of links a pool of its own, otherwise `pool`. */
  readonly askers: Pool;
  readonly loops: Set<Promise<void>>;
  /** How many loops have not ended. */
  loopCount: number;
  isPaused: boolean;
}

interface LaneOptions {
  readonly width: number;
  /** How many loops the lane has, as of now. */
  readonly countLoops: () => number;
  /** Another program for the children; set by tests. */
  readonly childFile: string | undefined;
  /** Whether children start before the first task. */
  readonly warmsUp: boolean;
}

/** The modules that the children of a lane load ahead. */
const modulesOf = (lane: Lane): string[] => {
  const toolNames = callEntries
    .filter(({ call }) => (call.lane === lane || (lane === 'remote' && call.waits)) && call.runner !== 'remote')
    .map(entry => entry.tool.name);
  return [...new Set(toolNames)].map(name => `tools/${name}/run.ts`);
};

/** Opens a lane that has no loops yet. */
export function openLane(
  { config, confinement, log }: Pick<Parts, 'config' | 'log'> & { readonly confinement: Confinement },
  lane: Lane,
  { width, countLoops, childFile, warmsUp }: LaneOptions,
): ServedLane {
  const pooled = {
    log,
    confinement,
    limits: limitsOfLane[lane],
    niceness: nicenessOf(lane),
    modules: modulesOf(lane),
    searchPath: config.searchPath,
    servers: {
      ...(config.speechServer && { speech: config.speechServer }),
      ...(config.drawServer && { draw: config.drawServer }),
    },
    ...(childFile && { childFile }),
  };
  const pool = new Pool({ ...pooled, width: childrenOf(lane, width) });
  const askers = lane === 'link' ? new Pool({ ...pooled, width: askersOf(width) }) : pool;
  if (lane !== 'link' && warmsUp) pool.warmUp(width);
  return { lane, bell: createBell(countLoops), pool, askers, loops: new Set(), loopCount: 0, isPaused: false };
}

/** Has the lane run `width` tasks side by side from now on, while those that run go on. */
export function resizeLane({ lane, pool, askers }: ServedLane, width: number): void {
  pool.resize(childrenOf(lane, width));
  if (askers !== pool) askers.resize(askersOf(width));
}

/** Ends the children of a lane whose loops have ended. */
export async function closeLane({ pool, askers }: ServedLane): Promise<void> {
  await pool.close();
  if (askers !== pool) await askers.close();
}
