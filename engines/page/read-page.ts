// Extracts videos, pictures and title from an untrusted HTML page: one pass of a streaming parser, limited in elements and depth. Nothing in the page
// is executed.
import { Parser } from 'htmlparser2';

export interface PageMedia {
  readonly kind: 'video' | 'sound' | 'picture';
  readonly url: string;
  /** The type declared by the page, such as video/mp4, or empty. */
  readonly type: string;
  readonly label?: string;
  readonly width?: number;
  readonly height?: number;
  readonly poster?: string;
  /** Addresses of one picture in several sizes share a number. */
  readonly group: number;
  /** A picture with an alternative text, or inside a link to a picture, which enlarges it. */
  readonly isContent: boolean;
}

export interface PageScript {
  readonly id: string;
  readonly type: string;
  readonly text: string;
}

export interface Page {
  readonly title: string;
  /** The contents of meta elements by their name, property or itemprop in lower case. */
  readonly metas: ReadonlyMap<string, readonly string[]>;
  readonly media: readonly PageMedia[];
  readonly scripts: readonly PageScript[];
  /** Whether it has a field for a password. */
  readonly asksPassword: boolean;
  /** Addresses of the pages that it embeds, without those that are too small for a player. */
  readonly frames: readonly string[];
  /** Whether it has a player without an address, which a script sets. */
  readonly hasEmptyPlayer: boolean;
  /** Number of characters of its visible text. */
  readonly letters: number;
}

/** Limits of a page. At each closing tag the parser searches its open elements, so depth costs most. */
const max = {
  elements: 200_000,
  depth: 1000,
  media: 5000,
  scripts: 300,
  attribute: 8192,
  metas: 500,
  title: 1000,
  frames: 50,
};

type Attributes = Readonly<Record<string, string | undefined>>;

