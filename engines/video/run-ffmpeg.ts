// Runs ffmpeg and ffprobe on untrusted files. They inherit the process group, memory limit and sandbox of the calling child process, so killing that
// group also ends them.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import type { PartProgress } from 'contract/run.ts';

/** The part of stderr that is kept to explain a failure. */
const lastWordsBytes = 4096;
/** Limit of ffprobe's JSON output, far more than `-max_streams` streams need. */
const maxAnswerBytes = 4 * 1024 * 1024;
/**
 * The index of a clip of several hours is read in seconds; a file that takes longer is malicious. Only the processor time counts, since a busy machine
 * is no fault of the file; what waits without using any is ended by the deadline of the run.
 */
const maxProbeMs = 120_000;
const cpuLookMs = 1000;
/** Linux counts processor time in hundredths of a second. */
const msPerTick = 10;

/** Processor time that a process has used, in ms; undefined where the system does not tell. */
function readCpuMs(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold spaces; user and system time are the 12th and 13th field after it.
    const [user = '', system = ''] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * msPerTick;
  } catch {
    return undefined;
  }
}

/** Signals of a crash. A file that crashes a decoder once will do so again. */
const crashes: readonly NodeJS.Signals[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGSYS'];

/**
 * The error for a failure, from the last lines of stderr and the terminating signal; undefined for a fault of our own. After a kill from outside,
 * stderr does not explain the failure.
 */
export function explainFailure(lastWords: string, signal: NodeJS.Signals | null = null): AppError | undefined {
  if (signal === 'SIGXFSZ') return new AppError('RESULT_TOO_LARGE');
  if (signal !== null && !crashes.includes(signal)) return undefined;
  if (/No space left on device/i.test(lastWords)) return new AppError('STORAGE_FULL');
  if (/Cannot allocate memory|Error allocating|picture size \d+x\d+ is invalid/i.test(lastWords))
    return new AppError('MEMORY_EXCEEDED');
  const isDamaged =
    /Invalid data found|moov atom not found|End of file|does not contain any stream|Decoder .*not found|not in whitelist|Conversion failed|Cannot determine format of input|Could not find codec parameters|max_streams|Output file is empty|cannot decode|Error while decoding/i;
  return signal !== null || isDamaged.test(lastWords) ? new AppError('FILE_CORRUPT') : undefined;
}

interface Ended {
  readonly lastWords: string;
  /** Undefined after a successful exit. */
  readonly failure: string | undefined;
  /** The signal that ended the process; null when it exited or was killed for exceeding a limit. */
  readonly signal: NodeJS.Signals | null;
}

interface Bounds {
  /** Of processor time, or of time where the system does not tell it. */
  readonly maxMs?: number;
  /** Limit of standard output. */
  readonly maxBytes?: number;
}

/**
 * Calls `hear` with each line of standard output. A program that exceeds a limit is killed, which counts as a failure. Throws ENGINE_NOT_CONFIGURED
 * when the program is missing.
 */
function runProgram(
  program: 'ffmpeg' | 'ffprobe',
  args: readonly string[],
  folder: string,
  hear: (line: string) => void,
  { maxMs, maxBytes = Number.POSITIVE_INFINITY }: Bounds = {},
): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const run = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let lastWords = '';
  let bytes = 0;
  let isBeyond = false;
  const giveUp = () => {
    isBeyond = true;
    run.kill('SIGKILL');
  };
  const startedAt = performance.now();
  const look = (max: number) => {
    if ((readCpuMs(run.pid) ?? performance.now() - startedAt) > max) giveUp();
  };
  const timer = maxMs === undefined ? undefined : setInterval(look, Math.min(cpuLookMs, maxMs), maxMs);
  run.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) giveUp();
  });
  createInterface({ input: run.stdout }).on('line', hear);
  run.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString('utf8')).slice(-lastWordsBytes);
  });
  run.once('error', error => {
    clearInterval(timer);
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    reject(isAbsent ? new AppError('ENGINE_NOT_CONFIGURED', { engine: 'ffmpeg' }, { cause: error }) : error);
  });
  run.once('close', (code, signal) => {
    clearInterval(timer);
    const end = isBeyond ? 'was killed beyond its bounds' : `ended with ${signal ?? code}`;
    const failure = code === 0 ? undefined : `${program} ${end}: ${lastWords}`;
    resolve({ lastWords, failure, signal: isBeyond ? null : signal });
  });
  return promise;
}

