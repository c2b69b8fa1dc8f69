// What the server and the run that reads links tell each other: the server fetches, the run reads what came and asks for more or answers
// what it found. The run has no network, so whatever a page makes of it, it reaches nothing.
import { z } from 'zod';
import { type MediaName, media } from './media.ts';

const mediaName = z.enum(Object.keys(media) as [MediaName, ...MediaName[]]);
const longestLink = 8192;
const link = z.string().max(longestLink);
const words = z.string().max(2000);
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
  label: z.string().max(200).exactOptional(),
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
  site: z.string().max(200),
  title: words,
  author: z.string().max(200),
  cover: foundSchema.exactOptional(),
  files: z.array(foundSchema).max(mostFound),
});
export type Finds = z.output<typeof findsSchema>;

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
