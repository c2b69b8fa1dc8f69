// The bars between header and page, loaded after the page: a new version, no network, and the operator's notices.
import { RefreshCw, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { useOnline } from 'ui/use-online.ts';
import { reloadIntoNext, startApp, useNextVersion } from '../app-install/start-app.ts';
import { barWords } from '../app-install/words.ts';
import { BulletinBar } from './bulletin-bar.tsx';

const barClasses = 'page flex min-h-11 items-center gap-3 py-1.5';

export default function Bars() {
  const words = useWords(barWords);
  const language = useLanguage();
  const hasNext = useNextVersion();
  const isOnline = useOnline();
  useEffect(startApp, []);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    const address = `/app.webmanifest?lang=${language}`;
    if (link && link.getAttribute('href') !== address) link.href = address;
  }, [language]);
  return (
    <>
      {hasNext && (
        <div data-site-frame className="border-b border-line bg-accent-soft text-sm text-accent-ink">
          <div className={barClasses}>
            <RefreshCw aria-hidden className="size-4 shrink-0" />
            <p role="status" className="min-w-0 flex-1">
              {words.newVersion}
            </p>
            <Button size="sm" variant="secondary" onClick={reloadIntoNext}>
              {words.reload}
            </Button>
          </div>
        </div>
      )}
      {!isOnline && (
        <div data-site-frame className="border-b border-line bg-warn-soft text-sm text-warn">
          <div className={barClasses}>
            <WifiOff aria-hidden className="size-4 shrink-0" />
            <p role="status" className="min-w-0 flex-1">
              {words.offline}
            </p>
          </div>
        </div>
      )}
      <BulletinBar />
    </>
  );
}
