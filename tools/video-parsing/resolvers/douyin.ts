// Douyin: the mobile share page contains the post in window._ROUTER_DATA. Short links (v.douyin.com) redirect there.
import { AppError } from 'contract/errors.ts';
import type { FoundFile } from 'contract/link-visit.ts';
import { dig, digList, digNumber, digText, digValues, readState } from 'engines/page/read-state.ts';
import { coverAt, hostsOf, linkOf, type Resolver, withFacts } from '../resolver.ts';

const manner = { device: 'phone' } as const;

/** Returns the id of a post from an address of the desktop site. */
const postOf = ({ pathname, searchParams }: URL): string | undefined =>
  /\/(?:video|note|slides)\/(\d{8,25})/.exec(pathname)?.[1] ??
  /^\d{8,25}$/.exec(searchParams.get('modal_id') ?? searchParams.get('vid') ?? '')?.[0];

function readVideo(post: unknown): FoundFile[] {
  const video = dig(post, 'video');
  const [address] = digList(video, 'play_addr', 'url_list').flatMap(url => linkOf(url) ?? []);
  if (!address) return [];
  const facts = {
    width: digNumber(video, 'width'),
    height: digNumber(video, 'height'),
    seconds: digNumber(video, 'duration') / 1000,
  };
  // "playwm" is the same clip with the site's logo.
  return [{ kind: 'video', url: address.replace('/playwm/', '/play/'), ...withFacts(facts), isMain: true, ...manner }];
}

const readPictures = (post: unknown): FoundFile[] =>
  digList(post, 'images').flatMap(image => {
    const url = digList(image, 'url_list').flatMap(one => linkOf(one) ?? [])[0];
    const facts = { width: digNumber(image, 'width'), height: digNumber(image, 'height') };
    return url ? [{ kind: 'picture', url, ...withFacts(facts), isMain: true, ...manner }] : [];
  });

export const douyin: Resolver = {
  site: '抖音 Douyin',
  isOwn: hostsOf('douyin.com', 'iesdouyin.com'),
  begin: link => {
    const post = postOf(link);
    return { url: post ? `https://www.iesdouyin.com/share/video/${post}/` : link.href, ...manner };
  },
  read: ([page]) => {
    if (!page) return undefined;
    const state = readState(page.page.scripts, 'window._ROUTER_DATA');
    const answer = digValues(state, 'loaderData').find(one => dig(one, 'videoInfoRes') !== undefined);
    const [post] = digList(answer, 'videoInfoRes', 'item_list');
    if (!post) {
      if (digList(answer, 'videoInfoRes', 'filter_list').length > 0) throw new AppError('LINK_GONE');
      return undefined;
    }
    const pictures = readPictures(post);
    return {
      site: douyin.site,
      title: digText(post, 'desc'),
      author: digText(post, 'author', 'nickname'),
      ...coverAt(digList(post, 'video', 'cover', 'url_list')[0], manner),
      files: pictures.length > 0 ? pictures : readVideo(post),
    };
  },
};
