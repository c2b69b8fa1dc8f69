// What the server and the run that reads links tell each other: the server fetches, the run reads what came and asks for more or answers
// what it found. The run has no network, so whatever a page makes of it, it reaches nothing.
import { z } from 'zod';
import { type MediaName, media } from './media.ts';

const mediaName = z.enum(Object.keys(media) as [MediaName, ...MediaName[]]);
const longestLink = 8192;
const link = z.string().max(longestLink);
/** Letters of a title, and of what is a name: an author, a site, a quality. */
const longest = { title: 2000, name: 200 };
const count = z.number().nonnegative().finite();

/** How a request is to look. phone: as a phone's browser sends it, since some sites show their pages whole to phones alone. */
const mannerSchema = z.object({
  referer: link.exactOptional(),
  device: z.literal('phone').exactOptional(),
});
export type Manner = z.output<typeof mannerSchema>;

/** A document that the run wants to read. */
const wantedSchema = mannerSchema.extend({
  /** What the run knows it by. */
  name: z.string().max(60),
  url: link,
});
export type Wanted = z.output<typeof wantedSchema>;

const foundSchema = mannerSchema.extend({
  kind: z.enum(['video', 'sound', 'picture']),
  url: link,
  /** Which quality of a playlist at `url`: the address of its own list in HLS, the id of its representation in DASH. */
  pick: link.exactOptional(),
  /** The type its address or its page tells, before a byte of it was seen. */
  type: mediaName.exactOptional(),
  /** A name of the site for it, such as "1080P 高清". */
  label: z.string().max(longest.name).exactOptional(),
  width: count.exactOptional(),
  height: count.exactOptional(),
  seconds: count.exactOptional(),
  bytes: count.exactOptional(),
  bitsPerSecond: count.exactOptional(),
  /** A video whose sound lies in another file. */
  isSilent: z.boolean().exactOptional(),
  /** What the page itself shows, as opposed to what lies around: thumbnails, lists of other clips. */
  isMain: z.boolean().exactOptional(),
});
export type FoundFile = z.output<typeof foundSchema>;

/** More than this a page may hold, but not offer. */
export const mostFound = 500;

const findsSchema = z.object({
  /** The site's name for people, or its host. */
  site: z.string().max(longest.name),
  title: z.string().max(longest.title),
  author: z.string().max(longest.name),
  cover: foundSchema.exactOptional(),
  files: z.array(foundSchema).max(mostFound),
});
export type Finds = z.output<typeof findsSchema>;

const isShort = ({ url, pick = '', referer = '' }: FoundFile) =>
  [url, pick, referer].every(({ length }) => length <= longestLink);

const cutLabel = ({ label, ...file }: FoundFile): FoundFile =>
  label === undefined ? file : { ...file, label: label.slice(0, longest.name) };

/** Finds as they may be answered: what a page told at length is cut, and addresses that no host could read are left out. */
export function boundFinds({ site, title, author, cover, files }: Finds): Finds {
  return {
    site: site.slice(0, longest.name),
    title: title.slice(0, longest.title),
    author: author.slice(0, longest.name),
    ...(cover && isShort(cover) && { cover: cutLabel(cover) }),
    files: files.filter(isShort).slice(0, mostFound).map(cutLabel),
  };
}

/** What a run answers, in `meta.answer`. */
export const visitAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wants'), wanted: z.array(wantedSchema).min(1).max(8) }),
  z.object({ kind: z.literal('found'), finds: findsSchema }),
]);
export type VisitAnswer = z.output<typeof visitAnswerSchema>;

/** One document that was fetched for the run; its bytes are the file of the same place in the list `documents`. */
export interface FetchedDocument {
  readonly name: string;
  /** After all redirects. */
  readonly url: string;
  readonly contentType: string;
  /** The HTTP status; a site's own page for a missing or locked clip tells why. */
  readonly status: number;
}

/** The beginning of a found file: `finds.files[index]`, or the cover. */
export interface SeenFile {
  readonly index: number | 'cover';
  readonly type: MediaName;
  /** 0 where the host does not tell. */
  readonly bytes: number;
}

/** What a run is shown, as JSON in its input `visit`. choose: the finds of earlier, with the first bytes of each file as `documents`. */
export type Visit =
  | { readonly kind: 'read'; readonly link: string; readonly documents: readonly FetchedDocument[] }
  /** To be asked of yt-dlp, whose connections go through the proxy at `socketPath`. */
  | { readonly kind: 'ask'; readonly link: string; readonly socketPath: string }
  | { readonly kind: 'choose'; readonly finds: Finds; readonly seen: readonly SeenFile[] };
