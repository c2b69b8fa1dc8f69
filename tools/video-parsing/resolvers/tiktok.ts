// TikTok: a post's page contains it in a JSON script. The site serves its files only to browsers with its cookies, so a download may be refused
// although the page can be read; images are not affected.
import { AppError } from 'contract/errors.ts';
import type { FoundFile } from 'contract/link-visit.ts';
import { dig, digList, digNumber, digText, readScript } from 'engines/page/read-state.ts';
import { coverAt, hostsOf, linkOf, type Resolver, withFacts } from '../resolver.ts';

const manner = { referer: 'https://www.tiktok.com/' } as const;
/** Status codes of a page whose post is deleted or not public. */
const goneCodes = [10204, 10215, 10216, 10222];

function readVideos(post: unknown): FoundFile[] {
  const video = dig(post, 'video');
  const seconds = digNumber(video, 'duration');
  const qualities = digList(video, 'bitrateInfo').flatMap((one): FoundFile[] => {
    const url = linkOf(digList(one, 'PlayAddr', 'UrlList')[0]);
    const facts = {
      width: digNumber(one, 'PlayAddr', 'Width'),
      height: digNumber(one, 'PlayAddr', 'Height'),
      bytes: digNumber(one, 'PlayAddr', 'DataSize'),
      bitsPerSecond: digNumber(one, 'Bitrate'),
      seconds,
    };
    return url ? [{ kind: 'video', url, ...withFacts(facts), isMain: true, ...manner }] : [];
  });
  const url = linkOf(dig(video, 'playAddr'));
  const facts = { width: digNumber(video, 'width'), height: digNumber(video, 'height'), seconds };
  const usual: FoundFile[] = url ? [{ kind: 'video', url, ...withFacts(facts), isMain: true, ...manner }] : [];
  return qualities.length > 0 ? qualities : usual;
}

const readPictures = (post: unknown): FoundFile[] =>
  digList(post, 'imagePost', 'images').flatMap(image => {
    const url = linkOf(digList(image, 'imageURL', 'urlList')[0]);
    const facts = { width: digNumber(image, 'imageWidth'), height: digNumber(image, 'imageHeight') };
    return url ? [{ kind: 'picture', url, ...withFacts(facts), isMain: true, ...manner }] : [];
  });

export const tiktok: Resolver = {
  site: 'TikTok',
  isOwn: hostsOf('tiktok.com'),
  read: ([page]) => {
    if (!page) return undefined;
    const data = readScript(page.page.scripts, '__UNIVERSAL_DATA_FOR_REHYDRATION__');
    const detail = dig(data, '__DEFAULT_SCOPE__', 'webapp.video-detail');
    if (goneCodes.includes(digNumber(detail, 'statusCode'))) throw new AppError('LINK_GONE');
    const post = dig(detail, 'itemInfo', 'itemStruct');
    if (!post) return undefined;
    const pictures = readPictures(post);
    return {
      site: tiktok.site,
      title: digText(post, 'desc'),
      author: digText(post, 'author', 'nickname') || digText(post, 'author', 'uniqueId'),
      ...coverAt(dig(post, 'video', 'cover'), manner),
      files: pictures.length > 0 ? pictures : readVideos(post),
    };
  },
};
