// Reads any page: first its metadata for search engines and link previews, then its players, then addresses in its scripts, then its images.
import { AppError } from 'contract/errors.ts';
import { type Finds, type FoundFile, maxFound } from 'contract/link-visit.ts';
import { type MediaName, media, mediaOfContentType, mediaOfName } from 'contract/media.ts';
import type { PageMedia } from 'engines/page/read-page.ts';
import { dig, digList, digNumber, digText, readJsonLd } from 'engines/page/read-state.ts';
import { type Document, withFacts } from './resolver.ts';

type Kind = FoundFile['kind'];

const playlists: readonly MediaName[] = ['m3u8', 'mpd'];

function kindOfType(type: MediaName | null): Kind | undefined {
  if (!type) return undefined;
  const { kind } = media[type];
  if (playlists.includes(type) || kind === 'video') return 'video';
  return kind === 'picture' || kind === 'sound' ? kind : undefined;
}

/** Returns the type that an address or a claimed media type indicates. */
function typeOf(url: string, claimed = ''): MediaName | null {
  return mediaOfContentType(claimed) ?? mediaOfName(new URL(url).pathname);
}

/** Describes one found address; undefined if it is not an address or has an unwanted type. */
function describe(
  document: Document,
  kind: Kind,
  named: unknown,
  facts: Parameters<typeof withFacts>[0] & { readonly claimed?: string } = {},
): FoundFile | undefined {
  if (typeof named !== 'string' || named === '' || named.length > 8192) return undefined;
  if (!URL.canParse(named, document.url.href)) return undefined;
  const url = new URL(named, document.url);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const { claimed, ...rest } = facts;
  const type = typeOf(url.href, claimed);
  const told = kindOfType(type);
  if (told !== undefined && told !== kind) return undefined;
  // Many hosts serve files only to requests from their own pages.
  return { kind, url: url.href, referer: document.url.href, ...withFacts(rest), ...(type && { type }) };
}

const isFound = <T>(value: T | undefined): value is T => value !== undefined;

