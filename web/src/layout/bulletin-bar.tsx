// The operator's notices above the page, the latest first. A closed notice is not shown again in this browser.

import { type Bulletin, getWxMessage } from 'contract/routes/bulletins.ts';
import { defineWords } from 'contract/words.ts';
import { Megaphone, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Glyph } from 'ui/glyph.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { readStored, store } from '../storage.ts';

/** Defined here instead of among the common strings, which are part of the first load. */
const bulletinWords = defineWords({
  zh: { bulletin: '公告', close: '关闭公告' },
  en: { bulletin: 'Notice', close: 'Close this notice' },
});

const lookAgainMs = 5 * 60_000;
const maxRemembered = 50;

const readClosed = (): string[] => (readStored('closedBulletins') ?? '').split(' ').filter(Boolean);

export function BulletinBar() {
  const words = useWords(bulletinWords);
  const language = useLanguage();
  const [list, setList] = useState<readonly Bulletin[]>([]);
  const [closed, setClosed] = useState(readClosed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the response is in the language of the page.
  useEffect(() => {
    const stop = new AbortController();
    const look = () => {
      if (document.hidden) return;
      call(getWxMessage, { handleErrors: true, signal: stop.signal }).then(
        answer => setList(answer.list),
        (error: unknown) => {
          // Keeps the current notices and retries.
          if (!stop.signal.aborted && !(error instanceof CallError)) throw error;
        },
      );
    };
    look();
    const timer = setInterval(look, lookAgainMs);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [language]);

  const shown = list.find(bulletin => !closed.includes(bulletin.id));
  if (!shown) return null;
  const Icon = shown.tone === 'warn' ? TriangleAlert : Megaphone;
  const close = () => {
    const remembered = [...closed, shown.id].slice(-maxRemembered);
    store('closedBulletins', remembered.join(' '));
    setClosed(remembered);
  };
  return (
    <section
      data-site-frame
      aria-label={words.bulletin}
      className={`border-b border-line text-sm ${shown.tone === 'warn' ? 'bg-warn-soft text-warn' : 'bg-accent-soft text-accent-ink'}`}
    >
      <div className="page flex items-center gap-3 py-1.5">
        <Icon aria-hidden className="size-4 shrink-0" />
        <p role="status" className="min-w-0 flex-1 break-words">
          <strong className="font-semibold">{shown.title}</strong> {shown.text && <span>{shown.text}</span>}
        </p>
        <IconButton size="sm" label={words.close} icon={<Glyph path="M18 6 6 18M6 6l12 12" />} onClick={close} />
      </div>
    </section>
  );
}
