// Catches a page that crashed or failed to load, and offers to load it again.
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { brokenPageWords } from '../words/broken-page.ts';

const OfflinePage = lazy(() => import('./offline-page.tsx').catch(() => ({ default: BrokenPage })));

export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <Suspense fallback={null}>{navigator.onLine ? <BrokenPage /> : <OfflinePage />}</Suspense>;
  }
}

function BrokenPage() {
  const words = useWords(brokenPageWords);
  return (
    <div className="page pt-10">
      <h1 className="sr-only">{words.broken}</h1>
      <EmptyState
        icon={<TriangleAlert />}
        title={words.broken}
        text={words.brokenNext}
        actions={
          <Button onClick={() => location.reload()} icon={<RotateCcw aria-hidden className="size-4.5" />}>
            {words.reload}
          </Button>
        }
      />
    </div>
  );
}
