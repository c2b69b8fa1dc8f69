// Looks at what a server needs of its machine: the data folder, room on its disk, the port, and whether a server answers there already.
import { statfs } from 'node:fs/promises';
import { readFreeBytes } from '../adapters/disk-space.ts';
import { addressOfListener, findFolderFault, requirePort } from '../check-place.ts';
import { type Config, ConfigError } from '../config.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const gibibyte = 1024 ** 3;
/** A server answers within two seconds. */
const patienceMs = 3000;
/** Uploads and results of a day on a small server. */
const roomyBytes = 5 * gibibyte;

export const inGibibytes = (bytes: number): string => `${(bytes / gibibyte).toFixed(1)} GB`;

async function lookAtDisk({ dataFolder, diskReserveBytes: reserve }: Config): Promise<Finding> {
  const free = await readFreeBytes(dataFolder);
  const has = `${inGibibytes(free)} free at ${dataFolder}`;
  if (free < reserve)
    return fault(
      'Disk',
      `${has}, less than DISK_RESERVE_GB: uploads and tasks are refused.`,
      'Free some space, or set DATA_DIR to a larger disk.',
    );
  if (free < reserve + roomyBytes)
    return warning(
      'Disk',
      `${has}, of which DISK_RESERVE_GB keeps ${inGibibytes(reserve)}.`,
      'Free some space, or set DATA_DIR to a larger disk.',
    );
  return ok('Disk', `${has}.`);
}

/** Too few inodes fill a disk that has room for bytes. */
async function lookAtInodes({ dataFolder }: Config): Promise<Finding[]> {
  const state = await statfs(dataFolder).catch(() => undefined);
  if (!state || state.files === 0 || state.ffree > 10_000) return [];
  return [
    warning(
      'Disk',
      `only ${state.ffree} more files fit on the disk of ${dataFolder}.`,
      'Remove files there, or make the file system with more inodes.',
    ),
  ];
}

async function lookAtFolder({ dataFolder }: Config): Promise<Finding> {
  const reason = await findFolderFault(dataFolder);
  return reason === undefined ? ok('DATA_DIR', `${dataFolder} can be written to.`) : fault('DATA_DIR', reason);
}

export interface RunningServer {
  readonly address: string;
  readonly checks: Readonly<Record<string, string>>;
  readonly reasons: Readonly<Record<string, string>>;
}

/** The server of this product that answers on the configured port; undefined if there is none. */
export async function findRunningServer({ host, port }: Config): Promise<RunningServer | undefined> {
  if (port === 0) return undefined;
  const address = addressOfListener(host, port);
  try {
    const reply = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(patienceMs) });
    const { checks, reasons } = (await reply.json()) as Partial<RunningServer>;
    // Only our servers check their clock.
    return checks && 'clock' in checks ? { address, checks, reasons: reasons ?? {} } : undefined;
  } catch {
    return undefined; // Nothing listens, or something that is none of our servers.
  }
}

function describeRunning({ address, checks, reasons }: RunningServer): Finding[] {
  const failing = Object.entries(checks).filter(([, verdict]) => verdict !== 'ok');
  if (failing.length === 0) return [ok('Server', `one answers at ${address} and is ready.`)];
  return failing.map(([name]) =>
    fault('Server', `the one at ${address} is not ready: ${name}.`, reasons[name] ?? 'Its log says why.'),
  );
}

async function lookAtPort(config: Config): Promise<Finding> {
  try {
    await requirePort(config);
    return ok('PORT', config.port === 0 ? 'a free one is taken.' : `${config.port} is free; no server runs here.`);
  } catch (error) {
    const [, about = 'PORT', what = ''] = /^(?:(PORT|HOST): )?(.*)$/s.exec((error as Error).message) ?? [];
    if (error instanceof ConfigError) return fault(about, what);
    throw error;
  }
}

export async function lookAtPlace(config: Config, running: RunningServer | undefined): Promise<Finding[]> {
  const folder = await lookAtFolder(config);
  const disk = folder.level === 'ok' ? [await lookAtDisk(config), ...(await lookAtInodes(config))] : [];
  return [folder, ...disk, ...(running ? describeRunning(running) : [await lookAtPort(config)])];
}
