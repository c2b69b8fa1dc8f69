// Runs ffmpeg and ffprobe on strangers' files. They inherit the process group, the memory limit and the walls of the child that calls, so
// a kill of that group ends them with it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { AppError } from 'contract/errors.ts';
import type { PartProgress } from 'contract/run.ts';

/** The part of the standard error that is kept, to explain a failure. */
const lastWordsBytes = 4096;
/** The tracks of a clip in JSON; far more than `-max_streams` lets through. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** What a failure means, told by the last words of the program; undefined for a fault of ours. */
export function explainFailure(lastWords: string): AppError | undefined {
  if (/No space left on device/i.test(lastWords)) return new AppError('STORAGE_FULL');
  if (/Cannot allocate memory|Error allocating|picture size \d+x\d+ is invalid/i.test(lastWords))
    return new AppError('MEMORY_EXCEEDED');
  const isDamaged =
    /Invalid data found|moov atom not found|End of file|does not contain any stream|Decoder .*not found|not in whitelist|Conversion failed|Cannot determine format of input|Could not find codec parameters|max_streams|Output file is empty|cannot decode/i;
  return isDamaged.test(lastWords) ? new AppError('FILE_CORRUPT') : undefined;
}

interface Ended {
  readonly lastWords: string;
  /** Undefined when it ended well. */
  readonly failure: string | undefined;
}

/** Calls `hear` with each line of standard output. Throws ENGINE_NOT_CONFIGURED when the program is not there. */
function runProgram(
  program: 'ffmpeg' | 'ffprobe',
  args: readonly string[],
  folder: string,
  hear: (line: string) => void,
): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const run = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let lastWords = '';
  createInterface({ input: run.stdout }).on('line', hear);
  run.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString('utf8')).slice(-lastWordsBytes);
  });
  run.once('error', error => {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    reject(isAbsent ? new AppError('ENGINE_NOT_CONFIGURED', { engine: 'ffmpeg' }, { cause: error }) : error);
  });
  run.once('close', (code, signal) => {
    resolve({ lastWords, failure: code === 0 ? undefined : `${program} ended with ${signal ?? code}: ${lastWords}` });
  });
  return promise;
}

/** The fraction of a run that one line of `-progress` tells, of a result of `seconds`; undefined for its other lines. */
export function readProgress(line: string, seconds: number): number | undefined {
  const microseconds = /^out_time_us=(\d+)/.exec(line)?.[1];
  if (microseconds === undefined || seconds <= 0) return undefined;
  return Math.min(1, Number(microseconds) / 1e6 / seconds);
}

/**
 * Runs ffmpeg with these arguments; relative names lie in `folder`. Throws what the failure means: FILE_CORRUPT, MEMORY_EXCEEDED or
 * STORAGE_FULL, or else an Error with its last words.
 */
export async function runFfmpeg(
  args: readonly string[],
  run: {
    readonly folder: string;
    readonly seconds: number;
    readonly onProgress?: PartProgress;
    /** Told each line of its standard output, for filters that print there. */
    readonly hear?: (line: string) => void;
  },
): Promise<void> {
  const always = ['-hide_banner', '-nostdin', '-y', '-loglevel', 'error', '-nostats', '-progress', 'pipe:1'];
  const { lastWords, failure } = await runProgram(
    'ffmpeg',
    [...always, '-stats_period', '0.3', ...args],
    run.folder,
    line => {
      run.hear?.(line);
      const fraction = readProgress(line, run.seconds);
      if (fraction !== undefined) run.onProgress?.(fraction);
    },
  );
  if (failure !== undefined) throw explainFailure(lastWords) ?? new Error(failure);
}

/** Runs ffprobe and answers the JSON it prints. Throws FILE_CORRUPT for a file that it cannot open. */
export async function runFfprobe(args: readonly string[], folder: string): Promise<unknown> {
  const lines: string[] = [];
  let bytes = 0;
  const always = ['-hide_banner', '-loglevel', 'error', '-of', 'json=compact=1'];
  const { failure } = await runProgram('ffprobe', [...always, ...args], folder, line => {
    bytes += line.length;
    if (bytes <= maxAnswerBytes) lines.push(line);
  });
  if (failure !== undefined || bytes > maxAnswerBytes) throw new AppError('FILE_CORRUPT');
  return JSON.parse(lines.join('\n'));
}

/** Whether this build of ffmpeg has all of these filters. */
export async function hasFilters(names: readonly string[], folder: string): Promise<boolean> {
  const found = new Set<string>();
  const note = (line: string) => {
    const name = /^ \S{3} (\S+)/.exec(line)?.[1];
    if (name) found.add(name);
  };
  await runProgram('ffmpeg', ['-hide_banner', '-filters'], folder, note);
  return names.every(name => found.has(name));
}
