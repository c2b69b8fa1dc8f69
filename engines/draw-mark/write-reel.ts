// Draws all subtitles of a clip as a reel: images of one size with a list of durations, which ffmpeg overlays on the frames.
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Point, Size } from 'contract/mark/place.ts';
import type { PartProgress } from 'contract/run.ts';
import { type Cue, listShown } from 'contract/subtitles/cues.ts';
import type { SubtitleStyle } from 'contract/subtitles/style.ts';
import type { Laid } from '../pixels/composite.ts';
import { sharp } from '../sharp.ts';
import { listPictures } from '../video/overlay-arguments.ts';
import { drawCues } from './draw-cues.ts';

interface Reel {
  /** A list for ffmpeg's concat demuxer. */
  readonly listPath: string;
  /** The position of the images on a frame. */
  readonly corner: Point;
}

interface Drawn extends Size, Point {
  readonly name: string;
}

/** Each image is read once and deleted with its folder, so speed matters more than size. */
const fast = { compressionLevel: 1, palette: false };

const writeSheet = ({ sheet: { data, width, height } }: Laid, path: string) =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .png(fast)
    .toFile(path);

/** Pads an image to the size of the reel. */
async function extend({ name, x, y, width, height }: Drawn, reel: Point & Size, folder: string): Promise<void> {
  const room = {
    left: x - reel.x,
    top: y - reel.y,
    right: reel.x + reel.width - x - width,
    bottom: reel.y + reel.height - y - height,
  };
  const path = join(folder, name);
  const wide = join(folder, `wide-${name}`);
  await sharp(path)
    .extend({ ...room, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png(fast)
    .toFile(wide);
  await rename(wide, path);
}

/** Share of the work that drawing takes; padding the images takes the rest. */
const drawingShare = 0.75;

/** Writes the reel; returns undefined if nothing is visible within `seconds`. The texts of the cues have been cleaned by `cleanCue`. */
export async function writeReel(
  cues: readonly Cue[],
  style: SubtitleStyle,
  clip: Size & { readonly seconds: number },
  { folder, onProgress }: { readonly folder: string; readonly onProgress: PartProgress },
): Promise<Reel | undefined> {
  const shown = listShown(cues).filter(({ start }) => start < clip.seconds);
  const drawn: (Drawn | undefined)[] = [];
  for (const [index, one] of shown.entries()) {
    const laid = await drawCues(one.cues, style, clip);
    const name = `cue-${index}.png`;
    if (laid) await writeSheet(laid, join(folder, name));
    drawn.push(laid && { name, x: laid.left, y: laid.top, width: laid.sheet.width, height: laid.sheet.height });
    onProgress((drawingShare * (index + 1)) / shown.length);
  }
  const seen = drawn.filter(one => one !== undefined);
  if (seen.length === 0) return undefined;
  const x = Math.min(...seen.map(one => one.x));
  const y = Math.min(...seen.map(one => one.y));
  const reel = {
    x,
    y,
    width: Math.max(...seen.map(one => one.x + one.width)) - x,
    height: Math.max(...seen.map(one => one.y + one.height)) - y,
  };
  for (const [index, one] of seen.entries()) {
    await extend(one, reel, folder);
    onProgress(drawingShare + ((1 - drawingShare) * (index + 1)) / seen.length);
  }
  const { width, height } = reel;
  await writeSheet(
    { sheet: { data: new Uint8Array(width * height * 4), width, height }, left: 0, top: 0 },
    join(folder, 'cue-none.png'),
  );
  const pictures: { name: string; seconds: number }[] = [];
  let until = 0;
  for (const [index, { start, end }] of shown.entries()) {
    if (start > until) pictures.push({ name: 'cue-none.png', seconds: start - until });
    until = Math.min(end, clip.seconds);
    pictures.push({ name: drawn[index]?.name ?? 'cue-none.png', seconds: until - start });
  }
  // The last image of the list stays until the end of the clip. An image that begins there or later would make ffmpeg repeat the last frame up to it.
  if (until < clip.seconds) pictures.push({ name: 'cue-none.png', seconds: clip.seconds - until });
  const listPath = join(folder, 'cues.ffconcat');
  await writeFile(listPath, listPictures(pictures));
  return { listPath, corner: { x, y } };
}
