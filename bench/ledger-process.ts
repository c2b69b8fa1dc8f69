// A process that makes random changes to balances until it is killed. It prints a dot per step, and a line with "fault" for an unexplained
// error.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { openDiskSpace } from '../server/src/adapters/disk-space.ts';
import { DiskObjects } from '../server/src/adapters/objects-disk.ts';
import { connectPostgres } from '../server/src/adapters/postgres.ts';
import { readConfig } from '../server/src/config.ts';
import type { Parts } from '../server/src/parts.ts';
import { runStorm } from '../server/testing/money-storm.ts';

const [connection = '{}', folder = '', seed = '1', people = '0', steps = '0'] = process.argv.slice(2);
const config = readConfig({ MEMBERSHIP: 'on', PAYMENTS: 'sandbox', DATA_DIR: folder, LOG_LEVEL: 'silent' });
const postgres = connectPostgres(JSON.parse(connection));
const secret = randomBytes(32);
const disk = openDiskSpace({
  folders: { objects: folder, scratch: folder, database: folder },
  reserveBytes: config.diskReserveBytes,
});
const quiet = () => undefined;
const parts = {
  config,
  log: { info: quiet, warn: quiet, error: quiet },
  database: postgres.database,
  forgetful: postgres.forgetful,
  patient: postgres.patient,
  objects: new DiskObjects({
    folder: path.join(folder, 'objects'),
    secret,
    requireRoom: bytes => disk.requireRoom('objects', bytes),
  }),
  disk,
  ffmpeg: { isThere: false, why: 'absent' },
  secret,
  now: () => new Date(),
} as unknown as Parts;

const { faults } = await runStorm(parts, {
  people: Number(people),
  loops: 16,
  steps: Number(steps),
  seed: Number(seed),
  onStep: () => process.stdout.write('.'),
});
for (const fault of faults) process.stdout.write(`\nfault ${fault instanceof Error ? fault.stack : fault}\n`);
await postgres.close();
