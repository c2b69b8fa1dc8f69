// The page for unknown addresses.
import { Compass } from 'lucide-react';
import { buttonClasses } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { Link } from '../router/link.tsx';
import { errorPageWords } from '../words/error-page.ts';
import { ToolTiles } from './tool-tiles.tsx';

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
