// Replaces a page that could not be loaded without a network. The app caches it in advance.
import { RotateCcw, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { offlineWords } from '../app-install/words.ts';

const lookAgainMs = 2500;
const reload = () => location.reload();

/** A browser is online as soon as there is any network, which may not reach the server yet. */
async function reloadWhenBack(): Promise<void> {
  if (!navigator.onLine) return;
  const isBack = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isBack) reload();
}

export default function OfflinePage() {
  const words = useWords(offlineWords);
  useEffect(() => {
    const timer = setInterval(() => void reloadWhenBack(), lookAgainMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="page pt-10">
      <h1 className="sr-only">{words.title}</h1>
      <EmptyState
        icon={<WifiOff />}
        title={words.title}
        text={words.text}
        actions={
          <Button onClick={reload} icon={<RotateCcw aria-hidden className="size-4.5" />}>
            {words.again}
          </Button>
        }
      />
    </div>
  );
}
