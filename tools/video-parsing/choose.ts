// Chooses from what was found, once the beginning of each file was seen: what is no media goes, small pictures go when there are large
// ones, and the same file is offered once.
import { AppError } from 'contract/errors.ts';
import type { Finds, FoundFile, SeenFile } from 'contract/link-visit.ts';
import { type MediaName, media } from 'contract/media.ts';
import { probeFile } from 'engines/probe.ts';
import { type ProbedClip, probeClip } from 'engines/video/probe-clip.ts';
import { withFacts } from './resolver.ts';

/** A picture with a shorter side is an icon, a button or a counter. */
const smallestSide = 120;
/** A picture beside the post is kept if it has this part of the pixels of the largest. */
const leastShare = 0.04;

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

/** The file with what its first bytes tell; undefined when they are not what the page said. */
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

/** Types that tell their length and size at their beginning. */
const telling: readonly MediaName[] = ['mp4', 'mov', 'm4a', '3gp', 'webm', 'mkv'];

/** The file with the facts that its page did not tell, where its beginning holds them. */
async function withClipFacts(file: FoundFile & { readonly type: MediaName }, path: string): Promise<FoundFile> {
  const isKnown = file.seconds !== undefined && (file.width !== undefined || file.kind === 'sound');
  if (isKnown || !telling.includes(file.type)) return file;
  // Without ffmpeg, or with the index at the end of the file, the page's word is all there is.
  const facts = await probeClip({ path, type: file.type }).catch(() => ({}) as ProbedClip);
  const { width, height, seconds, streams = [] } = facts;
  const isSilent = streams.length > 0 && !streams.some(({ kind }) => kind === 'sound');
  return {
    ...file,
    ...withFacts({ width: width ?? 0, height: height ?? 0, seconds: seconds ?? 0 }),
    ...(file.kind === 'video' && isSilent && { isSilent }),
  };
}

/** The name of a picture without the size that its address tells: one picture in two sizes is offered once. */
function nameWithoutSize(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname.replace(/[-_]\d{2,5}x\d{2,5}(?=\.\w+$)/, '').replace(/[@!][\w,=-]{2,60}$/, '')}`;
}

/** Whether two addresses differ in what tells a size alone; anything else, such as an id, is another picture. */
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
    if (!known || one.pixels > known.pixels) best.set(identity, known ? { ...one, file: { ...one.file } } : one);
  }
  return [...best.values()];
}

/** Pictures of the post itself, if there are any; else all that are not far smaller than the largest. */
function choosePictures(pictures: readonly Judged[]): Judged[] {
  const large = pictures.filter(({ isSmall }) => !isSmall);
  const largest = Math.max(0, ...large.map(({ pixels }) => pixels));
  const near = large.filter(({ pixels, file }) => pixels === 0 || file.isMain || pixels >= largest * leastShare);
  return near;
}

const rank = ({ file }: Judged) => (file.height ?? 0) * 1e9 + (file.bitsPerSecond ?? 0) + (file.bytes ?? 0) / 1e3;

/** The best first; pictures keep their order. */
const inOrder = (videos: readonly Judged[]) => videos.toSorted((a, b) => rank(b) - rank(a));

/**
 * `paths` are the beginnings of files, in the order of `seen`. Throws LINK_WITHOUT_MEDIA when nothing is left.
 */
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
