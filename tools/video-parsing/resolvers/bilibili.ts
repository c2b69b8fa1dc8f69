// Bilibili: a video's page identifies it in window.__INITIAL_STATE__; one more request, as the site's mobile player sends it, returns the clip with
// its sound in one file. Without it, the page's separate video and sound tracks are used.
import { AppError } from 'contract/errors.ts';
import type { Finds, FoundFile } from 'contract/link-visit.ts';
import { dig, digList, digNumber, digText, readJson, readState } from 'engines/page/read-state.ts';
import { coverAt, type Document, hostsOf, linkOf, type Resolver, withFacts } from '../resolver.ts';

const manner = { referer: 'https://www.bilibili.com/' } as const;

const qualityNames: Readonly<Record<number, string>> = {
  120: '4K',
  116: '1080P 60',
  112: '1080P+',
  80: '1080P',
  64: '720P',
  32: '480P',
  16: '360P',
};

function readTracks(page: Document): FoundFile[] {
  const play = readState(page.page.scripts, 'window.__playinfo__');
  const seconds = digNumber(play, 'data', 'timelength') / 1000;
  const tracks = [
    ...digList(play, 'data', 'dash', 'video').map(track => ({ track, kind: 'video' as const })),
    ...digList(play, 'data', 'dash', 'audio').map(track => ({ track, kind: 'sound' as const })),
  ];
  const seen = new Set<string>();
  return tracks.flatMap(({ track, kind }) => {
    const url = linkOf(dig(track, 'baseUrl')) ?? linkOf(dig(track, 'base_url'));
    const label = kind === 'video' ? qualityNames[digNumber(track, 'id')] : undefined;
    // Each quality has several encodings; the first is H.264, which plays everywhere.
    if (!url || seen.has(`${kind} ${label}`)) return [];
    seen.add(`${kind} ${label}`);
    const facts = {
      width: digNumber(track, 'width'),
      height: digNumber(track, 'height'),
      bitsPerSecond: digNumber(track, 'bandwidth'),
      seconds,
      ...(label && { label }),
    };
    return [{ kind, url, ...withFacts(facts), isMain: true, ...(kind === 'video' && { isSilent: true }), ...manner }];
  });
}

function readWhole(answer: Document | undefined, page: unknown): FoundFile[] {
  const play = answer && readJson(answer.text);
  const [width, height] = [digNumber(page, 'dimension', 'width'), digNumber(page, 'dimension', 'height')];
  return digList(play, 'data', 'durl').flatMap(part => {
    const url = linkOf(dig(part, 'url'));
    const label = qualityNames[digNumber(play, 'data', 'quality')];
    const isWhole = digList(play, 'data', 'durl').length === 1;
    const facts = {
      ...(label && { label }),
      bytes: digNumber(part, 'size'),
      seconds: digNumber(part, 'length') / 1000,
      ...(isWhole && label === '1080P' && { width, height }),
    };
    return url ? [{ kind: 'video', url, ...withFacts(facts), isMain: true, ...manner }] : [];
  });
}

export const bilibili: Resolver = {
  site: '哔哩哔哩 Bilibili',
  isOwn: hostsOf('bilibili.com', 'b23.tv'),
  read: documents => {
    const page = documents.find(({ name }) => name === 'page');
    const answer = documents.find(({ name }) => name === 'play');
    if (!page) return undefined;
    if (page.status === 404) throw new AppError('LINK_GONE');
    const state = readState(page.page.scripts, 'window.__INITIAL_STATE__');
    const video = dig(state, 'videoData');
    const id = digText(video, 'bvid');
    if (!/^BV\w{8,12}$/.test(id)) return undefined;
    const number = Math.max(1, Math.floor(Number(page.url.searchParams.get('p')) || 1));
    const pages = digList(video, 'pages');
    const part = pages[number - 1] ?? pages[0];
    const clip = digNumber(part, 'cid') || digNumber(video, 'cid');
    if (!answer && clip > 0) {
      const query = `bvid=${id}&cid=${clip}&qn=80&fnval=1&platform=html5&high_quality=1`;
      return { wanted: [{ name: 'play', url: `https://api.bilibili.com/x/player/playurl?${query}`, ...manner }] };
    }
    const partTitle = pages.length > 1 ? ` ${digText(part, 'part')}` : '';
    return {
      site: bilibili.site,
      title: `${digText(video, 'title')}${partTitle}`,
      author: digText(video, 'owner', 'name'),
      ...coverAt(dig(video, 'pic'), manner),
      files: [...readWhole(answer, part), ...readTracks(page)],
    } satisfies Finds;
  },
};
