// The product centre: every available tool by category, and the ways to get the app.
import { Download } from 'lucide-react';
import { buttonClasses } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { InstallCard } from '../app-install/install-card.tsx';
import { Shelf } from '../home/shelf.tsx';
import type { PageProps } from '../route.ts';
import { settings } from '../settings.ts';
import { shellWords } from '../words/shell.ts';
import { WorkflowsLink } from '../workflows/workflows-link.tsx';

export function ProductsPage({ route }: PageProps) {
  const words = useWords(shellWords);
  const language = useLanguage();
  const clients = [
    [settings.brand.windowsClientUrl, words.windows],
    [settings.brand.androidClientUrl, words.android],
  ] as const;
  return (
    <>
      <div className="page grid gap-6 pt-12">
        <h1 className="text-4xl font-extrabold tracking-tight">{route.title[language]}</h1>
        <div className="card max-w-md p-2">
          <WorkflowsLink />
        </div>
        <InstallCard />
        <div className="flex flex-wrap gap-3 empty:hidden">
          {clients.map(
            ([url, label]) =>
              url && (
                <a key={label} href={url} className={buttonClasses({ variant: 'secondary' })}>
                  <Download aria-hidden className="size-4.5" />
                  {label}
                </a>
              ),
          )}
        </div>
      </div>
      <Shelf />
    </>
  );
}
