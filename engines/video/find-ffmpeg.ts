// Finds ffmpeg and ffprobe on a search path and checks their versions.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The first release with every option that the engine uses, and the one in Debian 12. */
const oldest = { major: 5, minor: 1 };
const patienceMs = 20_000;

export type FoundFfmpeg =
  | { readonly isThere: true; readonly version: string }
  /** absent: no ffmpeg, or no ffprobe beside it. */
  | { readonly isThere: false; readonly why: 'absent' | 'old'; readonly version?: string };

/**
 * Parses the version printed by `ffmpeg -version`, e.g. "5.1.9-0+deb12u1". Builds from the source tree have versions like "N-112000-g0123456" and
 * count as new enough.
 */
export function readVersion(printed: string): { version: string; isNewEnough: boolean } | undefined {
  const version = /^ff(?:mpeg|probe) version (\S+)/m.exec(printed)?.[1];
  if (version === undefined) return undefined;
  const numbers = /^n?(\d+)\.(\d+)/.exec(version);
  if (!numbers) return { version, isNewEnough: true };
  const [major, minor] = [Number(numbers[1]), Number(numbers[2])];
  return { version, isNewEnough: major > oldest.major || (major === oldest.major && minor >= oldest.minor) };
}

async function askVersion(program: string, searchPath: string) {
  try {
    const asked = { env: { PATH: searchPath }, timeout: patienceMs };
    return readVersion((await promisify(execFile)(program, ['-version'], asked)).stdout);
  } catch {
    return undefined; // Missing or broken: either way it has to be installed.
  }
}

export async function findFfmpeg(searchPath: string): Promise<FoundFfmpeg> {
  const found = [await askVersion('ffmpeg', searchPath), await askVersion('ffprobe', searchPath)];
  const [ffmpeg, ffprobe] = found;
  if (!ffmpeg || !ffprobe) return { isThere: false, why: 'absent' };
  const old = found.find(program => !program?.isNewEnough);
  return old ? { isThere: false, why: 'old', version: old.version } : { isThere: true, version: ffmpeg.version };
}
