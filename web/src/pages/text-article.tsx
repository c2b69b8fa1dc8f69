// The layout of a text page: the title, a larger first sentence, the text, and the row of links at the end.
import type { ReactNode } from 'react';
import { buttonClasses } from 'ui/button.tsx';
import { readLinkAddress } from '../markdown/link-address.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { Link } from '../router/link.tsx';
import { hasContact, settings } from '../settings.ts';

const loading = new Map<string, Promise<string>>();

/** Loads a text only once; after a failure, the next visit tries again. */
export function loadOnce(key: string, ask: () => Promise<{ markdown: string }>): Promise<string> {
  const known = loading.get(key);
  if (known) return known;
  const wanted = ask().then(({ markdown }) => markdown);
  loading.set(key, wanted);
  wanted.catch(() => loading.delete(key));
  return wanted;
}

/** Returns whether the target of a link exists on this server. */
const leadsOn = (path: string) =>
  path === '/contact'
    ? hasContact()
    : ['/membership', '/privilege', '/refund'].includes(path)
      ? settings.membership
      : true;

/** Removes escapes: title, lead and labels are shown without Markdown. */
const readEscapes = (text: string): string => text.replace(/\\([^\w\s])/g, '$1');

interface PageParts {
  readonly title: string;
  readonly lead: string;
  readonly body: string;
  /** The row of links at the end, the most important one first. */
  readonly links: readonly (readonly [path: string, label: string])[];
}

function splitPage(markdown: string): PageParts {
  const [, title = '', rest = ''] = /^# (.*)\n([\s\S]*)$/.exec(markdown.trim()) ?? [undefined, '', markdown];
  const row = /(?:^|\n\n)((?:\[[^\]\n]+\]\([^)\n]+\)\s*)+)$/.exec(rest.trim());
  const told = row ? rest.trim().slice(0, row.index) : rest;
  const [, lead = '', body = ''] = /^\s*([^#\n][^\n]*)?\n*([\s\S]*)$/.exec(told) ?? [];
  const links = [...(row?.[1] ?? '').matchAll(/\[([^\]\n]+)\]\(([^)\n]+)\)/g)].flatMap(([, label = '', to = '']) => {
    const target = readLinkAddress(to);
    return target?.kind === 'own' ? [[target.path, label] as const] : [];
  });
  return { title, lead, body, links };
}

interface TextArticleProps {
  markdown: string;
  /** Shown between the first sentence and the rest. */
  picture?: ReactNode;
  /** Shown after the links. */
  end?: ReactNode;
}

export function TextArticle({ markdown, picture, end }: TextArticleProps) {
  const { title, lead, body, links } = splitPage(markdown);
  return (
    <article className="page max-w-3xl pt-12">
      <h1 className="text-4xl font-extrabold tracking-tight">{readEscapes(title)}</h1>
      <p className="mt-4 text-lg leading-relaxed text-soft">{readEscapes(lead)}</p>
      {picture}
      <Markdown text={body} />
      <div className="mt-10 flex flex-wrap gap-3">
        {links
          .filter(([path]) => leadsOn(path))
          .map(([path, label], index) => (
            <Link key={path} to={path} className={buttonClasses({ variant: index === 0 ? 'primary' : 'secondary' })}>
              {readEscapes(label)}
            </Link>
          ))}
      </div>
      {end}
    </article>
  );
}
