// Previews of results that are not paid yet: a small copy covered with the product's name; of a clip or a sound only its first seconds.
import { dirname, join } from 'node:path';
import { chooseTrack } from 'contract/clip/plan.ts';
import { AppError } from 'contract/errors.ts';
import type { MediaName } from 'contract/media.ts';
import { media } from 'contract/media.ts';
import { findMissing, inkToSize, layText, type TextLook } from './draw-mark/text.ts';
import { openPicture, refuseDamage } from './image.ts';
import { sharp } from './sharp.ts';
import { type ClipFile, openPart } from './video/open-arguments.ts';
import { probeClip } from './video/probe-clip.ts';
import { runFfmpeg } from './video/run-ffmpeg.ts';

const longEdge = 1080;
const shownSeconds = 6;
const heardSeconds = 10;
const opacity = 0.42;
const shadowOpacity = 0.3;
const degrees = -28;

const lookOf = (name: string): TextLook => ({ text: name, weight: 700, align: 'center', letterSpacing: 0.06 });

/** The first name of which every letter can be drawn, else the last one. */
async function chooseName(names: readonly string[]): Promise<string> {
  for (const name of names.slice(0, -1)) if ((await findMissing(lookOf(name))).length === 0) return name;
  return names.at(-1) ?? '';
}

/** Draws the name in white with a dark edge, visible on light and dark pictures; PNG with transparency. */
async function drawName(name: string, letterPixels: number): Promise<Buffer> {
  const look = lookOf(name);
  const laid = await layText(look);
  const scale = letterPixels / laid.emPixels;
  const size = [laid.coverage.width, laid.coverage.height].map(side => Math.max(1, Math.round(side * scale)));
  const { data, width, height } = await inkToSize(look, laid, size[0]!, size[1]!);
  const edge = Math.max(1, Math.round(letterPixels / 24));
  const paint = (ink: number, alpha: number) => {
    const pixels = Buffer.alloc(width * height * 4, ink);
    for (let at = 0; at < data.length; at++) pixels[at * 4 + 3] = Math.round(data[at]! * alpha);
    return { input: pixels, raw: { width, height, channels: 4 as const } };
  };
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const flat = await sharp({
    create: { width: width + 2 * edge, height: height + 2 * edge, channels: 4, background: clear },
  })
    .composite([
      { ...paint(0, shadowOpacity), left: 2 * edge, top: 2 * edge },
      { ...paint(255, opacity), left: edge, top: edge },
    ])
    .png()
    .toBuffer();
  return sharp(flat).rotate(degrees, { background: clear }).png().toBuffer();
}

/** Repeats the name over an area, with every other row shifted by half. */
async function coverWith(name: string, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const shorter = Math.min(width, height);
  const letterPixels = Math.min(40, Math.max(10, Math.round(shorter / 14)));
  const mark = await drawName(name, letterPixels);
  const { width: markWidth = 1, height: markHeight = 1 } = await sharp(mark).metadata();
  const step = { x: Math.round(markWidth * 1.25), y: Math.round(markHeight * 1.1) };
  const places: { left: number; top: number }[] = [];
  for (let row = 0, top = -markHeight / 2; top < height; row += 1, top += step.y)
    for (let left = (row % 2 === 0 ? -0.3 : -0.8) * step.x; left < width; left += step.x)
      places.push({ left: Math.round(left), top: Math.round(top) });
  // Marks that cross an edge are cropped together with the margin.
  const margin = { x: markWidth, y: markHeight };
  const sheet = await sharp({
    create: {
      width: width + 2 * margin.x,
      height: height + 2 * margin.y,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    },
  })
    .composite(
      places
        .map(({ left, top }) => ({ input: mark, left: left + margin.x, top: top + margin.y }))
        .filter(({ left, top }) => left >= 0 && top >= 0 && left <= width + margin.x && top <= height + margin.y),
    )
    .png()
    .toBuffer();
  return sharp(sheet).extract({ left: margin.x, top: margin.y, width, height }).png().toBuffer();
}

