// Every page that is text: help, tutorial, terms. The server keeps it as Markdown, which an operator can replace.
import { getPage, type PageName, pageNames } from 'contract/routes/pages.ts';
import type { Language } from 'contract/words.ts';
import { Suspense, use } from 'react';
import { buttonClasses } from 'ui/button.tsx';
import { useLanguage } from 'ui/language.tsx';
import { call } from '../api.ts';
import { readLinkAddress } from '../markdown/link-address.ts';
import { Markdown } from '../markdown/markdown.tsx';
import type { PageProps } from '../route.ts';
import { Link } from '../router/link.tsx';
import { hasContact, settings } from '../settings.ts';

const loading = new Map<string, Promise<string>>();

function loadPage(name: PageName, language: Language): Promise<string> {
  const key = `${language}/${name}`;
  const known = loading.get(key);
  if (known) return known;
  const wanted = call(getPage, { params: { name }, handleErrors: true }).then(({ markdown }) => markdown);
  loading.set(key, wanted);
  // The next visit asks again.
  wanted.catch(() => loading.delete(key));
  return wanted;
}

export function TextPage({ route }: PageProps) {
  const name = pageNames.find(known => route.path === `/${known}`)!;
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <TextBody name={name} />
    </Suspense>
  );
}

/** Whether there is something behind a link on this server. */
const leadsOn = (path: string) =>
  path === '/contact'
    ? hasContact()
    : ['/membership', '/privilege', '/refund'].includes(path)
      ? settings.membership
      : true;

interface PageParts {
  readonly title: string;
  readonly lead: string;
  readonly body: string;
  /** The row of links at the end: where to go from here, the main one first. */
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

function TextBody({ name }: { name: PageName }) {
  const language = useLanguage();
  const { title, lead, body, links } = splitPage(use(loadPage(name, language)));
  return (
    <article className="page max-w-3xl pt-12">
      <h1 className="text-4xl font-extrabold tracking-tight">{title}</h1>
      <p className="mt-4 text-lg leading-relaxed text-soft">{lead}</p>
      <Markdown text={body} />
      <div className="mt-10 flex flex-wrap gap-3">
        {links
          .filter(([path]) => leadsOn(path))
          .map(([path, label], index) => (
            <Link key={path} to={path} className={buttonClasses({ variant: index === 0 ? 'primary' : 'secondary' })}>
              {label}
            </Link>
          ))}
      </div>
    </article>
  );
}
