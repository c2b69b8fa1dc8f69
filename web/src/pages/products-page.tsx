// The product centre with every available tool by category, and the page of the apps, which it leads to.
import { Download, Monitor, Smartphone } from 'lucide-react';
import { buttonClasses } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { InstallCard } from '../app-install/install-card.tsx';
import { Shelf } from '../home/shelf.tsx';
import type { PageProps } from '../route.ts';
import { settings } from '../settings.ts';
import { downloadWords } from '../words/download-page.ts';
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

/** Installs the page as an app, and offers the apps for Windows and Android if the operator provides them. */
export function DownloadPage() {
  const words = useWords(downloadWords);
  const apps = [
    { Icon: Monitor, title: words.windows, text: words.windowsText, url: settings.brand.windowsClientUrl },
    { Icon: Smartphone, title: words.android, text: words.androidText, url: settings.brand.androidClientUrl },
  ].flatMap(({ url, ...app }) => (url ? [{ ...app, url }] : []));
  return (
    <div className="page max-w-4xl pt-12">
      <h1 className="text-4xl font-extrabold tracking-tight">{words.title}</h1>
      <p className="mt-4 text-lg text-soft">{words.lead}</p>
      <div className="mt-9">
        <InstallCard />
      </div>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        {apps.map(({ Icon, title, text, url }) => (
          <section key={title} className="card grid content-start justify-items-start gap-3 p-6">
            <span aria-hidden className="grid size-12 place-items-center rounded-2xl bg-video-soft text-video">
              <Icon className="size-6" />
            </span>
            <h2 className="text-lg font-bold">{title}</h2>
            <p className="text-[0.9375rem] text-soft">{text}</p>
            <a href={url} className={buttonClasses()}>
              <Download aria-hidden className="size-4.5" />
              {words.download}
            </a>
          </section>
        ))}
      </div>
    </div>
  );
}
