// The guide of a tool: its text from the server, which an operator can replace, and a picture of the tool's page.
import { getGuide } from 'contract/routes/pages.ts';
import { fill } from 'contract/words.ts';
import { use } from 'react';
import { useLanguage, useWords } from 'ui/language.tsx';
import { call } from '../api.ts';
import { useLanguageStore } from '../language-store.ts';
import { loadOnce, TextArticle } from './text-article.tsx';
import { toolHelpWords } from './tool-help-words.ts';

/** Screenshots made by `npm run draw-guides`, all of the same size. A tool may not have one yet. */
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
