// Reads facts about a file from its header, without decoding pixels where the format allows it.
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import type { FileFacts } from 'contract/facts.ts';
import { type MediaName, media, pictureTypes, sniffFile } from 'contract/media.ts';
import { checkContainer } from './formats/check-container.ts';
import { unpackHead } from './formats/unpack-svg.ts';
import { claimsFrames } from './frames/read-apng.ts';
import { readAvif } from './frames/read-avif.ts';
import { openPicture, showDelay } from './image.ts';
import { sharp } from './sharp.ts';
import { findHiddenSeconds, lacksEnd, probeClip } from './video/probe-clip.ts';

/** EXIF orientations 5 to 8 rotate the picture by a quarter turn. */
const isTurned = (orientation = 1) => orientation >= 5;

/** Formats whose header sharp can read from the first part of a file. */
const readsHead: readonly string[] = ['jpg', 'png', 'webp', 'gif', 'avif', 'heic', 'tiff'];

/**
 * Returns facts about the file at `path`, which contains the first part of a file of `bytes` bytes, or all of it. For a file that is damaged, too
 * large or truncated within its header only type and size are returned: the run itself refuses it with a reason. Throws TYPE_UNSUPPORTED for bytes of
 * an unknown type.
 */
export async function probeFile(path: string, bytes: number): Promise<FileFacts> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const type = await sniffFile(async (start, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    }, unpackHead);
    if (!type) throw new AppError('TYPE_UNSUPPORTED', { accepted: pictureTypes.join(', '), found: null });
    return await probeKnown({ path, file, type, isWhole: size >= bytes, bytes }).catch(error => ({
      type,
      bytes,
      ...(error instanceof AppError && error.code === 'CLIP_TOO_COMPLEX' && { isTooComplex: true }),
    }));
  } finally {
    await file.close();
  }
}

interface Probed {
  readonly path: string;
  readonly file: FileHandle;
  readonly type: MediaName;
  readonly isWhole: boolean;
  readonly bytes: number;
}

const durationOf = (delaysMs: readonly number[]) => ({ seconds: delaysMs.reduce((sum, ms) => sum + ms, 0) / 1000 });

/** Whether the file is an animation of which sharp sees one picture, or none. */
async function isComposed(path: string, file: FileHandle, type: MediaName): Promise<boolean> {
  if (type === 'png') return claimsFrames(file);
  return type === 'avif' && (await readAvif(path, file)) !== undefined;
}

async function openFrames(path: string, type: MediaName, bytes: number): Promise<FileFacts> {
  const { width, height, frames, timing } = await openPicture(path);
  return { type, bytes, width, height, frames, ...(timing && durationOf(timing.delaysMs)) };
}

async function probeKnown({ path, file, type, isWhole, bytes }: Probed): Promise<FileFacts> {
  if (media[type].kind === 'video' || media[type].kind === 'sound') {
    const clip = { path, type };
    const facts = await probeClip(clip);
    const [isCut, seconds] = await Promise.all([lacksEnd(clip, facts), findHiddenSeconds(clip, facts)]);
    if (isCut) return { type, bytes, ...facts, isDamaged: true };
    return { type, bytes, ...facts, ...(seconds !== undefined && { seconds }) };
  }
  if (readsHead.includes(type)) {
    await checkContainer(file, type);
    if (isWhole && (await isComposed(path, file, type))) return openFrames(path, type, bytes);
    const { width, height, pageHeight, pages, delay, orientation } = await sharp(path, {
      failOn: 'none',
      limitInputPixels: false,
    }).metadata();
    const seen = { width, height: pageHeight ?? height };
    // The size of a HEIC already has its own rotation applied, which the EXIF orientation only repeats.
    if (type !== 'heic' && isTurned(orientation)) [seen.width, seen.height] = [seen.height, seen.width];
    const frames = pages ?? 1;
    return { type, bytes, ...seen, frames, ...(delay && frames > 1 && durationOf(delay.map(showDelay))) };
  }
  if (!isWhole) return { type, bytes };
  const { width, height, frames } = await openPicture(path);
  return { type, bytes, width, height, frames };
}
