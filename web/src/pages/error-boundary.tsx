// Catches a page that broke or could not be loaded, and offers to load it again.
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from 'ui/button.tsx';
import { EmptyState } from 'ui/empty-state.tsx';
import { useWords } from 'ui/language.tsx';
import { errorPageWords } from '../words/error-page.ts';

export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <BrokenPage /> : this.props.children;
  }
}

function BrokenPage() {
  const words = useWords(errorPageWords);
  return (
    <div className="page pt-10">
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
