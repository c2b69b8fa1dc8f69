// Offers to install the page as an app: with a button if the browser supports it, otherwise with instructions.
import { Download, MonitorDown } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { findWayToInstall } from './ways-to-install.ts';
import { installWords } from './words.ts';

/** The browser's install prompt, stored by boot.ts. It can be used only once. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}
const place = globalThis as { installPrompt?: InstallPrompt | undefined };

function listen(onChange: () => void): () => void {
  const forget = () => {
    place.installPrompt = undefined;
    onChange();
  };
  addEventListener('beforeinstallprompt', onChange);
  addEventListener('appinstalled', forget);
  return () => {
    removeEventListener('beforeinstallprompt', onChange);
    removeEventListener('appinstalled', forget);
  };
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;

export function InstallCard() {
  const words = useWords(installWords);
  const offer = useSyncExternalStore(listen, () => place.installPrompt);
  const [isTaken, setTaken] = useState(false);
  const hasOffer = offer !== undefined && !isTaken;
  const { userAgent, maxTouchPoints } = navigator;
  const way = findWayToInstall({ userAgent, maxTouchPoints, isSecure: isSecureContext });

  async function install(): Promise<void> {
    // A dismissed prompt cannot be used again.
    setTaken(true);
    place.installPrompt = undefined;
    await offer?.prompt();
  }

  return (
    <section className="card flex flex-wrap items-center gap-x-5 gap-y-3 p-5">
      <span aria-hidden className="grid size-12 place-items-center rounded-2xl bg-accent-soft text-accent-ink">
        <MonitorDown className="size-6" />
      </span>
      <div className="grid min-w-60 flex-1 gap-1">
        <h2 className="text-lg font-bold">{words.title}</h2>
        <p className="text-[0.9375rem] text-soft">{words.text}</p>
        {!hasOffer && <p className="text-[0.9375rem] font-medium">{isInstalled() ? words.installed : words[way]}</p>}
      </div>
      {hasOffer && (
        <Button onClick={() => void install()} icon={<Download aria-hidden className="size-4.5" />}>
          {words.install}
        </Button>
      )}
    </section>
  );
}
