// A resolver reads the pages of one site and knows where they store videos and images. Pages change; the recorded page beside its test shows the
// version that a resolver was written for.
import type { Finds, Manner, Wanted } from 'contract/link-visit.ts';
import { decodePage, type Page, readPage } from 'engines/page/read-page.ts';

/** A fetched document. `page` parses it as HTML on first access. */
export interface Document {
  readonly name: string;
  /** The address after all redirects. */
  readonly url: URL;
  readonly contentType: string;
  readonly status: number;
  readonly text: string;
  readonly page: Page;
}

export interface Resolver {
  readonly site: string;
  readonly isOwn: (hostname: string) => boolean;
  /** Returns the first request for a link; absent: the link itself. */
  readonly begin?: (link: URL) => Omit<Wanted, 'name'>;
  /**
   * Returns the finds in the documents, or the further ones it needs; undefined if it cannot read them. Throws LINK_LOGIN_NEEDED, LINK_GONE and
   * LINK_LIVE if the page says so.
   */
  readonly read: (documents: readonly Document[]) => Finds | { readonly wanted: readonly Wanted[] } | undefined;
}

/** Returns a test for these host names and their subdomains. */
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

/** Converts an address in a page's data to https; undefined if it is not an address. Sites also write them without a protocol. */
export function linkOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  const named = text.startsWith('//') ? `https:${text}` : text.replace(/^http:/, 'https:');
  return /^https:\/\//.test(named) && URL.canParse(named) && named.length <= 8192 ? named : undefined;
}

const isTold = (value: string | number | undefined) =>
  typeof value === 'number' ? Number.isFinite(value) && value > 0 : Boolean(value);

/** Drops fields that are empty, zero, negative or infinite, as the contract of found files requires. */
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

/** Returns a cover with this address, if it is valid. */
export function coverAt(text: unknown, manner: Manner = {}) {
  const url = linkOf(text);
  return url ? { cover: { kind: 'picture' as const, url, ...manner } } : {};
}
