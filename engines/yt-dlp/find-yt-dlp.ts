// Looks for yt-dlp on a search path.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentOf } from './ask-yt-dlp.ts';

const patienceMs = 20_000;

/** The version, such as "2025.06.09"; undefined when there is none that starts. */
export async function findYtDlp(searchPath: string): Promise<string | undefined> {
  const home = await mkdtemp(join(tmpdir(), 'yt-dlp-'));
  try {
    const asked = { env: { PATH: searchPath, ...environmentOf(home) }, timeout: patienceMs };
    const { stdout } = await promisify(execFile)('yt-dlp', ['--ignore-config', '--version'], asked);
    return /^\d{4}\.\d{2}\.\d{2}\S*/.exec(stdout.trim())?.[0];
  } catch {
    return undefined; // It is not there, or it is broken: links are read without it.
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
