// The pages at addresses without a page: unknown ones, and those of tools that are not available yet. Both show other tools.
import { fill } from 'contract/words.ts';
import { Compass, Hammer } from 'lucide-react';
import { buttonClasses } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import type { PageProps } from '../route.ts';
import { Link } from '../router/link.tsx';
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

export function NotFoundPage() {
  const words = useWords(errorPageWords);
  return (
    <div className="page pt-6">
      <h1 className="sr-only">{words.notFound}</h1>
      <EmptyState
        icon={<Compass />}
        title={words.notFound}
        text={words.notFoundNext}
        actions={
          <>
            <Link to="/" className={buttonClasses()}>
              {words.toHome}
            </Link>
            <Link to="/help" className={buttonClasses({ variant: 'secondary' })}>
              {words.toHelp}
            </Link>
          </>
        }
      />
      <ToolTiles />
    </div>
  );
}
