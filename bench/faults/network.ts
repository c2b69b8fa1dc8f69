// A network of namespaces: each part of the product has an address of its own on one bridge, and its line can be cut so that neither side is told.
import { execFileSync, spawnSync } from 'node:child_process';
import type { Spot } from './spot.ts';

/**
 * `down`: the carrier is lost, as when a cable is pulled. `silent`: nothing passes and neither side is told, as behind a firewall that drops packets.
 * `lossy`: a narrow line that drops what exceeds its short queue.
 */
export type Cut = 'down' | 'silent' | 'lossy';
export const cuts: readonly Cut[] = ['down', 'silent', 'lossy'];

interface NetSpot extends Spot {
  readonly namespace: string;
  /** The end of its line at the bridge. */
  readonly line: string;
}

export interface Network {
  /** The address of this machine on the bridge. */
  readonly host: string;
  readonly add: (name: string) => NetSpot;
  readonly cut: (spot: NetSpot, cut: Cut) => void;
  readonly mend: (spot: NetSpot, cut: Cut) => void;
  readonly close: () => void;
}

/** 64 KB/s, and a queue of four packets. */
const narrow = ['rate', '512kbit', 'burst', '3200', 'limit', '6400'];

const ip = (...args: string[]) => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
const quietly = (program: string, ...args: string[]) => void spawnSync(program, args, { stdio: 'ignore' });

/** Why there can be no such network here; undefined if there can. */
export function findNetworkFault(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root makes network namespaces';
  const probe = `pixwright-probe-${process.pid}`;
  const made = spawnSync('ip', ['netns', 'add', probe], { encoding: 'utf8' });
  if (made.status !== 0) return `ip netns: ${made.error?.message ?? made.stderr.trim()}`;
  quietly('ip', 'netns', 'del', probe);
  for (const program of ['bridge', 'tc', 'nsenter'])
    if (spawnSync(program, ['-V'], { stdio: 'ignore' }).error) return `${program} is not installed`;
  return undefined;
}

/** Makes the bridge. Names and addresses follow from the process id, so that two runs do not meet. */
export function openNetwork(): Network {
  const mark = process.pid % 4096;
  const prefix = `10.${200 + (mark >> 8)}.${mark & 255}`;
  const bridge = `pxb${mark}`;
  const spots: NetSpot[] = [];
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${prefix}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const add = (name: string): NetSpot => {
    const number = spots.length + 2;
    const spot = { host: `${prefix}.${number}`, namespace: `${bridge}-${name}`, line: `${bridge}n${number}` };
    const inner = `${bridge}i${number}`;
    ip('netns', 'add', spot.namespace);
    ip('link', 'add', spot.line, 'type', 'veth', 'peer', 'name', inner);
    ip('link', 'set', inner, 'netns', spot.namespace);
    ip('link', 'set', spot.line, 'master', bridge, 'up');
    for (const args of [
      ['link', 'set', 'lo', 'up'],
      ['addr', 'add', `${spot.host}/24`, 'dev', inner],
      ['link', 'set', inner, 'up'],
    ])
      ip('-n', spot.namespace, ...args);
    spots.push(spot);
    return spot;
  };
  return {
    host: `${prefix}.1`,
    add,
    cut({ line }, cut) {
      if (cut === 'down') ip('link', 'set', line, 'down');
      // The port stays up and passes nothing on.
      else if (cut === 'silent') execFileSync('bridge', ['link', 'set', 'dev', line, 'state', 'disabled']);
      else execFileSync('tc', ['qdisc', 'add', 'dev', line, 'root', 'tbf', ...narrow]);
    },
    mend({ line }, cut) {
      if (cut === 'down') ip('link', 'set', line, 'up');
      else if (cut === 'silent') execFileSync('bridge', ['link', 'set', 'dev', line, 'state', 'forwarding']);
      else execFileSync('tc', ['qdisc', 'del', 'dev', line, 'root']);
    },
    close() {
      for (const { namespace } of spots) quietly('ip', 'netns', 'del', namespace);
      quietly('ip', 'link', 'del', bridge);
    },
  };
}
