// The kinds of files that a question mentions, and how much they favour a tool, given its inputs and outputs.
import { type MediaName, media } from 'contract/media.ts';
import type { KnownTool } from '../content/read-tools.ts';
import { openPhrases, type ReadText } from './phrases.ts';
import type { Wish } from './read-wish.ts';

export type Kind = 'picture' | 'video' | 'sound' | 'document';

const findKinds = (
  [
    [
      'video',
      {
        zh: '视频|录像|录屏|影片|短片|电影(?!感|风|色|调|海报)|片[头尾](?!曲)|电视剧|vlog|行车记录仪|直播|监控|动画片|剪映|镜头|片子|mv',
        en: 'video|clip|movie|footage|screen recording|video recording|recorded screen|vlog|reel|dashcam|camcorder|film clip|tv show|episode|gopro|cctv|youtube video|short',
      },
    ],
    [
      'picture',
      {
        zh: '图(?!标$)|照片|照|相片|截屏|自拍|壁纸|头像|照的|拍的?[一张]|插画|海报|证件|[一二两三四五六七八九十几多]张',
        en: 'image|photo|photographed|picture|pic|screenshot|snapshot|snap|selfie|jpg|jpeg|wallpaper|portrait|avatar|drawing|headshot|scan',
      },
    ],
    [
      'sound',
      { zh: '音频|录音|语音|歌|播客', en: 'audio|recording|podcast|interview|lecture|song|music|voice memo|sound' },
    ],
    ['document', { zh: 'pdf', en: 'pdf' }],
  ] as const
).map(([kind, phrases]) => [kind as Kind, openPhrases(phrases)] as const);

const kindOfType = (type: MediaName): Kind | undefined => {
  const { kind } = media[type];
  return kind === 'text' ? undefined : kind;
};

export function findKindsIn(text: ReadText, { from }: Pick<Wish, 'from'>): Set<Kind> {
  const named = findKinds.filter(([, find]) => find(text).length > 0).map(([kind]) => kind);
  return new Set([...named, ...from.flatMap(type => kindOfType(type) ?? [])]);
}

const acceptedBy = ({ tool }: KnownTool): Set<MediaName> =>
  new Set([
    ...(tool.opens?.accept ?? []),
    ...tool.calls.slice(0, 1).flatMap(({ inputs }) => inputs.flatMap(({ accept, isMask }) => (isMask ? [] : accept))),
  ]);

const kindNouns =
  /图片|照片|相片|图像|图|视频|录像|录屏|动图|\b(images?|photos?|pictures?|pics?|screenshots?|videos?|clips?|movies?|gifs?|pdfs?)\b|pdf/gi;

/** The question without its nouns for kinds of files, to ask the same about another kind. */
export const withoutKinds = (question: string): string => question.replace(kindNouns, ' ');

/** The factor by which the mentioned kinds favour a tool; 1 is neutral. */
export function weighFiles(
  known: KnownTool,
  kinds: ReadonlySet<Kind>,
  { to, from }: Pick<Wish, 'to' | 'from'>,
): number {
  const accepted = acceptedBy(known);
  const takes = new Set([...accepted].map(kindOfType));
  const isOfClips = known.tool.category === 'video';
  let weight = 1;
  // Tools for links take no file at all.
  if (
    accepted.size > 0 &&
    kinds.size > 0 &&
    ![...kinds].some(kind => takes.has(kind) || (kind === 'sound' && isOfClips))
  )
    weight *= 0.1;
  if (kinds.has('video') && isOfClips) weight *= 1.5;
  if (kinds.has('video') && !isOfClips && !takes.has('video')) weight *= 0.6;
  if (!kinds.has('video') && !kinds.has('sound') && kinds.has('picture') && isOfClips) weight *= 0.6;
  // A person who mentions no kind usually has a picture.
  if (kinds.size === 0 && isOfClips) weight *= 0.9;
  const makes = known.tool.asks?.format?.choices ?? [];
  if (to && makes.includes(to)) weight *= from.length > 0 && from.every(type => accepted.has(type)) ? 3 : 1.4;
  if (from.length > 0 && accepted.size > 0 && !from.some(type => accepted.has(type))) weight *= 0.5;
  return weight;
}
