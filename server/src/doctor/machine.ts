// Looks at the machine: Node, cores, memory, open files, and how far children can be confined.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import type { Config } from '../config.ts';
import { claimAccounts } from '../work/accounts.ts';
import { chooseConfinement, listReadable } from '../work/confinement.ts';
import { type Finding, fault, hint, ok, warning } from './finding.ts';
import { inGibibytes } from './place.ts';

const gibibyte = 1024 ** 3;
/** The server, its database and one child with a large picture. */
const minBytes = 2 * gibibyte;
const bytesOfWorker = gibibyte / 2;
/** Each child may open 4096 files, and the server one for each connection and transfer. */
const minOpenFiles = 8192;

const lookAtNode = (): Finding => ok('Node', `${process.version} on ${process.platform} ${process.arch}.`);

/** The memory that this process may use: less than the machine's within a container. */
function readMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

export function judgeMemory(bytes: number, workers: number): Finding {
  const has = `${inGibibytes(bytes)} for WORKERS=${workers}`;
  if (bytes < minBytes)
    return warning('Memory', `${has}; large pictures and clips need ${inGibibytes(minBytes)}.`, 'Add memory or swap.');
  const fitting = Math.max(1, Math.floor((bytes - minBytes) / bytesOfWorker));
  return fitting < workers
    ? hint('Memory', `${has} is little when all places hold a large picture.`, `Set WORKERS=${fitting}.`)
    : ok('Memory', `${has}.`);
}

function lookAtCores({ workers, role }: Config): Finding {
  const cores = availableParallelism();
  if (role !== 'api' && workers > 2 * cores)
    return hint('WORKERS', `${workers} places share ${cores} cores.`, `Set WORKERS=${cores}, or leave it out.`);
  return ok('Cores', `${cores}.`);
}

export function judgeOpenFiles(limit: number): Finding {
  if (limit >= minOpenFiles) return ok('Open files', `up to ${limit}.`);
  const mend = `Set LimitNOFILE=65536 in the service, or run "ulimit -n 65536" before the start.`;
  return warning('Open files', `at most ${limit} for each process; many uploads at a time need ${minOpenFiles}.`, mend);
}

/** Node raises the soft limit to the hard one when it starts. */
function lookAtOpenFiles(): Finding {
  const said = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  return judgeOpenFiles(said === 'unlimited' ? Number.POSITIVE_INFINITY : Number(said));
}

/** Tries the sandboxes in a folder of its own, as a start does. */
async function lookAtConfinement(config: Config): Promise<Finding> {
  if (config.role === 'api') return ok('Confinement', 'this server runs no tasks (ROLE=api).');
  const scratch = mkdtempSync(path.join(tmpdir(), 'pixwright-doctor-'));
  chmodSync(scratch, 0o711);
  const accounts = await claimAccounts();
  try {
    const { dataFolder, searchPath } = config;
    const { on, off } = chooseConfinement({
      scratch,
      dataFolder,
      searchPath,
      accounts,
      readable: listReadable(config),
    });
    if (off.length === 0) return ok('Confinement', `children have ${on.join(', ')}.`);
    const what = `children that read strangers' files lack: ${off.join('; ')}.`;
    if (process.platform === 'darwin') return hint('Confinement', what, 'Serve strangers from Linux alone.');
    return warning(
      'Confinement',
      what,
      'Start as root, or allow user namespaces (docs/decisions/children.md says what each needs).',
    );
  } finally {
    accounts.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

export async function lookAtMachine(config: Config): Promise<Finding[]> {
  return [
    lookAtNode(),
    lookAtCores(config),
    judgeMemory(readMemory(), config.workers),
    lookAtOpenFiles(),
    await lookAtConfinement(config).catch(error => fault('Confinement', `could not be tried: ${error}`)),
  ];
}
