// The runs that inspect a stored file, loaded by the children of the light pool.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClipWish } from 'contract/clip/wish.ts';
import { AppError } from 'contract/errors.ts';
import type { Run } from 'contract/run.ts';
import { probeFile } from 'engines/probe.ts';
import { measureSize } from 'engines/video/measure-size.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import { readPeaks } from 'engines/video/read-peaks.ts';
import { writeFilm } from 'engines/video/write-film.ts';
import { writePoster } from 'engines/video/write-poster.ts';

/** `bytes` is the size of the whole file; the input may contain only its leading part. */
const probe: Run<{ bytes: number }> = async ({ inputs, options }) => ({
  files: [],
  meta: { facts: await probeFile(inputs.file!.path, options.bytes) },
});

const poster: Run<{ bytes: number }> = async ({ inputs, folder }) => {
  const clip = inputs.file!;
  const path = join(folder, 'poster.jpg');
  if (!(await writePoster(clip, await probeClip(clip), path))) throw new AppError('CLIP_WITHOUT_PICTURE');
  return { files: [{ path, name: 'poster.jpg', type: 'jpg' }] };
};

const film: Run<{ bytes: number }> = async ({ inputs, folder }) => {
  const clip = inputs.file!;
  const path = join(folder, 'film.jpg');
  await writeFilm(clip, await probeClip(clip), path);
  return { files: [{ path, name: 'film.jpg', type: 'jpg' }] };
};

const peaks: Run<{ bytes: number }> = async ({ inputs, folder }) => {
  const clip = inputs.file!;
  const path = join(folder, 'peaks.json');
  await writeFile(path, JSON.stringify(await readPeaks(clip, await probeClip(clip), folder)));
  return { files: [{ path, name: 'peaks.json', type: 'txt' }] };
};

const size: Run<{ bytes: number; wish: ClipWish }> = async ({ inputs, options, folder }) => {
  const clip = inputs.file!;
  const facts = { type: clip.type, bytes: options.bytes, ...(await probeClip(clip)) };
  return { files: [], meta: { bytes: await measureSize({ file: clip, facts, wish: options.wish, folder }) } };
};

export const runs = { probe, poster, film, peaks, size };
