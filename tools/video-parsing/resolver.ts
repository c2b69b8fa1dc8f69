// A resolver knows the pages of one site: where they keep their videos and pictures. Pages change; the recorded page beside its test says
// what a resolver was written for.
import type { Finds, Manner, Wanted } from 'contract/link-visit.ts';
import { decodePage, type Page, readPage } from 'engines/page/read-page.ts';

/** A fetched document. `page` reads it as HTML. */
export interface Document {
  readonly name: string;
  /** After all redirects. */
  readonly url: URL;
  readonly contentType: string;
  readonly status: number;
  readonly text: string;
  readonly page: Page;
}

export interface Resolver {
  readonly site: string;
  readonly isOwn: (hostname: string) => boolean;
  /** How its pages are asked for, and under which address; absent: the link as it is. */
  readonly begin?: (link: URL) => Omit<Wanted, 'name'>;
  /**
   * What the documents hold, or which further ones are needed; undefined where this resolver cannot read them. Throws the refusals
   * LINK_LOGIN_NEEDED, LINK_GONE and LINK_LIVE where a page says so.
   */
  readonly read: (documents: readonly Document[]) => Finds | { readonly wanted: readonly Wanted[] } | undefined;
}

/** A test of whole host names and what ends with them. */
export const hostsOf =
  (...names: readonly string[]) =>
  (hostname: string): boolean =>
    names.some(name => hostname === name || hostname.endsWith(`.${name}`));

export function openDocument(
  { name, url, contentType, status }: { name: string; url: string; contentType: string; status: number },
  bytes: Uint8Array,
): Document {
  const text = decodePage(bytes, contentType);
  const address = new URL(url);
  let page: Page | undefined;
  return {
    name,
    url: address,
    contentType,
    status,
    text,
    get page() {
      page ??= readPage(text, address);
      return page;
    },
  };
}

/** An address of a page's data as https; undefined for what is none. Sites write them without a protocol, too. */
export function linkOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  const named = text.startsWith('//') ? `https:${text}` : text.replace(/^http:/, 'https:');
  return /^https:\/\//.test(named) && URL.canParse(named) && named.length <= 8192 ? named : undefined;
}

const isTold = (value: string | number | undefined) =>
  typeof value === 'number' ? Number.isFinite(value) && value > 0 : Boolean(value);

/** Fields that are empty, zero, below it or endless are left out, as the promise of found files has it. */
export function withFacts(facts: {
  readonly label?: string;
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
  readonly bytes?: number;
  readonly bitsPerSecond?: number;
}) {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => isTold(value))) as typeof facts;
}

/** A cover at this address, if it is one. */
export function coverAt(text: unknown, manner: Manner = {}) {
  const url = linkOf(text);
  return url ? { cover: { kind: 'picture' as const, url, ...manner } } : {};
}
