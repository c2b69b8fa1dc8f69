// The top of the home page: a headline, and a drop zone that shows which tool accepts the files.
import { FolderOpen, ImagePlus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { DropZone } from 'ui/files/drop-zone.tsx';
import { usePaste } from 'ui/files/use-paste.ts';
import { useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import type { Taken } from './guess-tools.ts';
import { HeroPicture } from './hero-picture.tsx';
import { homeWords } from './words.ts';

const TakenCard = lazy(async () => ({ default: (await import('./taken-card.tsx')).TakenCard }));

export function Hero() {
  const words = useWords(homeWords);
  const [taken, setTaken] = useState<Taken | null>(null);
  const sectionRef = useRef<HTMLElement>(null);
  const take = (next: Taken) => {
    setTaken(next);
    // The files may have been dropped or pasted far below.
    if ((sectionRef.current?.getBoundingClientRect().top ?? 0) < 0) {
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
      sectionRef.current?.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' });
    }
  };
  const takeFiles = (files: File[]) => take({ files });
  usePaste(takeFiles, link => take({ link }));
  return (
    <section ref={sectionRef} className="hero-glow scroll-mt-16 border-b border-line/60">
      <div className="page grid items-start gap-x-14 gap-y-8 py-8 sm:py-10 lg:grid-cols-[1.08fr_1fr] lg:items-center lg:py-7">
        <div className="min-w-0">
          <h1 className="text-[2.5rem] leading-[1.12] font-extrabold tracking-tight sm:text-5xl xl:text-[3.25rem]">
            <span className="block">{words.headlineStart}</span>
            <span className="block text-accent-ink">{words.headlineEnd}</span>
          </h1>
          <p className="mt-3 max-w-xl leading-relaxed text-soft sm:text-lg">{words.lead}</p>
          <DropZone
            label={words.dropLabel}
            onFiles={takeFiles}
            takesWholePage
            className="mt-5 grid min-h-52 p-5 shadow-lift"
          >
            {zone =>
              taken ? (
                <Suspense
                  fallback={<Spinner label={words.looking} className="size-8 place-self-center text-accent-ink" />}
                >
                  <TakenCard taken={taken} onAgain={() => setTaken(null)} />
                </Suspense>
              ) : (
                <div className="grid content-center justify-items-center gap-3.5 text-center">
                  <span
                    aria-hidden
                    className="grid size-12 place-items-center rounded-2xl bg-accent-soft text-accent-ink"
                  >
                    <ImagePlus className="size-6" />
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
                  {zone.isOver && (
                    <p className="fixed inset-x-4 bottom-6 z-50 mx-auto w-fit rounded-full bg-accent px-6 py-3 font-semibold text-on-accent shadow-lift">
                      {words.dropHere}
                    </p>
                  )}
                  <p className="text-[0.9375rem] text-soft max-sm:hidden">
                    {zone.isOver ? words.release : words.orDrop}
                  </p>
                  <p className="text-[0.9375rem] text-soft sm:hidden">{words.orPaste}</p>
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
