// Installs ffmpeg with apt before a start or a test run, if it is missing: as root on Debian or Ubuntu. Elsewhere the server's start prints
// how to install it by hand.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFfmpeg } from 'engines/video/find-ffmpeg.ts';

const byHand = 'apt-get update && apt-get install ffmpeg';
/** apt options with time limits in seconds: for a mirror that does not respond, and for another program that is installing. */
const patience = [
  'Acquire::http::Timeout=20',
  'Acquire::https::Timeout=20',
  'Acquire::Retries=1',
  'DPkg::Lock::Timeout=60',
];

/** Run one after the other. */
const commands = [['update'], ['install', '-y', '--no-install-recommends', 'ffmpeg']].map(words => [
  ...patience.flatMap(option => ['-o', option]),
  ...words,
]);

/** Grace period after the request to stop. */
const graceMs = 10_000;
/** Pause after a failure: a machine without a network would otherwise wait for its mirrors at every start. */
const restMs = 24 * 3_600_000;

export interface Installing {
  /** PATH for finding ffmpeg and apt-get. */
  readonly searchPath: string;
  /** Whether this account may install, and the system has apt packages. */
  readonly mayInstall: boolean;
  /** The file that records a failed attempt. */
  readonly note: string;
  /** Time limit of each command. */
  readonly limitMs: number;
  readonly say: (line: string) => void;
}

async function failedLately(note: string): Promise<boolean> {
  const written = await stat(note).catch(() => undefined);
  return written !== undefined && Date.now() - written.mtimeMs < restMs;
}

/** Whether the program exited successfully within its time limit. */
async function runWithin(args: readonly string[], { searchPath, limitMs }: Installing): Promise<boolean> {
  const env = { ...process.env, PATH: searchPath, DEBIAN_FRONTEND: 'noninteractive' };
  const run = spawn('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const timers = [
    setTimeout(() => run.kill('SIGTERM'), limitMs),
    setTimeout(() => run.kill('SIGKILL'), limitMs + graceMs),
  ];
  try {
    const [code] = await once(run, 'exit');
    return code === 0;
  } catch {
    return false; // apt-get does not exist or cannot be started.
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

async function runAll(options: Installing): Promise<boolean> {
  for (const args of commands) if (!(await runWithin(args, options))) return false;
  return true;
}

/** Installs ffmpeg if it is missing and may be installed. A failed installation is not retried for a day. */
export async function installWhereMissing(options: Installing): Promise<void> {
  const { searchPath, mayInstall, note, say } = options;
  const isThere = async () => (await findFfmpeg(searchPath)).isThere;
  if ((await isThere()) || !mayInstall) return;
  if (await failedLately(note)) {
    say(`ffmpeg is missing, and installing it failed within the last day. Run it by hand: ${byHand}`);
    return;
  }
  say('Installing ffmpeg, which the video tools need: apt-get install ffmpeg');
  const isDone = (await runAll(options)) && (await isThere());
  say(isDone ? 'ffmpeg is installed.' : `It did not work. Run it by hand: ${byHand}`);
  if (isDone) return rm(note, { force: true });
  await mkdir(path.dirname(note), { recursive: true });
  await writeFile(note, `${new Date().toISOString()}: apt-get could not install ffmpeg\n`);
}

/** Does nothing if the operator has set a path to ffmpeg, which is then the operator's to maintain. */
export default async function installFfmpeg(): Promise<void> {
  const { PATH = '', FFMPEG_PATH } = process.env;
  if (FFMPEG_PATH) return;
  await installWhereMissing({
    searchPath: [PATH, '/usr/local/bin', '/usr/bin', '/usr/sbin', '/sbin', '/bin'].join(path.delimiter),
    mayInstall: process.getuid?.() === 0 && existsSync('/etc/debian_version'),
    note: fileURLToPath(new URL('../node_modules/.cache/pixwright/ffmpeg-failed', import.meta.url)),
    limitMs: 10 * 60_000,
    say: line => void process.stdout.write(`${line}\n`),
  });
}
