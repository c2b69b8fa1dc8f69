// The addresses of logging in, registering, resetting a password and one's own account, until accounts are open: what to do instead.
import { UserRound } from 'lucide-react';
import { EmptyState } from 'ui/empty-state.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import type { PageProps } from '../route.ts';
import { errorPageWords } from '../words/error-page.ts';
import { ToolTiles } from './tool-tiles.tsx';

export function LoginPage({ route }: PageProps) {
  const words = useWords(errorPageWords);
  const language = useLanguage();
  return (
    <div className="page pt-6">
      <h1 className="sr-only">{route.title[language]}</h1>
      <EmptyState icon={<UserRound />} title={words.accountsClosed} text={words.accountsClosedNext} />
      <ToolTiles />
    </div>
  );
}
