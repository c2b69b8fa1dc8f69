// Weibo: the mobile page contains the post in $render_data.
import { AppError } from 'contract/errors.ts';
import type { FoundFile } from 'contract/link-visit.ts';
import { readWords } from 'engines/page/read-page.ts';
import { dig, digList, digNumber, digText, readState } from 'engines/page/read-state.ts';
import { coverAt, hostsOf, linkOf, type Resolver, withFacts } from '../resolver.ts';

const manner = { referer: 'https://weibo.com/' } as const;

/** Returns the height of a quality from its key, such as mp4_720p_mp4. */
const heightOf = (key: string) => Number(/_(\d{3,4})p_/.exec(key)?.[1] ?? (key.includes('_hd_') ? 480 : 360));

function readVideos(post: unknown): FoundFile[] {
  const page = dig(post, 'page_info');
  const addresses = Object.entries((dig(page, 'urls') as Record<string, unknown> | undefined) ?? {});
  const seconds = digNumber(page, 'media_info', 'duration');
  return addresses
    .flatMap(([key, address]): FoundFile[] => {
      const url = linkOf(address);
      const height = heightOf(key);
      return url
        ? [{ kind: 'video', url, ...withFacts({ height, seconds, label: `${height}P` }), isMain: true, ...manner }]
        : [];
    })
    .sort((a, b) => (b.height ?? 0) - (a.height ?? 0));
}

const readPictures = (post: unknown): FoundFile[] =>
  digList(post, 'pics').flatMap(picture => {
    const url = linkOf(dig(picture, 'large', 'url')) ?? linkOf(dig(picture, 'url'));
    const size = dig(picture, 'large', 'geo');
    const facts = { width: digNumber(size, 'width'), height: digNumber(size, 'height') };
    return url ? [{ kind: 'picture', url, ...withFacts(facts), isMain: true, ...manner }] : [];
  });

export const weibo: Resolver = {
  site: '微博 Weibo',
  isOwn: hostsOf('weibo.com', 'weibo.cn'),
  begin: link => {
    const post = /^\/(?:\d+|detail|status)\/(\w{8,20})\/?$/.exec(link.pathname)?.[1];
    return { url: post ? `https://m.weibo.cn/status/${post}` : link.href, device: 'phone' };
  },
  read: ([page]) => {
    if (!page) return undefined;
    if (/^(?:passport|login)\./.test(page.url.hostname)) throw new AppError('LINK_LOGIN_NEEDED');
    const post = dig(readState(page.page.scripts, '$render_data'), 0, 'status');
    if (!post) return undefined;
    const pictures = readPictures(post);
    return {
      site: weibo.site,
      title: readWords(digText(post, 'text')).slice(0, 300),
      author: digText(post, 'user', 'screen_name'),
      ...coverAt(dig(post, 'page_info', 'page_pic', 'url') ?? pictures[0]?.url, manner),
      files: [...readVideos(post), ...pictures],
    };
  },
};
