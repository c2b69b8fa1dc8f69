// The top of the home page: a headline, and a drop zone that says which tool will take the files.
import { FolderOpen, ImagePlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { DropZone } from 'ui/drop-zone.tsx';
import { useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { usePaste } from 'ui/use-paste.ts';
import type { Taken } from './guess-tools.ts';
import { HeroPicture } from './hero-picture.tsx';
import { homeWords } from './words.ts';

const TakenCard = lazy(async () => ({ default: (await import('./taken-card.tsx')).TakenCard }));

export function Hero() {
  const words = useWords(homeWords);
  const [taken, setTaken] = useState<Taken | null>(null);
  const takeFiles = (files: File[]) => setTaken({ files });
  usePaste(takeFiles, link => setTaken({ link }));
  return (
    <section className="hero-glow border-b border-line/60">
      <div className="page grid items-start gap-x-14 gap-y-10 py-12 sm:py-16 lg:grid-cols-[1.08fr_1fr] lg:py-20">
        <div className="min-w-0">
          <h1 className="text-[2.75rem] leading-[1.12] font-extrabold tracking-tight sm:text-6xl">
            <span className="block">{words.headlineStart}</span>
            <span className="block text-accent-ink">{words.headlineEnd}</span>
          </h1>
          <p className="mt-5 max-w-xl text-lg leading-relaxed text-soft">{words.lead}</p>
          <DropZone
            label={words.dropLabel}
            onFiles={takeFiles}
            takesWholePage
            className="mt-8 grid min-h-68 p-5 shadow-lift sm:p-7"
          >
            {zone =>
              taken ? (
                <Suspense
                  fallback={<Spinner label={words.looking} className="size-8 place-self-center text-accent-ink" />}
                >
                  <TakenCard taken={taken} onAgain={() => setTaken(null)} />
                </Suspense>
              ) : (
                <div className="grid content-center justify-items-center gap-5 text-center">
                  <span
                    aria-hidden
                    className="grid size-16 place-items-center rounded-3xl bg-accent-soft text-accent-ink"
                  >
                    <ImagePlus className="size-7" />
                  </span>
                  <div className="flex flex-wrap justify-center gap-3">
                    <Button size="lg" onClick={zone.pickFiles}>
                      {words.pick}
                    </Button>
                    <Button
                      size="lg"
                      variant="secondary"
                      onClick={zone.pickFolder}
                      className="max-sm:hidden"
                      icon={<FolderOpen aria-hidden className="size-5" />}
                    >
                      {words.pickFolder}
                    </Button>
                  </div>
                  <p className="text-[0.9375rem] text-soft">{zone.isOver ? words.release : words.orDrop}</p>
                </div>
              )
            }
          </DropZone>
        </div>
        <HeroPicture />
      </div>
    </section>
  );
}
