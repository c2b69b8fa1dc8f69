// Reads the documents that the server fetched for a link, and returns further requests or the finds. It has no network access of its own.
import { readFile } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import { findLinks } from 'contract/find-links.ts';
import { boundFinds, type Finds, type Visit, type VisitAnswer, type Wanted } from 'contract/link-visit.ts';
import type { Run, RunContext, Runs } from 'contract/run.ts';
import { askYtDlp } from 'engines/yt-dlp/ask-yt-dlp.ts';
import { chooseFinds } from './choose.ts';
import type { ParseOptions, videoParsing } from './contract.ts';
import { findPlayerFrames, hasOwnClips, readGeneric } from './generic.ts';
import { expandPlaylists, isPlaylist, readLinkedPlaylist } from './playlists.ts';
import { type Document, openDocument, type Resolver } from './resolver.ts';
import { bilibili } from './resolvers/bilibili.ts';
import { douyin } from './resolvers/douyin.ts';
import { kuaishou } from './resolvers/kuaishou.ts';
import { tiktok } from './resolvers/tiktok.ts';
import { weibo } from './resolvers/weibo.ts';
import { xiaohongshu } from './resolvers/xiaohongshu.ts';
import { readAnswer } from './yt-dlp.ts';

const resolvers: readonly Resolver[] = [douyin, xiaohongshu, bilibili, kuaishou, weibo, tiktok];
/** Maximum number of playlists expanded per page. */
const maxPlaylists = 3;

const findResolver = (url: URL) => resolvers.find(({ isOwn }) => isOwn(url.hostname));

/** Returns the first requests for a link. */
function begin(link: string): VisitAnswer {
  const url = new URL(link);
  const first = findResolver(url)?.begin?.(url) ?? { url: link };
  return { kind: 'wants', wanted: [{ ...first, name: 'page' }] };
}

/** If a redirect led to a known site, its page is requested again as its resolver needs it. */
function wantOtherwise(page: Document, asked: ReadonlySet<string>): Wanted | undefined {
  const wanted = findResolver(page.url)?.begin?.(page.url);
  return wanted && wanted.url !== page.url.href && !asked.has('own') ? { ...wanted, name: 'own' } : undefined;
}

const playlistUrls = (finds: Finds) => [
  ...new Set(finds.files.filter(({ type }) => type === 'm3u8' || type === 'mpd').map(({ url }) => url)),
];

/** Requests the playlists among the finds, or replaces them once they are fetched. */
function wantPlaylists(finds: Finds, documents: readonly Document[]): VisitAnswer {
  const fetched = documents.filter(({ name }) => name.startsWith('playlist'));
  const urls = playlistUrls(finds).slice(0, maxPlaylists);
  if (fetched.length > 0 || urls.length === 0) {
    const byUrl = new Map(
      fetched.flatMap(one => {
        const asked = urls[Number(one.name.slice('playlist '.length))];
        return asked && isPlaylist(one) ? [[asked, one] as const] : [];
      }),
    );
    return { kind: 'found', finds: expandPlaylists(finds, byUrl) };
  }
  const refererOf = (url: string) => finds.files.find(file => file.url === url)?.referer;
  return {
    kind: 'wants',
    wanted: urls.map((url, index) => {
      const referer = refererOf(url);
      return { name: `playlist ${index}`, url, ...(referer !== undefined && { referer }) };
    }),
  };
}

/** Frames are followed this deep: the page's player, and the player within it. */
const maxFrames = [3, 2] as const;

/** Requests the embedded pages that may hold the player, as long as none of those read so far has a clip. */
function wantFrames(page: Document, frames: readonly Document[], documents: readonly Document[]): Wanted[] {
  if (frames.some(frame => isPlaylist(frame) || hasOwnClips(frame))) return [];
  const depth = frames.length === 0 ? 0 : 1;
  const isOver = frames.some(({ name }) => name.startsWith('frame 1')) || documents.some(({ name }) => name === 'own');
  if (depth === 1 && isOver) return [];
  const within = depth === 0 ? [page] : frames;
  const read = new Set([page, ...frames].map(({ url }) => url.href));
  return within
    .flatMap(one => findPlayerFrames(one).map(url => ({ url, referer: one.url.href })))
    .filter(({ url }) => !read.has(url))
    .slice(0, maxFrames[depth])
    .map((one, index) => ({ ...one, name: `frame ${depth}.${index}`, isOptional: true }));
}

function readDocuments(documents: readonly Document[]): VisitAnswer {
  const own = documents.find(({ name }) => name === 'own');
  const page = own ?? documents.find(({ name }) => name === 'page');
  if (!page) throw new AppError('PARSE_FAILED');
  if (isPlaylist(page)) return { kind: 'found', finds: readLinkedPlaylist(page) };
  const otherwise = wantOtherwise(page, new Set(documents.map(({ name }) => name)));
  if (otherwise) return { kind: 'wants', wanted: [otherwise] };
  const rest = documents.filter(({ name }) => name !== 'page' && name !== 'own');
  const known = findResolver(page.url)?.read([{ ...page, name: 'page', page: page.page }, ...rest]);
  if (known && 'wanted' in known) return { kind: 'wants', wanted: [...known.wanted] };
  if (known && known.files.length > 0) return wantPlaylists(known, documents);
  if (page.status === 401 || page.status === 403) throw new AppError('LINK_LOGIN_NEEDED', { status: page.status });
  if (page.status === 404 || page.status === 410) throw new AppError('LINK_GONE', { status: page.status });
  if (page.status !== 200) throw new AppError('PARSE_FAILED', { status: page.status });
  const isKnown = findResolver(page.url) !== undefined;
  const frames = documents.filter(({ name }) => name.startsWith('frame'));
  const wanted = isKnown || hasOwnClips(page) ? [] : wantFrames(page, frames, documents);
  if (wanted.length > 0) return { kind: 'wants', wanted };
  const playlist = frames.find(isPlaylist);
  if (playlist && !hasOwnClips(page)) return { kind: 'found', finds: readLinkedPlaylist(playlist) };
  return wantPlaylists(readGeneric(page, frames, isKnown), documents);
}

async function answer({ inputs, lists, folder }: RunContext<ParseOptions>): Promise<VisitAnswer> {
  const visit = JSON.parse(await readFile(inputs.visit!.path, 'utf8')) as Visit;
  const paths = (lists.documents ?? []).map(({ path }) => path);
  if (visit.kind === 'choose') return { kind: 'found', finds: await chooseFinds(visit.finds, visit.seen, paths) };
  if (visit.kind === 'ask')
    return { kind: 'found', finds: readAnswer(await askYtDlp(visit.link, visit.socketPath, folder)) };
  if (visit.documents.length === 0) return begin(visit.link);
  const documents = await Promise.all(
    visit.documents.map(async (one, index) => openDocument(one, await readFile(paths[index]!))),
  );
  return readDocuments(documents);
}

const parse: Run<ParseOptions> = async context => {
  if (findLinks(context.options.url).length === 0) throw new AppError('LINK_BAD');
  const said = await answer(context);
  const bounded = said.kind === 'found' ? { ...said, finds: boundFinds(said.finds) } : said;
  return { files: [], meta: { answer: bounded } };
};

export const runs: Runs<typeof videoParsing> = { parse };
