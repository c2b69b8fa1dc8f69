// Has an avatar made by a process of its own, a few at a time and never for long.
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError, isErrorCode } from 'contract/errors.ts';

const childFile = fileURLToPath(new URL('./avatar-child.ts', import.meta.url));
const deadlineMs = 15_000;
const mostAtOnce = 2;
const busyRetrySeconds = 5;

let running = 0;

function runChild(from: string, to: string, searchPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      // No secret of the server reaches a process that decodes strangers' files.
      env: { PATH: searchPath, LANG: 'C.UTF-8', TMPDIR: tmpdir(), MALLOC_ARENA_MAX: '2' },
      timeout: deadlineMs,
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024,
    } as const;
    const flags = ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning'];
    execFile(process.execPath, [...flags, childFile, from, to], options, (error, said) => {
      if (error?.killed) reject(new AppError('DEADLINE', null, { cause: error }));
      else if (error) reject(error);
      else resolve(said);
    });
  });
}

/** Writes the avatar of the picture at `from` to `to`. Throws what engines/avatar.ts refuses, DEADLINE or QUEUE_FULL. */
export async function drawAvatar(from: string, to: string, searchPath: string): Promise<void> {
  if (running >= mostAtOnce) throw new AppError('QUEUE_FULL', { retryAfterSeconds: busyRetrySeconds });
  running += 1;
  try {
    const said = await runChild(from, to, searchPath);
    if (said === '') return;
    const { code, details } = JSON.parse(said) as { code: string; details: Record<string, unknown> | null };
    throw isErrorCode(code) ? new AppError(code, details) : new Error(`the avatar was refused as ${code}`);
  } finally {
    running -= 1;
  }
}
