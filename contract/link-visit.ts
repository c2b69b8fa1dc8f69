// The protocol between the server and the run that parses links: the server fetches, the run reads the documents and either requests more or returns
// what it found. The run has no network access, so a malicious page cannot reach anything through it.
import { z } from 'zod';
import { type MediaName, media } from './media.ts';

const mediaName = z.enum(Object.keys(media) as [MediaName, ...MediaName[]]);
const longestLink = 8192;
const link = z.string().max(longestLink);
/** Maximum length of a title, and of names: an author, a site, a quality. */
const longest = { title: 2000, name: 200 };
const count = z.number().nonnegative().finite();

/** How a request should look. phone: with a phone browser's headers, since some sites send full pages only to phones. */
const mannerSchema = z.object({
  referer: link.exactOptional(),
  device: z.literal('phone').exactOptional(),
});
export type Manner = z.output<typeof mannerSchema>;

/** A document that the run wants to read. */
const wantedSchema = mannerSchema.extend({
  /** The run's name for it. */
  name: z.string().max(60),
  url: link,
  /** A failure to fetch it gives an empty document of status 0, instead of ending the visit. */
  isOptional: z.literal(true).exactOptional(),
});
export type Wanted = z.output<typeof wantedSchema>;

const foundSchema = mannerSchema.extend({
  kind: z.enum(['video', 'sound', 'picture']),
  url: link,
  /** The quality to choose from the playlist at `url`: the address of its media playlist in HLS, the id of its representation in DASH. */
  pick: link.exactOptional(),
  /** The type that its address or page suggests, before any of it was downloaded. */
  type: mediaName.exactOptional(),
  /** The site's name for it, such as "1080P 高清". */
  label: z.string().max(longest.name).exactOptional(),
  width: count.exactOptional(),
  height: count.exactOptional(),
  seconds: count.exactOptional(),
  bytes: count.exactOptional(),
  bitsPerSecond: count.exactOptional(),
  /** A video whose audio is in a separate file. */
  isSilent: z.boolean().exactOptional(),
  /** Part of the page's main content, as opposed to thumbnails and lists of other clips. */
  isMain: z.boolean().exactOptional(),
});
export type FoundFile = z.output<typeof foundSchema>;

/** Maximum number of files offered per page. */
export const maxFound = 500;

const findsSchema = z.object({
  /** The site's display name, or its host. */
  site: z.string().max(longest.name),
  title: z.string().max(longest.title),
  author: z.string().max(longest.name),
  cover: foundSchema.exactOptional(),
  files: z.array(foundSchema).max(maxFound),
});
export type Finds = z.output<typeof findsSchema>;

const isShort = ({ url, pick = '', referer = '' }: FoundFile) =>
  [url, pick, referer].every(({ length }) => length <= longestLink);

const cutLabel = ({ label, ...file }: FoundFile): FoundFile =>
  label === undefined ? file : { ...file, label: label.slice(0, longest.name) };

/** Truncates long texts and removes invalid addresses from what a page provided. */
export function boundFinds({ site, title, author, cover, files }: Finds): Finds {
  return {
    site: site.slice(0, longest.name),
    title: title.slice(0, longest.title),
    author: author.slice(0, longest.name),
    ...(cover && isShort(cover) && { cover: cutLabel(cover) }),
    files: files.filter(isShort).slice(0, maxFound).map(cutLabel),
  };
}

/** The result of a run, in `meta.answer`. */
export const visitAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wants'), wanted: z.array(wantedSchema).min(1).max(8) }),
  z.object({ kind: z.literal('found'), finds: findsSchema }),
]);
export type VisitAnswer = z.output<typeof visitAnswerSchema>;

/** One fetched document; its bytes are the file at the same position in the list `documents`. */
export interface FetchedDocument {
  readonly name: string;
  /** After all redirects. */
  readonly url: string;
  readonly contentType: string;
  /** The HTTP status; 0 for an optional document that could not be fetched. A site's error page for a missing or private clip explains the reason. */
  readonly status: number;
}

/** The start of a found file: `finds.files[index]`, or the cover. */
export interface SeenFile {
  readonly index: number | 'cover';
  readonly type: MediaName;
  /** 0 if the server does not say. */
  readonly bytes: number;
}

/** Input `visit` of a run, as JSON. choose: earlier finds, with the first bytes of each file as `documents`. */
export type Visit =
  | { readonly kind: 'read'; readonly link: string; readonly documents: readonly FetchedDocument[] }
  /** To be resolved by yt-dlp, whose connections go through the proxy at `socketPath`. */
  | { readonly kind: 'ask'; readonly link: string; readonly socketPath: string }
  | { readonly kind: 'choose'; readonly finds: Finds; readonly seen: readonly SeenFile[] };
