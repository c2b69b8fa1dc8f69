// Refuses clips whose structure no recording has, before ffmpeg reads them. A file of 150 KB can keep ffmpeg busy for an hour: with ten thousand edits
// that each play the whole clip, or with tags, chapters or programs that it compares with each other.
import { closeSync, fstatSync, openSync } from 'node:fs';
import type { MediaName } from 'contract/media.ts';
import type { ClipFile } from '../open-arguments.ts';
import { scanTopBoxes } from './scan-boxes.ts';
import { scanElements } from './scan-elements.ts';
import { scanObjects } from './scan-objects.ts';
import { scanPrograms } from './scan-programs.ts';
import { scanScripts } from './scan-scripts.ts';
import { scanChunks, scanFlac, scanId3, scanOgg } from './scan-tags.ts';
import { openSource, type Source } from './source.ts';
import { Tally } from './tally.ts';

type Scan = (source: Source, tally: Tally) => void;

const scans: Readonly<Partial<Record<MediaName, Scan>>> = {
  mp4: scanTopBoxes,
  mov: scanTopBoxes,
  '3gp': scanTopBoxes,
  m4a: scanTopBoxes,
  mkv: scanElements,
  webm: scanElements,
  avi: scanChunks,
  wav: scanChunks,
  flac: scanFlac,
  ogg: scanOgg,
  ts: scanPrograms,
  wmv: scanObjects,
  flv: scanScripts,
};

/** Throws CLIP_TOO_COMPLEX. Reads only headers. */
export function checkStructure({ path, type }: ClipFile): void {
  const file = openSync(path, 'r');
  try {
    const source = openSource(file, fstatSync(file).size);
    const tally = new Tally();
    // ffmpeg reads these tags before any file.
    scanId3(source, 0, tally);
    scans[type]?.(source, tally);
  } finally {
    closeSync(file);
  }
}
