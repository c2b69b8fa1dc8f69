// Finding ffmpeg on a search path: present, too old, without ffprobe, or missing.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFfmpeg } from './find-ffmpeg.ts';

/** Makes a folder with programs that print a version. */
async function makeFolder(versions: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'programs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, version] of Object.entries(versions)) {
    await writeFile(
      join(folder, name),
      `#!/bin/sh\necho "${name} version ${version} Copyright (c) the FFmpeg developers"\n`,
    );
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

test.each([
  [
    { ffmpeg: '5.1.9-0+deb12u1', ffprobe: '5.1.9-0+deb12u1' },
    { isThere: true, version: '5.1.9-0+deb12u1' },
  ],
  [
    { ffmpeg: '4.3.6', ffprobe: '4.3.6' },
    { isThere: false, why: 'old', version: '4.3.6' },
  ],
  [{ ffmpeg: '7.1' }, { isThere: false, why: 'absent' }],
  [{}, { isThere: false, why: 'absent' }],
])('with %j on the search path the result is %j', async (versions, found) => {
  expect(await findFfmpeg(await makeFolder(versions))).toEqual(found);
});
