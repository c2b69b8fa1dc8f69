// The page of the image editor: ways to start, and the editor itself once there is an artwork.
import { media } from 'contract/media.ts';
import { Clipboard, FilePlus2, FolderOpen, ImagePlus } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { DropZone } from 'ui/files/drop-zone.tsx';
import { usePaste } from 'ui/files/use-paste.ts';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { leaveFiles, takeLeftFiles } from '../files/left-files.ts';
import { Samples } from '../files/samples.tsx';
import type { PageProps } from '../route.ts';
import { workWords } from '../words/work.ts';
import { useStart } from './use-start.ts';
import { editorWords } from './words.ts';

const loadWorkbench = () => import('./workbench.tsx');
const Workbench = lazy(async () => ({ default: (await loadWorkbench()).Workbench }));

/** Sizes of empty pages, in pixels. */
const blankSizes = [
  { key: 'blankSquare', width: 1080, height: 1080 },
  { key: 'blankPortrait', width: 1080, height: 1440 },
  { key: 'blankStory', width: 1080, height: 1920 },
  { key: 'blankWide', width: 1920, height: 1080 },
  { key: 'blankA4', width: 1240, height: 1754 },
] as const;

export function EditorPage({ route }: PageProps) {
  const t = useWords(editorWords);
  const work = useWords(workWords);
  const language = useLanguage();
  const { hasArtwork, isBusy, open, begin } = useStart('editor');
  const [isPrepared, setIsPrepared] = useState(false);
  useEffect(() => takeLeftFiles(files => void open(files)), [open]);
  usePaste(files => void open(files));
  if (hasArtwork)
    return (
      <Suspense fallback={<Spinner className="mx-auto mt-40 size-8" />}>
        <Workbench />
      </Suspense>
    );
  const prepare = () => {
    if (isPrepared) return;
    setIsPrepared(true);
    void loadWorkbench();
  };
  const accept = [
    ...(route.tool?.opens?.accept ?? []).flatMap(type => [media[type].contentType, `.${media[type].extensions[0]}`]),
    '.pwx',
  ].join(',');
  return (
    <div data-tool-page className="page grid gap-8 pt-5 pb-16 sm:pt-6" onPointerEnter={prepare}>
      <header>
        <h1 className="text-2xl leading-tight font-extrabold tracking-tight sm:text-[1.75rem]">
          {route.title[language]}
        </h1>
        <p className="mt-0.5 text-[0.9375rem] text-soft">{t.lead}</p>
      </header>
      <DropZone label={work.dropLabel} accept={accept} takesWholePage onFiles={files => void open(files)}>
        {({ pickFiles, isOver }) => (
          <div className="grid min-h-[clamp(18rem,42svh,28rem)] place-content-center justify-items-center gap-5 px-5 py-10 text-center">
            <span
              aria-hidden
              className="grid size-20 place-items-center rounded-[1.75rem] bg-accent-soft text-accent-ink"
            >
              {isBusy ? <Spinner className="size-8" /> : <ImagePlus className="size-9" strokeWidth={1.75} />}
            </span>
            <div className="grid gap-1.5">
              <p className="text-2xl font-bold text-balance">{isOver ? work.dropNow : t.startTitle}</p>
              <p className="flex items-center justify-center gap-1.5 text-sm text-soft max-sm:hidden">
                <Clipboard aria-hidden className="size-4" />
                {work.pasteHint}
              </p>
            </div>
            <Button size="lg" icon={<FolderOpen className="size-5" />} onClick={pickFiles}>
              {t.pick}
            </Button>
            <p className="max-w-xl text-sm leading-relaxed text-soft text-balance">{t.startTypes}</p>
          </div>
        )}
      </DropZone>
      <section className="grid justify-items-center gap-3">
        <h2 className="text-sm text-soft">{t.blank}</h2>
        <ul className="flex flex-wrap justify-center gap-3">
          {blankSizes.map(({ key, width, height }) => (
            <li key={key}>
              <Button
                variant="secondary"
                icon={<FilePlus2 aria-hidden className="size-4.5" />}
                onClick={() => void begin(width, height, t.untitled)}
              >
                {t[key]}
                <span className="text-xs font-normal text-soft tabular-nums">
                  {width} × {height}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <Samples areJoined={false} onFiles={leaveFiles} />
      <p className="text-center text-sm text-soft">{t.privacy}</p>
    </div>
  );
}