const microsecondsOf = (line: string): number | undefined => {
  const digits = /^out_time_us=(\d+)/.exec(line)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** Parses a line of `-progress` into the fraction of `seconds` that is done; undefined for other lines. */
export function readProgress(line: string, seconds: number): number | undefined {
  const microseconds = microsecondsOf(line);
  if (microseconds === undefined || seconds <= 0) return undefined;
  return Math.min(1, microseconds / 1e6 / seconds);
}

const always = ['-hide_banner', '-nostdin', '-y', '-loglevel', 'error', '-nostats', '-progress', 'pipe:1'];

/**
 * Runs ffmpeg in `folder`, to which relative names refer. Throws FILE_CORRUPT, MEMORY_EXCEEDED, STORAGE_FULL, RESULT_TOO_LARGE or
 * ENGINE_NOT_CONFIGURED according to the failure, or else an Error with the last lines of stderr.
 */
export async function runFfmpeg(
  args: readonly string[],
  run: {
    readonly folder: string;
    readonly seconds: number;
    readonly onProgress?: PartProgress;
    /** Called with each line of standard output, for filters that print there. */
    readonly hear?: (line: string) => void;
  },
): Promise<void> {
  const hear = (line: string) => {
    run.hear?.(line);
    const fraction = readProgress(line, run.seconds);
    if (fraction !== undefined) run.onProgress?.(fraction);
  };
  const ended = await runProgram('ffmpeg', [...always, '-stats_period', '0.3', ...args], run.folder, hear);
  if (ended.failure !== undefined) throw explainFailure(ended.lastWords, ended.signal) ?? new Error(ended.failure);
}

/** Duration of these streams measured by reading them; undefined when that takes too long or fails. */
export async function measureSeconds(
  args: readonly string[],
  tracks: readonly number[],
  folder: string,
): Promise<number | undefined> {
  let microseconds = 0;
  const hear = (line: string) => {
    microseconds = microsecondsOf(line) ?? microseconds;
  };
  const mapped = tracks.flatMap(track => ['-map', `0:${track}`]);
  const copied = [...always, ...args, ...mapped, '-c', 'copy', '-f', 'null', '-'];
  const { failure } = await runProgram('ffmpeg', copied, folder, hear, { maxMs: maxProbeMs });
  return failure === undefined && microseconds > 0 ? microseconds / 1e6 : undefined;
}

export interface StartedFfmpeg {
  /** Feeds the raw input named `pipe:0`. */
  readonly input: Writable;
  /** Yields the raw output named `pipe:1`. */
  readonly output: Readable;
  /** Resolves when the process has ended; rejects as `runFfmpeg` does. */
  readonly ended: Promise<void>;
  readonly stop: () => void;
}

/** Starts ffmpeg with both pipes open, to process frames in this process. */
export function startFfmpeg(args: readonly string[], folder: string): StartedFfmpeg {
  const quiet = ['-hide_banner', '-nostdin', '-y', '-loglevel', 'error', '-nostats'];
  const run = spawn('ffmpeg', [...quiet, ...args], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  let lastWords = '';
  run.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString('utf8')).slice(-lastWordsBytes);
  });
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  run.once('error', error => {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    reject(isAbsent ? new AppError('ENGINE_NOT_CONFIGURED', { engine: 'ffmpeg' }, { cause: error }) : error);
  });
  run.once('close', (code, signal) => {
    if (code === 0) resolve();
    else reject(explainFailure(lastWords, signal) ?? new Error(`ffmpeg ended with ${signal ?? code}: ${lastWords}`));
  });
  // A caller that aborts early does not await the end.
  ended.catch(() => undefined);
  // A process that exits early closes its pipe; `ended` reports the reason.
  run.stdin.on('error', () => undefined);
  return { input: run.stdin, output: run.stdout, ended, stop: () => run.kill('SIGKILL') };
}

/** Runs ffprobe and returns its JSON output. Throws FILE_CORRUPT for a file that cannot be opened within the limits, or an Error after a kill. */
export async function runFfprobe(args: readonly string[], folder: string, maxMs = maxProbeMs): Promise<unknown> {
  const lines: string[] = [];
  const asJson = ['-hide_banner', '-loglevel', 'error', '-of', 'json=compact=1'];
  const bounds = { maxMs, maxBytes: maxAnswerBytes };
  const { failure, signal } = await runProgram(
    'ffprobe',
    [...asJson, ...args],
    folder,
    line => void lines.push(line),
    bounds,
  );
  const isKilled = signal !== null && !crashes.includes(signal);
  if (failure !== undefined)
    throw isKilled ? new Error(failure) : new AppError('FILE_CORRUPT', null, { cause: new Error(failure) });
  try {
    return JSON.parse(lines.join('\n'));
  } catch (cause) {
    throw new AppError('FILE_CORRUPT', null, { cause });
  }
}

/** Whether this ffmpeg build has all of these filters. */
export async function hasFilters(names: readonly string[], folder: string): Promise<boolean> {
  const found = new Set<string>();
  const note = (line: string) => {
    const name = /^ \S{3} (\S+)/.exec(line)?.[1];
    if (name) found.add(name);
  };
  await runProgram('ffmpeg', ['-hide_banner', '-filters'], folder, note);
  return names.every(name => found.has(name));
}
