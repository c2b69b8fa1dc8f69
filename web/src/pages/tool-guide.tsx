// The guide of one tool: its text from the server, where an operator may replace it, and a picture of the tool's page.
import { getGuide } from 'contract/routes/pages.ts';
import { fill } from 'contract/words.ts';
import { use } from 'react';
import { useLanguage, useWords } from 'ui/language.tsx';
import { call } from '../api.ts';
import { useLanguageStore } from '../language-store.ts';
import { loadOnce, TextArticle } from './text-article.tsx';
import { toolHelpWords } from './tool-help-words.ts';

/** Taken by `npm run draw-guides`, all of one size. A tool may have none yet. */
const pictures = import.meta.glob<string>('./guides/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});
const [width, height] = [960, 600];

export function ToolGuide({ name }: { name: string }) {
  const words = useWords(toolHelpWords);
  const language = useLanguage();
  const { title } = useLanguageStore(state => state.tileWords[name]!);
  const markdown = use(
    loadOnce(`${language}/help/${name}`, () => call(getGuide, { params: { tool: name }, handleErrors: true })),
  );
  const picture = pictures[`./guides/${name}.${language}.webp`];
  return (
    <TextArticle
      markdown={markdown}
      picture={
        picture && (
          <img
            src={picture}
            alt={fill(words.picture, { title })}
            width={width}
            height={height}
            loading="lazy"
            className="mt-8 mb-4 h-auto w-full rounded-2xl border border-line shadow-card"
          />
        )
      }
    />
  );
}
