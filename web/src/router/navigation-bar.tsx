// The thin progress bar at the top of the window while the next page loads.
import { useWords } from 'ui/language.tsx';
import { shellWords } from '../words/shell.ts';

export function NavigationBar({ isLoading }: { isLoading: boolean }) {
  const words = useWords(shellWords);
  if (!isLoading) return null;
  return (
    <div role="progressbar" aria-label={words.loadingPage} className="fixed inset-x-0 top-0 z-50 h-1 overflow-hidden">
      <div className="navigation-bar h-full bg-accent" />
    </div>
  );
}
