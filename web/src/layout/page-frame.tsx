// The layout of every page: a skip link for the keyboard, the sandbox banner, header, content and footer.
import { lazy, type ReactNode, Suspense } from 'react';
import { useWords } from 'ui/language.tsx';
import { shellWords } from '../words/shell.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { SandboxBanner } from './sandbox-banner.tsx';

/** Not part of the painted home page; loaded after the page. */
const Bars = lazy(() => import('./bars.tsx'));

export function PageFrame({ children }: { children: ReactNode }) {
  const words = useWords(shellWords);
  return (
    <div className="flex min-h-dvh flex-col">
      <button
        type="button"
        onClick={() => document.getElementById('main')?.focus()}
        className="fixed start-4 top-2 z-50 -translate-y-16 rounded-full bg-accent px-5 py-2.5 font-semibold text-on-accent focus:translate-y-0"
      >
        {words.skip}
      </button>
      <div className="contents print:hidden">
        <SandboxBanner />
        <Header />
        {globalThis.document && (
          <Suspense>
            <Bars />
          </Suspense>
        )}
      </div>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <div className="contents print:hidden">
        <Footer />
      </div>
    </div>
  );
}
