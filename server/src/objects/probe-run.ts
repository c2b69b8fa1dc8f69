// The runs that inspect a stored file, loaded by the children of the light pool.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClipWish } from 'contract/clip/wish.ts';
import { AppError } from 'contract/errors.ts';
import type { FileFacts } from 'contract/facts.ts';
import type { Run } from 'contract/run.ts';
import { probeFile } from 'engines/probe.ts';
import { measureSize } from 'engines/video/measure-size.ts';
import { readPeaks } from 'engines/video/read-peaks.ts';
import { writeFilm } from 'engines/video/write-film.ts';
import { writePoster } from 'engines/video/write-poster.ts';

/** `bytes` is the size of the whole file; the input may contain only its leading part. */
const probe: Run<{ bytes: number }> = async ({ inputs, options }) => ({
  files: [],
  meta: { facts: await probeFile(inputs.file!.path, options.bytes) },
});

interface OfClip {
  /** What the first probe of the clip found. */
  readonly facts: FileFacts;
}

const poster: Run<OfClip> = async ({ inputs, options, folder }) => {
  const path = join(folder, 'poster.jpg');
  if (!(await writePoster(inputs.file!, options.facts, path))) throw new AppError('CLIP_WITHOUT_PICTURE');
  return { files: [{ path, name: 'poster.jpg', type: 'jpg' }] };
};

const film: Run<OfClip> = async ({ inputs, options, folder }) => {
  const path = join(folder, 'film.jpg');
  await writeFilm(inputs.file!, options.facts, path);
  return { files: [{ path, name: 'film.jpg', type: 'jpg' }] };
};

const peaks: Run<OfClip> = async ({ inputs, options, folder }) => {
  const path = join(folder, 'peaks.json');
  await writeFile(path, JSON.stringify(await readPeaks(inputs.file!, options.facts, folder)));
  return { files: [{ path, name: 'peaks.json', type: 'txt' }] };
};

const size: Run<OfClip & { wish: ClipWish }> = async ({ inputs, options: { facts, wish }, folder }) => ({
  files: [],
  meta: { bytes: await measureSize({ file: inputs.file!, facts, wish, folder }) },
});

export const runs = { probe, poster, film, peaks, size };
