// Text pages in Markdown: an operator's own file if there is one, otherwise ours. Conditions and placeholders are evaluated here, so that a
// page says only what applies to this server.
//
// `<!-- if membership -->`, `<!-- if not contact -->` … `<!-- end -->` keep or drop the text between them, and do not nest. A paragraph
// with a placeholder that the operator has not set, such as {email}, is omitted.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type PageName, pageNames } from 'contract/routes/pages.ts';
import { fill, type Language } from 'contract/words.ts';
import type { Config } from '../config.ts';
import { version } from '../version.ts';

export type PageConfig = Pick<
  Config,
  'brand' | 'retentionHours' | 'membership' | 'contentFolder' | 'chatServer' | 'sourceUrl'
>;

const ownFolder = path.join(import.meta.dirname, '../../../content');
/** A page is a few kilobytes. */
const maxPageBytes = 512 * 1024;

const conditions: Readonly<Record<string, (config: PageConfig) => boolean>> = {
  membership: ({ membership }) => membership,
  contact: ({ brand }) => Boolean(brand.contactEmail ?? brand.contactPhone),
  /** A language model answers in the assistant. */
  model: ({ chatServer }) => chatServer !== null,
  company: ({ brand }) => Boolean(brand.company),
  source: ({ sourceUrl }) => sourceUrl !== null,
  apps: ({ brand }) => Boolean(brand.windowsClientUrl ?? brand.androidClientUrl),
};

function placesOf(
  { brand, retentionHours, sourceUrl }: PageConfig,
  language: Language,
): Readonly<Record<string, string>> {
  const name = language === 'zh' ? brand.nameZh : brand.nameEn;
  const places = {
    brand: name,
    hours: String(retentionHours),
    operator: brand.company ?? name,
    email: brand.contactEmail,
    phone: brand.contactPhone,
    source: sourceUrl,
    version,
  };
  return Object.fromEntries(Object.entries(places).flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
}

/** The Markdown with the conditions and placeholders of this server evaluated. */
export function fillPage(markdown: string, config: PageConfig, language: Language): string {
  const places = placesOf(config, language);
  const kept = markdown
    .replaceAll('\r\n', '\n')
    .replace(/<!-- if (not )?(\w+) -->([\s\S]*?)<!-- end -->/g, (_, not: string | undefined, name: string, inside) => {
      const holds = Object.hasOwn(conditions, name) && conditions[name]!(config);
      return holds === !not ? String(inside) : '';
    });
  const told = kept
    .split(/\n{2,}/)
    .filter(block => [...block.matchAll(/\{(email|phone|source)\}/g)].every(([, place = '']) => place in places))
    .map(block => fill(block, places));
  return `${told
    .map(block => block.trim())
    .filter(Boolean)
    .join('\n\n')}\n`;
}

interface ReadFile {
  readonly changedMs: number;
  readonly text: string;
}

const read = new Map<string, ReadFile>();

/** The text of a file, read again only if it has changed; undefined if there is none. */
export async function readChanged(file: string): Promise<ReadFile | undefined> {
  try {
    const facts = await stat(file);
    if (!facts.isFile() || facts.size > maxPageBytes) return undefined;
    const known = read.get(file);
    if (known?.changedMs === facts.mtimeMs) return known;
    const now = { changedMs: facts.mtimeMs, text: await readFile(file, 'utf8') };
    read.set(file, now);
    return now;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The pages that answer questions about this server; those about money exist only where something is sold. */
export const listPages = ({ membership }: Pick<PageConfig, 'membership'>): readonly PageName[] =>
  pageNames.filter(name => name !== 'about' && (membership || (name !== 'refund' && name !== 'privilege')));

/** A page in a language. `changedMs` distinguishes one version from the next. */
export async function readPage(
  config: PageConfig,
  name: PageName,
  language: Language,
): Promise<{ markdown: string; changedMs: number }> {
  const folders = [...(config.contentFolder ? [config.contentFolder] : []), ownFolder];
  for (const folder of folders) {
    const found = await readChanged(path.join(folder, language, `${name}.md`));
    if (found) return { markdown: fillPage(found.text, config, language), changedMs: found.changedMs };
  }
  throw new Error(`content/${language}/${name}.md is missing`);
}