async function markPicture(from: string, stem: string, name: string): Promise<string> {
  const picture = await openPicture(from);
  return refuseDamage(picture, async () => {
    const { data, info } = await picture
      .start()
      .resize(longEdge, longEdge, { fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    // Atop: transparency stays as it is, since pages take a subject's matte from its preview and draw other backgrounds behind it.
    const marked = sharp(data, { raw: { width, height, channels: 4 } }).composite([
      { input: await coverWith(name, { width, height }), blend: 'atop' },
    ]);
    const path = `${stem}.${picture.hasAlpha ? 'webp' : 'jpg'}`;
    await (picture.hasAlpha ? marked.webp({ quality: 78, effort: 2 }) : marked.jpeg({ quality: 78 })).toFile(path);
    return path;
  });
}

/** The tracks that a player would choose. */
async function findTracks(file: ClipFile) {
  const { streams = [] } = await probeClip(file);
  return { video: chooseTrack(streams, 'video'), sound: chooseTrack(streams, 'sound') };
}

async function markClip(from: string, type: MediaName, stem: string, name: string): Promise<string> {
  const folder = dirname(stem);
  const mark = join(folder, 'mark.png');
  await sharp(await coverWith(name, { width: longEdge, height: longEdge })).toFile(mark);
  const path = `${stem}.mp4`;
  const size = `scale=w='min(${longEdge},iw)':h='min(${longEdge},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;
  const { video, sound } = await findTracks({ path: from, type });
  if (!video) throw new AppError('FILE_CORRUPT');
  await runFfmpeg(
    [
      ...openPart({ path: from, type }, { start: 0, taken: shownSeconds }),
      ...['-f', 'png_pipe', '-i', `file:${mark}`],
      ...['-filter_complex', `[0:${video.index}]${size},setsar=1[small];[small][1:v]overlay=0:0,format=yuv420p[shown]`],
      ...['-map', '[shown]', ...(sound ? ['-map', `0:${sound.index}`] : []), '-t', String(shownSeconds)],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28', '-c:a', 'aac', '-b:a', '96k', '-ac', '2'],
      ...['-movflags', '+faststart', '-f', 'mp4', `file:${path}`],
    ],
    { folder, seconds: shownSeconds },
  );
  return path;
}

async function cutSound(from: string, type: MediaName, stem: string): Promise<string> {
  const path = `${stem}.m4a`;
  const { sound } = await findTracks({ path: from, type });
  if (!sound) throw new AppError('FILE_CORRUPT');
  await runFfmpeg(
    [
      ...openPart({ path: from, type }, { start: 0, taken: heardSeconds }),
      ...[
        '-map',
        `0:${sound.index}`,
        '-vn',
        '-c:a',
        'aac',
        '-b:a',
        '96k',
        '-ac',
        '2',
        '-movflags',
        '+faststart',
        '-f',
        'ipod',
      ],
      `file:${path}`,
    ],
    { folder: dirname(stem), seconds: heardSeconds },
  );
  return path;
}

/**
 * Writes the preview of a file beside `stem` and returns its path: a picture of at most 1080 pixels per side, an MP4 of the first 6 seconds or an M4A
 * of the first 10. Pictures and clips carry the first of the product's names that can be drawn. Undefined for documents and text, which have none.
 * Throws the errors of a damaged file.
 */
export async function writeLockedPreview(
  file: { readonly path: string; readonly type: MediaName },
  stem: string,
  names: readonly string[],
): Promise<string | undefined> {
  const { kind } = media[file.type];
  if (kind === 'sound') return cutSound(file.path, file.type, stem);
  if (kind === 'picture') return markPicture(file.path, stem, await chooseName(names));
  return kind === 'video' ? markClip(file.path, file.type, stem, await chooseName(names)) : undefined;
}
