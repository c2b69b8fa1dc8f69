// The page for files that another app shared with this one or that the system opened with it: shows the tools that accept them.
import { findLinks } from 'contract/find-links.ts';
import { fill } from 'contract/words.ts';
import { ImagePlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from 'ui/button.tsx';
import { DropZone } from 'ui/files/drop-zone.tsx';
import { usePaste } from 'ui/files/use-paste.ts';
import { useWords } from 'ui/language.tsx';
import type { Taken } from '../home/guess-tools.ts';
import { TakenCard } from '../home/taken-card.tsx';
import { useLaunched } from './start-app.ts';
import { sharedWords } from './words.ts';

/** The cache in which the service worker stores shared files; `at` identifies one share. */
const cacheName = 'shared';

async function readShared(at: string): Promise<Taken | null> {
  const cache = await caches.open(cacheName);
  const entries = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(`/shared/${at}/`));
  const responses = await Promise.all(entries.map(entry => cache.match(entry)));
  const files: File[] = [];
  for (const response of responses) {
    if (!response) continue;
    const name = response.headers.get('x-name');
    if (name === null) {
      const [link] = findLinks(await response.text());
      return link ? { link } : null;
    }
    const type = response.headers.get('content-type') ?? '';
    files.push(new File([await response.blob()], decodeURIComponent(name), { type }));
  }
  return files.length > 0 ? { files } : null;
}

async function forgetShared(at: string): Promise<void> {
  const cache = await caches.open(cacheName);
  const entries = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(`/shared/${at}/`));
  await Promise.all(entries.map(entry => cache.delete(entry)));
}

export function SharedPage() {
  const words = useWords(sharedWords);
  const query = new URLSearchParams(useLocation().search);
  const at = /^\d+$/.exec(query.get('at') ?? '')?.[0];
  const left = Number(/^\d{1,6}$/.exec(query.get('left') ?? '')?.[0] ?? 0);
  const launched = useLaunched(({ files }) => files);
  const [taken, setTaken] = useState<Taken | null>(null);
  const [isLost, setIsLost] = useState(query.has('failed'));
  usePaste(
    files => setTaken({ files }),
    link => setTaken({ link }),
  );
  useEffect(() => {
    if (at === undefined || !globalThis.caches) return;
    let isCurrent = true;
    void readShared(at).then(shared => {
      if (!isCurrent) return;
      setTaken(shared);
      setIsLost(shared === null);
    });
    return () => {
      isCurrent = false;
      // The chosen tool has its own copies, and a reload does not return to this page.
      void forgetShared(at);
    };
  }, [at]);
  useEffect(() => {
    if (launched) setTaken({ files: launched });
    return () => useLaunched.setState({ files: null });
  }, [launched]);
  return (
    <div className="page max-w-3xl pt-12">
      <h1 className="text-4xl font-extrabold tracking-tight">{words.title}</h1>
      <p className="mt-4 text-lg leading-relaxed text-soft">{words.lead}</p>
      {left > 0 && (
        <p role="status" className="mt-4 max-w-prose font-medium">
          {fill(words.left, { count: String(left) })}
        </p>
      )}
      <DropZone
        label={words.drop}
        onFiles={files => setTaken({ files })}
        takesWholePage
        className="mt-8 grid min-h-60 p-5"
      >
        {zone =>
          taken ? (
            <TakenCard taken={taken} onAgain={() => setTaken(null)} />
          ) : (
            <div className="grid content-center justify-items-center gap-4 text-center">
              <span aria-hidden className="grid size-12 place-items-center rounded-2xl bg-accent-soft text-accent-ink">
                <ImagePlus className="size-6" />
              </span>
              <Button size="lg" onClick={zone.pickFiles}>
                {words.pick}
              </Button>
              <p role="status" className="max-w-md text-[0.9375rem] text-soft">
                {isLost && left === 0 ? words.failed : words.nothing}
              </p>
            </div>
          )
        }
      </DropZone>
    </div>
  );
}
