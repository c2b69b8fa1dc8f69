// Selects from the finds of a page after the first bytes of each file were fetched: drops files that are not media, and small images,
// and removes duplicates.
import { AppError } from 'contract/errors.ts';
import type { Finds, FoundFile, SeenFile } from 'contract/link-visit.ts';
import { type MediaName, media } from 'contract/media.ts';
import { probeFile } from 'engines/probe.ts';
import { type ProbedClip, probeClip } from 'engines/video/probe-clip.ts';
import { withFacts } from './resolver.ts';

/** Minimum shorter side of an image in pixels; smaller ones are icons, buttons or trackers. */
const smallestSide = 120;
/** Minimum pixels of an image outside the post, as a share of the largest. */
const minShare = 0.04;

const kindOf = ({ type }: SeenFile): FoundFile['kind'] | undefined => {
  const { kind } = media[type];
  if (type === 'm3u8' || type === 'mpd') return 'video';
  return kind === 'video' || kind === 'sound' || kind === 'picture' ? kind : undefined;
};

interface Judged {
  readonly file: FoundFile;
  readonly isSmall: boolean;
  readonly pixels: number;
}

/** Adds the facts from the first bytes; undefined if they contradict the page. */
async function judge(
  file: FoundFile,
  seen: SeenFile | undefined,
  path: string | undefined,
): Promise<Judged | undefined> {
  const isPlaylist = file.type === 'm3u8' || file.type === 'mpd';
  if (isPlaylist) return { file, isSmall: false, pixels: 0 };
  if (!seen || kindOf(seen) !== file.kind) return undefined;
  const known = { ...file, type: seen.type, ...(seen.bytes > 0 && { bytes: seen.bytes }) };
  if (path === undefined) return { file: known, isSmall: false, pixels: 0 };
  if (file.kind !== 'picture') return { file: await withClipFacts(known, path), isSmall: false, pixels: 0 };
  const { width, height } = await probeFile(path, seen.bytes);
  if (!width || !height) return { file: known, isSmall: false, pixels: 0 };
  return {
    file: { ...known, width, height },
    isSmall: Math.min(width, height) < smallestSide,
    pixels: width * height,
  };
}

/** Formats whose header contains duration and size. */
const telling: readonly MediaName[] = ['mp4', 'mov', 'm4a', '3gp', 'webm', 'mkv'];

/** Adds facts that the page did not contain, if the start of the file has them. */
async function withClipFacts(file: FoundFile & { readonly type: MediaName }, path: string): Promise<FoundFile> {
  const isKnown = file.seconds !== undefined && (file.width !== undefined || file.kind === 'sound');
  if (isKnown || !telling.includes(file.type)) return file;
  // Without ffmpeg, or if the index is at the end of the file, only the page's facts are known.
  const facts = await probeClip({ path, type: file.type }).catch(() => ({}) as ProbedClip);
  const { width, height, seconds, streams = [] } = facts;
  const isSilent = streams.length > 0 && !streams.some(({ kind }) => kind === 'sound');
  return {
    ...file,
    ...withFacts({ width: width ?? 0, height: height ?? 0, seconds: seconds ?? 0 }),
    ...(file.kind === 'video' && isSilent && { isSilent }),
  };
}

/** Returns an image's address without the size in its name, so that two sizes of one image are offered once. */
function nameWithoutSize(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname.replace(/[-_]\d{2,5}x\d{2,5}(?=\.\w+$)/, '').replace(/[@!][\w,=-]{2,60}$/, '')}`;
}

/** Returns a key that ignores size parameters of an address; other parameters, such as an id, identify a different image. */
function identityOf(file: FoundFile): string {
  if (file.kind !== 'picture') return `${file.url}\n${file.pick ?? ''}`;
  const { searchParams } = new URL(file.url);
  const rest = [...searchParams].filter(
    ([name]) =>
      !/^(?:w|h|width|height|size|q|quality|fit|crop|dpr|auto|fm|format|name|x-oss-process|imageview2.*)$/i.test(name),
  );
  return `${nameWithoutSize(file.url)}\n${rest
    .map(pair => pair.join('='))
    .sort()
    .join('&')}`;
}

function keepLargest(judged: readonly Judged[]): Judged[] {
  const best = new Map<string, Judged>();
  for (const one of judged) {
    const identity = identityOf(one.file);
    const known = best.get(identity);
    const larger = known && known.pixels >= one.pixels ? known : one;
    // One of two sizes of an image may be marked as the post's own; both then are.
    const isMain = known?.file.isMain || one.file.isMain;
    best.set(identity, isMain && !larger.file.isMain ? { ...larger, file: { ...larger.file, isMain } } : larger);
  }
  return [...best.values()];
}

/** Returns the images of the post itself and those that are not far smaller than the largest. */
function choosePictures(pictures: readonly Judged[]): Judged[] {
  const large = pictures.filter(({ isSmall }) => !isSmall);
  const largest = Math.max(0, ...large.map(({ pixels }) => pixels));
  const near = large.filter(({ pixels, file }) => pixels === 0 || file.isMain || pixels >= largest * minShare);
  return near;
}

const rank = ({ file }: Judged) => (file.height ?? 0) * 1e9 + (file.bitsPerSecond ?? 0) + (file.bytes ?? 0) / 1e3;

/** Sorts videos by quality, best first; images keep their order. */
const inOrder = (videos: readonly Judged[]) => videos.toSorted((a, b) => rank(b) - rank(a));

/** Selects the files. `paths` are the first bytes of files, in the order of `seen`. Throws LINK_WITHOUT_MEDIA if nothing is left. */
export async function chooseFinds(finds: Finds, seen: readonly SeenFile[], paths: readonly string[]): Promise<Finds> {
  const judged: Judged[] = [];
  for (const [index, file] of finds.files.entries()) {
    const at = seen.findIndex(one => one.index === index);
    const one = await judge(file, seen[at], paths[at]);
    if (one) judged.push(one);
  }
  const once = keepLargest(judged);
  const videos = inOrder(once.filter(({ file }) => file.kind === 'video'));
  const sounds = once.filter(({ file }) => file.kind === 'sound');
  const pictures = choosePictures(once.filter(({ file }) => file.kind === 'picture'));
  const files = [...videos, ...sounds, ...pictures].map(({ file }) => file);
  if (files.length === 0) throw new AppError('LINK_WITHOUT_MEDIA');
  const { cover, ...rest } = finds;
  const coverAt = seen.findIndex(({ index }) => index === 'cover');
  const shown = cover && (await judge(cover, seen[coverAt], paths[coverAt]));
  return { ...rest, ...(shown && { cover: shown.file }), files };
}
