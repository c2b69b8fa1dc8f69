// The page of a tool that is not available yet, with a note and other tools.
import { fill } from 'contract/words.ts';
import { Hammer } from 'lucide-react';
import { useLanguage, useWords } from 'ui/language.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import type { PageProps } from '../route.ts';
import { errorPageWords } from '../words/error-page.ts';
import { ToolTiles } from './tool-tiles.tsx';

export function PlannedPage({ route }: PageProps) {
  const words = useWords(errorPageWords);
  const language = useLanguage();
  return (
    <div className="page pt-6">
      <h1 className="sr-only">{route.title[language]}</h1>
      <EmptyState
        icon={<Hammer />}
        title={fill(words.notBuilt, { tool: route.title[language] })}
        text={words.notBuiltNext}
      />
      <ToolTiles />
    </div>
  );
}
