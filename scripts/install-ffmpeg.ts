// Installs ffmpeg by apt before a start or a test run, where it is missing: as root on Debian or Ubuntu. Elsewhere the server's start says
// how a person does it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findFfmpeg } from 'engines/video/find-ffmpeg.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Run one after the other. */
const commands = [
  ['apt-get', 'update'],
  ['apt-get', 'install', '-y', '--no-install-recommends', 'ffmpeg'],
];

const canInstall = () =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');

function install(): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return commands.every(([program = '', ...args]) => {
    const { status } = spawnSync(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    return status === 0;
  });
}

/** Installs ffmpeg where it is missing and may be installed. An operator who names one has to keep it. */
export default async function installFfmpeg(): Promise<void> {
  const { PATH = '', FFMPEG_PATH } = process.env;
  if (FFMPEG_PATH) return;
  const searchPath = [PATH, '/usr/local/bin', '/usr/bin'].join(path.delimiter);
  const found = await findFfmpeg(searchPath);
  if (found.isThere) return;
  if (!canInstall()) return;
  say('Installing ffmpeg, which the video tools need: apt-get install ffmpeg');
  const isDone = install() && (await findFfmpeg(searchPath)).isThere;
  say(isDone ? 'ffmpeg is installed.' : 'It did not work. Run it by hand: apt-get update && apt-get install ffmpeg');
}