/** Attributes under which pages keep the address of a picture that is to be loaded later, the largest kind first. */
const lazyAttributes = [
  'data-original',
  'data-full',
  'data-large',
  'data-zoom-image',
  'data-actualsrc',
  'data-lazy-src',
  'data-src',
  'data-url',
  'src',
];
const lazySets = ['srcset', 'data-srcset', 'data-lazy-srcset'];
/** Smallest side of a frame with a player, in pixels; smaller ones count visits. */
const minFrame = 100;
const linkedPicture = /\.(?:jpe?g|png|webp|gif|avif)(?:[?#]|$)/i;

const pixels = (text = ''): number | undefined => {
  const value = /^\s*(\d{1,5})(?:px)?\s*$/.exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
};

/** The addresses of a srcset with their widths in pixels; a density counts as a width of a thousand. */
function readSrcset(text: string): { url: string; width: number }[] {
  // URLs may contain commas: an entry ends with a comma followed by white space. Each run of white space is scanned only once.
  return text
    .slice(0, 4 * max.attribute)
    .split(/,\s+|(?<!\s)\s+,|,$/)
    .flatMap(entry => {
      const [, url, size] = /^\s*(\S+)(?:\s+([\d.]+[wx]))?\s*$/.exec(entry) ?? [];
      if (url === undefined) return [];
      const value = Number.parseFloat(size ?? '1');
      return [{ url, width: size?.endsWith('w') ? value : value * 1000 }];
    });
}

/** Collects data while the parser reads the page. */
class Collector {
  base: URL;
  title = '';
  metas = new Map<string, string[]>();
  media: PageMedia[] = [];
  scripts: PageScript[] = [];
  asksPassword = false;
  frames: string[] = [];
  hasPlayer = false;
  letters = 0;
  #isUnseen = false;
  #group = 0;
  #elements = 0;
  #depth = 0;
  /** The video, audio or picture element that source elements belong to. */
  #holder: { kind: PageMedia['kind']; poster?: string; group: number } | undefined;
  /** A link to a picture around a smaller picture. */
  #link: string | undefined;
  #script: { id: string; type: string; parts: string[] } | undefined;
  #isInTitle = false;

  constructor(base: URL) {
    this.base = base;
  }

  resolve(named: string | undefined): string | undefined {
    const text = named?.trim() ?? '';
    if (text === '' || text.length > max.attribute || !URL.canParse(text, this.base.href)) return undefined;
    const url = new URL(text, this.base);
    return /^https?:$/.test(url.protocol) ? url.href : undefined;
  }

  #add(named: string | undefined, entry: Omit<PageMedia, 'url'>): void {
    const url = this.resolve(named);
    if (url && this.media.length < max.media) this.media.push({ ...entry, url });
  }

  #addPlayer(kind: 'video' | 'sound', attributes: Attributes): void {
    this.hasPlayer = true;
    const group = ++this.#group;
    const poster = this.resolve(attributes.poster ?? attributes['data-poster']);
    this.#holder = { kind, group, ...(poster && { poster }) };
    const entry = { kind, type: '', group, isContent: true, ...(poster && { poster }) };
    const before = this.media.length;
    for (const name of ['src', 'data-src', 'data-video-src', 'data-url']) this.#add(attributes[name], entry);
    // A player whose source is set by a script still has a poster.
    if (this.media.length === before && poster) this.#holder.poster = poster;
  }

  #addSource(attributes: Attributes): void {
    const holder = this.#holder;
    if (!holder) return;
    const { group, poster } = holder;
    const label = attributes.label ?? attributes.title ?? attributes.res ?? attributes.size;
    const height = pixels(/^(\d{3,4})p?$/i.exec(attributes.res ?? attributes.size ?? attributes.label ?? '')?.[1]);
    const entry = {
      kind: holder.kind,
      type: attributes.type ?? '',
      group,
      isContent: true,
      ...(poster && { poster }),
      ...(label && { label: label.slice(0, 60) }),
      ...(height && holder.kind === 'video' && { height }),
    };
    if (holder.kind !== 'picture') {
      this.#add(attributes.src ?? attributes['data-src'], entry);
      return;
    }
    for (const name of lazySets)
      for (const { url, width } of readSrcset(attributes[name] ?? '')) this.#add(url, { ...entry, width });
  }

  #addPicture(attributes: Attributes): void {
    const group = this.#holder?.kind === 'picture' ? this.#holder.group : ++this.#group;
    const [width, height] = [pixels(attributes.width), pixels(attributes.height)];
    const isContent = (attributes.alt ?? '').trim() !== '' || this.#link !== undefined;
    const entry = { kind: 'picture', type: '', group, isContent } as const;
    if (this.#link) this.#add(this.#link, { ...entry, width: 100_000 });
    for (const name of lazySets)
      for (const one of readSrcset(attributes[name] ?? '')) this.#add(one.url, { ...entry, width: one.width });
    for (const name of lazyAttributes)
      this.#add(attributes[name], { ...entry, ...(width && { width }), ...(height && { height }) });
  }

  #addFrame(attributes: Attributes): void {
    const sides = [pixels(attributes.width), pixels(attributes.height)];
    const isTiny = sides.some(side => side !== undefined && side < minFrame);
    for (const name of ['src', 'data-src', 'data-lazy-src', 'data']) {
      const url = this.resolve(attributes[name]);
      if (url && !isTiny && this.frames.length < max.frames && !this.frames.includes(url)) this.frames.push(url);
    }
  }

  #addMeta(attributes: Attributes): void {
    const name = (attributes.property ?? attributes.name ?? attributes.itemprop ?? '').toLowerCase();
    const content = (attributes.content ?? '').slice(0, max.attribute);
    if (name === '' || content === '' || this.metas.size >= max.metas) return;
    const known = this.metas.get(name) ?? [];
    if (known.length < max.metas) this.metas.set(name, [...known, content]);
  }

  open(name: string, attributes: Attributes): boolean {
    this.#elements += 1;
    this.#depth += 1;
    if (this.#elements > max.elements || this.#depth > max.depth) return false;
    switch (name) {
      case 'base': {
        const base = this.resolve(attributes.href);
        if (base) this.base = new URL(base);
        break;
      }
      case 'title':
        this.#isInTitle = this.title === '';
        break;
      case 'meta':
        this.#addMeta(attributes);
        break;
      case 'video':
        this.#addPlayer('video', attributes);
        break;
      case 'audio':
        this.#addPlayer('sound', attributes);
        break;
      case 'picture':
        this.#holder = { kind: 'picture', group: ++this.#group };
        break;
      case 'source':
        this.#addSource(attributes);
        break;
      case 'img':
      case 'amp-img':
        this.#addPicture(attributes);
        break;
      case 'a':
        this.#link = linkedPicture.test(attributes.href ?? '') ? attributes.href : undefined;
        break;
      case 'iframe':
      case 'embed':
      case 'object':
        this.#addFrame(attributes);
        break;
      case 'style':
      case 'noscript':
        this.#isUnseen = true;
        break;
      case 'input':
        if (attributes.type?.toLowerCase() === 'password') this.asksPassword = true;
        break;
      case 'script':
        if (attributes.src === undefined && this.scripts.length < max.scripts)
          this.#script = { id: attributes.id ?? '', type: attributes.type ?? '', parts: [] };
        break;
    }
    return true;
  }

  text(words: string): void {
    if (this.#script) this.#script.parts.push(words);
    else if (this.#isInTitle) {
      if (this.title.length < max.title) this.title += words;
    } else if (!this.#isUnseen) this.letters += words.trim().length;
  }

  close(name: string): void {
    this.#depth -= 1;
    if (name === 'title') this.#isInTitle = false;
    if (name === 'style' || name === 'noscript') this.#isUnseen = false;
    if (name === 'video' || name === 'audio' || name === 'picture') this.#holder = undefined;
    if (name === 'a') this.#link = undefined;
    if (name !== 'script' || !this.#script) return;
    const { id, type, parts } = this.#script;
    this.scripts.push({ id, type, text: parts.join('') });
    this.#script = undefined;
  }
}

/** Reads a page that came from `base`. A page beyond the limits is read up to them. */
export function readPage(html: string, base: URL): Page {
  const collector = new Collector(base);
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (!collector.open(name, attributes)) parser.pause();
      },
      ontext: words => collector.text(words),
      onclosetag: name => collector.close(name),
    },
    { decodeEntities: true },
  );
  // In steps, so that a page that is given up is not read to its end.
  const step = 64 * 1024;
  for (let at = 0; at < html.length; at += step) parser.write(html.slice(at, at + step));
  parser.end();
  const { title, metas, media, scripts, asksPassword, frames, hasPlayer, letters } = collector;
  const hasEmptyPlayer = hasPlayer && media.every(({ kind }) => kind === 'picture');
  return { title: title.trim(), metas, media, scripts, asksPassword, frames, hasEmptyPlayer, letters };
}

/** The words of a fragment of markup, with single spaces. */
export function readWords(html: string): string {
  const words: string[] = [];
  const parser = new Parser({ ontext: text => words.push(text), onclosetag: () => words.push(' ') });
  parser.end(html.slice(0, 64 * 1024));
  return words.join('').replace(/\s+/g, ' ').trim();
}

const bodyCharset = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{2,20})/i;

/** The text of a page in the encoding that its header or its first two kilobytes name; UTF-8 where neither does. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const told =
    /charset\s*=\s*"?([\w-]{2,20})/i.exec(contentType)?.[1] ??
    bodyCharset.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 2048)))?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(told).decode(bytes);
  } catch (cause) {
    // An encoding of that name does not exist.
    if (cause instanceof RangeError) return new TextDecoder().decode(bytes);
    throw cause;
  }
}
