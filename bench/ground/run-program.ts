// Runs a program of the system and waits for its end.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Fails with the last line of what the program printed. */
export async function runProgram(program: string, args: readonly string[], cwd: string): Promise<void> {
  try {
    await run(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  } catch (fault) {
    const { code, stderr = '' } = fault as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new Error(`${program} is not installed`);
    throw new Error(`${program}: ${stderr.trim().split('\n').at(-1)}`);
  }
}

/** Whether the program ended well. */
export const runQuietly = (program: string, args: readonly string[], cwd: string): Promise<boolean> =>
  runProgram(program, args, cwd).then(
    () => true,
    () => false,
  );
