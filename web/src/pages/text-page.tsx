// All text pages: help, tutorial, terms, and the guides of tools. The server provides them as Markdown, which an operator can replace.
import { getPage, type PageName, pageNames } from 'contract/routes/pages.ts';
import type { Language } from 'contract/words.ts';
import { Suspense, use } from 'react';
import { useLanguage } from 'ui/language.tsx';
import { call } from '../api.ts';
import type { PageProps } from '../route.ts';
import { loadOnce, TextArticle } from './text-article.tsx';
import { ToolGuide } from './tool-guide.tsx';
import { ToolGuides } from './tool-guides.tsx';

const loadPage = (name: PageName, language: Language): Promise<string> =>
  loadOnce(`${language}/${name}`, () => call(getPage, { params: { name }, handleErrors: true }));

export function TextPage({ route: { path, tool } }: PageProps) {
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      {tool ? <ToolGuide name={tool.name} /> : <TextBody name={pageNames.find(known => path === `/${known}`)!} />}
    </Suspense>
  );
}

const withGuides: readonly PageName[] = ['help', 'tutorial'];

function TextBody({ name }: { name: PageName }) {
  const language = useLanguage();
  const markdown = use(loadPage(name, language));
  return <TextArticle markdown={markdown} end={withGuides.includes(name) && <ToolGuides />} />;
}
