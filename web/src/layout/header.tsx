// The header: home, all tools, the operator's other offers, help, language, theme and login. On phones, most of it moves to a full-screen sheet.

import { toolList } from 'virtual:tool-list';
import { ChevronDown, Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from 'ui/icon-button.tsx';
import { useWords } from 'ui/language.tsx';
import { Menu } from 'ui/panels/menu.tsx';
import { Link } from '../router/link.tsx';
import { hasClients } from '../settings.ts';
import { WhereSold } from '../where-sold.tsx';
import { shellWords } from '../words/shell.ts';
import { AccountCorner } from './account-corner.tsx';
import { BrandMark } from './brand-mark.tsx';
import { LanguageToggle, ThemeToggle } from './toggles.tsx';
import { ToolLinks } from './tool-links.tsx';

const PhoneSheet = lazy(async () => ({ default: (await import('./phone-sheet.tsx')).PhoneSheet }));

/** With many tools, the products are listed in two columns. */
const isLong = toolList.length > 8;

const linkClasses =
  'inline-flex min-h-11 items-center gap-1 rounded-full px-3.5 text-[0.9375rem] text-soft transition hover:bg-sunken hover:text-ink';

export function Header() {
  const words = useWords(shellWords);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  return (
    <header data-site-frame className="sticky top-0 z-40 border-b border-line bg-ground/90 backdrop-blur-md">
      <div className="page flex h-16 items-center gap-1">
        <Link to="/" className="-ms-1 min-w-0 rounded-xl p-1 md:me-4">
          <BrandMark />
        </Link>
        <nav aria-label={words.menu} className="hidden items-center md:flex">
          <Menu
            label={words.products}
            className={isLong ? 'w-[34rem]' : 'w-80'}
            button={wiring => (
              <button type="button" {...wiring} className={linkClasses}>
                {words.products}
                <ChevronDown aria-hidden className="size-4" />
              </button>
            )}
          >
            {close => (
              <div className={isLong ? 'columns-2 gap-2' : ''}>
                <ToolLinks onChoose={close} />
              </div>
            )}
          </Menu>
          <WhereSold>
            <Link to="/membership" className={linkClasses}>
              {words.membership}
            </Link>
          </WhereSold>
          {hasClients() && (
            <Link to="/download" className={linkClasses}>
              {words.clients}
            </Link>
          )}
          <Link to="/help" className={linkClasses}>
            {words.help}
          </Link>
        </nav>
        <div className="ms-auto flex items-center md:gap-1">
          <LanguageToggle />
          <ThemeToggle />
          <AccountCorner />
          <IconButton
            className="md:hidden"
            label={words.menu}
            aria-expanded={isSheetOpen}
            onClick={() => setIsSheetOpen(true)}
            icon={<MenuIcon aria-hidden className="size-5" />}
          />
        </div>
      </div>
      {isSheetOpen && (
        <Suspense fallback={null}>
          <PhoneSheet onClose={() => setIsSheetOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}
