// A network of namespaces: each part of the product has an address of its own on one bridge, and its line can be cut so that neither side is told.
import { execFileSync } from 'node:child_process';
import { createBridge, createNamespace, lineTo, nameOf, removeAll } from '../../scripts/topology/namespaces.ts';
import type { Spot } from './spot.ts';

/**
 * `down`: the carrier is lost, as when a cable is pulled. `silent`: nothing passes and neither side is told, as behind a firewall that drops packets.
 * `lossy`: a narrow line that drops what exceeds its short queue.
 */
export type Cut = 'down' | 'silent' | 'lossy';

interface NetSpot extends Spot {
  readonly namespace: string;
  /** The end of its line at the bridge. */
  readonly line: string;
}

export interface Network {
  /** The address of this machine on the bridge. */
  readonly host: string;
  readonly add: () => NetSpot;
  readonly cut: (spot: NetSpot, cut: Cut) => void;
  readonly mend: (spot: NetSpot, cut: Cut) => void;
  readonly close: () => void;
}

/** The programs with which lines are cut and processes start behind them. */
export const netPrograms = ['ip', 'bridge', 'tc', 'nsenter'] as const;
const subnet = '10.213.3';
/** 64 KB/s, and a queue of four packets. */
const narrow = ['rate', '512kbit', 'burst', '3200', 'limit', '6400'];

const run = (program: (typeof netPrograms)[number], ...args: string[]) =>
  void execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Makes the bridge, after what a run that was killed has left is removed. */
export function openNetwork(): Network {
  removeAll();
  const host = `${subnet}.1`;
  createBridge('faults', `${host}/24`);
  let number = 1;
  return {
    host,
    add() {
      number++;
      const [name, address] = [`part${number}`, `${subnet}.${number}`];
      createNamespace(name, { legs: [{ bridge: 'faults', addresses: [`${address}/24`] }] });
      return { host: address, namespace: nameOf(name), line: lineTo(name) };
    },
    cut({ line }, cut) {
      if (cut === 'down') run('ip', 'link', 'set', line, 'down');
      // The port stays up and passes nothing on.
      else if (cut === 'silent') run('bridge', 'link', 'set', 'dev', line, 'state', 'disabled');
      else run('tc', 'qdisc', 'add', 'dev', line, 'root', 'tbf', ...narrow);
    },
    mend({ line }, cut) {
      if (cut === 'down') run('ip', 'link', 'set', line, 'up');
      else if (cut === 'silent') run('bridge', 'link', 'set', 'dev', line, 'state', 'forwarding');
      else run('tc', 'qdisc', 'del', 'dev', line, 'root');
    },
    close: removeAll,
  };
}