/** Parses an ISO 8601 duration, as used in JSON-LD: PT1M30S. */
function readSeconds(text: string): number {
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^P(?:T(?:(\d{1,3})H)?(?:(\d{1,5})M)?(?:(\d{1,6}(?:\.\d+)?)S)?)$/.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const isOfType = (node: unknown, name: string) => dig(node, '@type') === name || digList(node, '@type').includes(name);

/** Returns the text or the `name` of the value; the first one of a list. */
function nameAt(node: unknown, key: string): string {
  const [one = dig(node, key)] = digList(node, key);
  return typeof one === 'string' ? one : digText(one, 'name');
}

function addressesAt(node: unknown, key: string): unknown[] {
  const found = dig(node, key);
  const several = Array.isArray(found) ? found.slice(0, maxFound) : [found];
  return several.map(one => (typeof one === 'string' ? one : (dig(one, 'contentUrl') ?? dig(one, 'url'))));
}

interface Told {
  readonly title: string;
  readonly author: string;
  readonly cover: FoundFile | undefined;
  readonly files: readonly FoundFile[];
}

function readLinkedData(document: Document): Told {
  const nodes = readJsonLd(document.page.scripts);
  const clips = nodes.filter(node => isOfType(node, 'VideoObject'));
  const galleries = nodes.filter(node => isOfType(node, 'ImageGallery') || isOfType(node, 'ImageObject'));
  const sounds = nodes.filter(node => isOfType(node, 'AudioObject'));
  const facts = (node: unknown) => ({
    width: digNumber(node, 'width') || digNumber(node, 'width', 'value'),
    height: digNumber(node, 'height') || digNumber(node, 'height', 'value'),
    seconds: readSeconds(digText(node, 'duration')),
  });
  const files = [
    ...clips.flatMap(node => addressesAt(node, 'contentUrl').map(url => describe(document, 'video', url, facts(node)))),
    ...sounds.flatMap(node =>
      addressesAt(node, 'contentUrl').map(url => describe(document, 'sound', url, facts(node))),
    ),
    ...galleries.flatMap(node =>
      [...addressesAt(node, 'contentUrl'), ...addressesAt(node, 'image'), ...addressesAt(node, 'associatedMedia')].map(
        url => describe(document, 'picture', url, facts(node)),
      ),
    ),
  ].filter(isFound);
  const main = clips[0] ?? sounds[0] ?? galleries[0] ?? nodes.find(node => isOfType(node, 'Article'));
  const [cover] = addressesAt(main, 'thumbnailUrl')
    .map(url => describe(document, 'picture', url))
    .filter(isFound);
  return {
    title: nameAt(main, 'name') || nameAt(main, 'headline'),
    author: nameAt(main, 'author') || nameAt(main, 'creator'),
    cover,
    files: files.map(file => ({ ...file, isMain: true })),
  };
}

/** Reads Open Graph and Twitter cards. */
function readCards(document: Document): Told {
  const { metas, title } = document.page;
  const all = (...names: string[]) => names.flatMap(name => metas.get(name) ?? []);
  const first = (...names: string[]) => all(...names)[0] ?? '';
  const facts = {
    claimed: first('og:video:type'),
    width: Number(first('og:video:width')) || 0,
    height: Number(first('og:video:height')) || 0,
    seconds: Number(first('og:video:duration', 'video:duration')) || 0,
  };
  const videos = all('og:video:secure_url', 'og:video:url', 'og:video', 'twitter:player:stream')
    .map(url => describe(document, 'video', url, facts))
    // A card may name a page with a player instead of a file.
    .filter(isFound)
    .filter(({ type }) => type !== undefined);
  const sounds = all('og:audio:secure_url', 'og:audio:url', 'og:audio')
    .map(url => describe(document, 'sound', url, { claimed: first('og:audio:type') }))
    .filter(isFound);
  const pictures = all('og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image', 'twitter:image:src')
    .map(url => describe(document, 'picture', url))
    .filter(isFound);
  return {
    title: first('og:title', 'twitter:title') || title,
    author: first('author', 'article:author', 'og:article:author', 'twitter:creator').replace(/^https?:.*/, ''),
    cover: pictures[0],
    // Several images are the post itself, a single one is its cover.
    files: [...videos, ...sounds, ...(new Set(pictures.map(({ url }) => url)).size > 1 ? pictures : [])].map(file => ({
      ...file,
      isMain: true,
    })),
  };
}

const readPlayers = (document: Document, kind: 'video' | 'sound'): FoundFile[] =>
  document.page.media
    .filter(one => one.kind === kind)
    .map(({ url, type, label, height }) =>
      describe(document, kind, url, { claimed: type, ...(label && { label }), ...(height && { height }) }),
    )
    .filter(isFound)
    .map(file => ({ ...file, isMain: true }));

/** Finds addresses of clips in scripts, as players store them. Slashes may be escaped as in JSON. */
function readScripts(document: Document): FoundFile[] {
  const maxTaken = 20;
  const longestAddress = 4000;
  const found = new Set<string>();
  for (const { text } of document.page.scripts) {
    if (found.size >= maxTaken) break;
    for (const [match] of text.matchAll(/https?:(?:\\?\/){2}(?:[^"'`\s<>\\]|\\\/|\\u0026)+/g)) {
      if (match.length > longestAddress) continue;
      const url = match.replaceAll('\\/', '/').replaceAll('\\u0026', '&');
      const type = URL.canParse(url) ? mediaOfName(new URL(url).pathname) : null;
      // A .ts in a script is nearly always a source file.
      if (kindOfType(type) === 'video' && type !== 'ts') found.add(url);
      if (found.size >= maxTaken) break;
    }
  }
  const named = found.size > 0 ? [] : readQuoted(document).slice(0, maxTaken);
  return [...found, ...named].map(url => describe(document, 'video', url)).filter(isFound);
}

/** What precedes the address of a clip in a player's set-up: `loadSource("…")`, `file: "…"`, `src = "…"`. */
const playerKey =
  /(?:loadSource|loadStream|attachSource|setSrc|file|src|source|url|hls|dash|video\w{0,12})["']?\s*[:(=,]\s*$/i;

/** Addresses relative to the page: quoted playlists, and quoted clips that a player is set up with. */
function readQuoted({ page }: Document): string[] {
  const found = new Set<string>();
  for (const { text } of page.scripts)
    for (const match of text.matchAll(/(["'`])((?:[^"'`\s<>\\]|\\\/|\\u0026){4,2000})\1/g)) {
      const named = match[2]!.replaceAll('\\/', '/').replaceAll('\\u0026', '&');
      const type = mediaOfName(named.split(/[?#]/)[0]!);
      if (kindOfType(type) !== 'video' || type === 'ts') continue;
      const isPlaylist = type !== null && playlists.includes(type);
      if (isPlaylist || playerKey.test(text.slice(Math.max(0, match.index - 40), match.index))) found.add(named);
    }
  return [...found];
}

/** Addresses under which pages embed what is no player. */
const isAside = (url: string): boolean =>
  /(?:^|[./_-])(?:ads?|adserver|doubleclick|googlesyndication|googletagmanager|analytics|captcha|recaptcha|consent|comments?|disqus|like|share|login)(?:[./_-]|$)/i.test(
    url.replace(/^https?:\/\//, ''),
  );
const looksLikePlayer = (url: string): boolean => /play|embed|video|vod|stream|live|media|m3u8|jx|v\//i.test(url);

/** Returns the embedded pages that may hold the page's player, likeliest first. */
export function findPlayerFrames({ page, url: base }: Document): string[] {
  const cards = ['og:video:secure_url', 'og:video:url', 'og:video', 'twitter:player'].flatMap(
    name => page.metas.get(name) ?? [],
  );
  const cardFrames = cards
    .flatMap(url => (URL.canParse(url, base.href) ? [new URL(url, base)] : []))
    .filter(({ protocol, pathname }) => /^https?:$/.test(protocol) && !mediaOfName(pathname));
  const named = [...page.frames, ...cardFrames.map(({ href }) => href)];
  return [...new Set(named)]
    .filter(url => !isAside(url))
    .toSorted((a, b) => Number(looksLikePlayer(b)) - Number(looksLikePlayer(a)));
}

/** Matches names of files that decorate a page and belong to no post. */
const isOrnament = (url: string) =>
  /(?:^|[/_.-])(?:icons?|logos?|favicon|sprites?|emoji|emoticons?|avatars?|badge|pixel|spacer|blank|placeholder|loading|1x1|qr-?code|tracker|beacon)(?:[/_.-]|\d*\.|$)/i.test(
    new URL(url).pathname,
  );

const smallestSide = 120;
const isTiny = ({ width, height }: Pick<PageMedia, 'width' | 'height'>) =>
  (width !== undefined && width < smallestSide) || (height !== undefined && height < smallestSide);

function readPictures(document: Document): FoundFile[] {
  const groups = new Map<number, PageMedia[]>();
  for (const one of document.page.media)
    if (one.kind === 'picture') groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups.values()].flatMap(group => {
    // The sizes of a picture element are also on its fallback.
    if (group.every(isTiny)) return [];
    const [largest] = group.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0));
    if (!largest || isOrnament(largest.url) || typeOf(largest.url) === 'svg') return [];
    const file = describe(document, 'picture', largest.url);
    return file ? [{ ...file, ...(largest.isContent && { isMain: true }) }] : [];
  });
}

/** Whether the page only asks for a login. */
const isLoginWall = ({ page, url }: Document) =>
  page.asksPassword ||
  /(?:^|[./])(?:login|signin|sign-in|passport|accounts?)(?:[./]|$)/i.test(`${url.hostname}${url.pathname}`);

/** Least text of a page that shows something by itself, in characters. */
const minLetters = 200;

/** Whether a script of the page shows what it has: a player without an address, an embedded player, or hardly any text. */
const isShownByScript = (document: Document): boolean =>
  document.page.hasEmptyPlayer ||
  findPlayerFrames(document).some(looksLikePlayer) ||
  (document.page.scripts.length > 0 && document.page.letters < minLetters);

/** The refusal of a page without finds. A site with a resolver is known: its page has nothing to show. */
function explainNothing(document: Document, isKnown: boolean): AppError {
  if (isLoginWall(document)) return new AppError('LINK_LOGIN_NEEDED');
  return new AppError(!isKnown && isShownByScript(document) ? 'LINK_SITE_UNKNOWN' : 'LINK_WITHOUT_MEDIA');
}

/** Removes duplicate addresses; the first one is kept. */
function withoutTwins(files: readonly FoundFile[]): FoundFile[] {
  const seen = new Set<string>();
  return files.filter(({ url, pick = '' }) => {
    const key = `${url}\n${pick}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Whether finds have more than pictures. */
const hasClips = ({ files }: Finds): boolean => files.some(({ kind }) => kind !== 'picture');

/** Returns the finds of a page, without files if there are none. */
function collect(document: Document): Finds {
  const linked = readLinkedData(document);
  const cards = readCards(document);
  const told = [...linked.files, ...cards.files];
  const players = [...readPlayers(document, 'video'), ...told.filter(({ kind }) => kind === 'video')];
  const videos = players.length > 0 ? players : readScripts(document);
  const sounds = [...readPlayers(document, 'sound'), ...told.filter(({ kind }) => kind === 'sound')];
  const pictures = [...told.filter(({ kind }) => kind === 'picture'), ...readPictures(document)];
  const files = videos.length > 0 ? videos : sounds.length > 0 ? sounds : pictures;
  const poster = document.page.media.find(one => one.poster)?.poster;
  const cover = linked.cover ?? cards.cover ?? (poster ? describe(document, 'picture', poster) : undefined);
  return {
    site: document.page.metas.get('og:site_name')?.[0] ?? document.url.hostname,
    title: linked.title || cards.title,
    author: linked.author || cards.author,
    ...(cover && { cover }),
    files: withoutTwins(files),
  };
}

/** Returns the finds of a page. Throws LINK_LOGIN_NEEDED, LINK_SITE_UNKNOWN and LINK_WITHOUT_MEDIA. */
export function readGeneric(document: Document, frames: readonly Document[] = [], isKnown = false): Finds {
  const own = collect(document);
  if (hasClips(own)) return own;
  for (const frame of frames.filter(({ status }) => status === 200)) {
    const framed = collect(frame);
    if (!hasClips(framed)) continue;
    // The page around the player knows what is played.
    const { title, author, site } = own;
    return {
      ...framed,
      site,
      title: title || framed.title,
      author: author || framed.author,
      ...(own.cover && { cover: own.cover }),
    };
  }
  if (own.files.length === 0) throw explainNothing(document, isKnown);
  return own;
}

/** Returns whether a page by itself has clips, so that its frames need not be read. */
export const hasOwnClips = (document: Document): boolean => hasClips(collect(document));
