// Kuaishou: the mobile share page contains the post in window.INIT_STATE. Short links (v.kuaishou.com) redirect there.
import { AppError } from 'contract/errors.ts';
import type { FoundFile } from 'contract/link-visit.ts';
import { dig, digList, digNumber, digText, digValues, readState } from 'engines/page/read-state.ts';
import { coverAt, hostsOf, linkOf, type Resolver, withFacts } from '../resolver.ts';

const manner = { device: 'phone' } as const;

const firstOf = (addresses: readonly unknown[]) => addresses.flatMap(one => linkOf(dig(one, 'url')) ?? [])[0];

function readFiles(post: unknown): FoundFile[] {
  const photo = dig(post, 'photo');
  const atlas = dig(post, 'atlas');
  const [host] = digList(atlas, 'cdn');
  const pictures = digList(atlas, 'list').flatMap((path, index): FoundFile[] => {
    const url = typeof host === 'string' && typeof path === 'string' ? linkOf(`https://${host}${path}`) : undefined;
    const size = dig(digList(atlas, 'size'), index);
    const facts = { width: digNumber(size, 'w'), height: digNumber(size, 'h') };
    return url ? [{ kind: 'picture', url, ...withFacts(facts), isMain: true, ...manner }] : [];
  });
  if (pictures.length > 0) return pictures;
  const url = firstOf(digList(photo, 'mainMvUrls'));
  const facts = {
    width: digNumber(photo, 'width'),
    height: digNumber(photo, 'height'),
    seconds: digNumber(photo, 'duration') / 1000,
  };
  return url ? [{ kind: 'video', url, ...withFacts(facts), isMain: true, ...manner }] : [];
}

export const kuaishou: Resolver = {
  site: '快手 Kuaishou',
  isOwn: hostsOf('kuaishou.com', 'chenzhongtech.com', 'gifshow.com'),
  begin: link => ({ url: link.href, ...manner }),
  read: ([page]) => {
    if (!page) return undefined;
    const state = readState(page.page.scripts, 'window.INIT_STATE');
    const post = digValues(state).find(one => dig(one, 'photo') !== undefined);
    if (!post) {
      // A deleted post has a `result` above 1.
      if (digValues(state).some(one => digNumber(one, 'result') > 1)) throw new AppError('LINK_GONE');
      return undefined;
    }
    return {
      site: kuaishou.site,
      title: digText(post, 'photo', 'caption'),
      author: digText(post, 'photo', 'userName'),
      ...coverAt(firstOf(digList(post, 'photo', 'coverUrls')), manner),
      files: readFiles(post),
    };
  },
};
