// The banner above the header while SMS, WeChat or payment is simulated, so that visitors do not mistake the site for the real service.
import { FlaskConical } from 'lucide-react';
import { useWords } from 'ui/language.tsx';
import { Link } from '../router/link.tsx';
import { settings } from '../settings.ts';
import { WhereSold } from '../where-sold.tsx';
import { shellWords } from '../words/shell.ts';

/** The home page painted at build time always contains the banner; boot.ts marks pages of servers with a sandbox. */
const isPainted = !globalThis.document;

export function SandboxBanner() {
  const words = useWords(shellWords);
  if (!isPainted && !settings.sandbox) return null;
  return (
    <section
      data-site-frame
      aria-label={words.sandbox}
      className={`border-b border-line bg-warn-soft text-[0.8125rem] text-warn ${isPainted ? 'not-in-data-sandbox:hidden' : ''}`}
    >
      <div className="page flex items-center justify-center gap-2 py-1.5">
        <FlaskConical aria-hidden className="size-4 shrink-0" />
        <p>
          <WhereSold otherwise={words.sandboxOn}>{words.sandboxOnSold}</WhereSold>{' '}
          <Link to="/sandbox" className="font-semibold whitespace-nowrap underline">
            {words.openSandbox}
          </Link>
        </p>
      </div>
    </section>
  );
}
