// The workflow of every tool, from the first file to the downloaded result.

import { type MediaName, media, takesPlaylists } from 'contract/media.ts';
import type { CatalogueTool } from 'contract/tool.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { usePaste } from 'ui/files/use-paste.ts';
import type { AnyScreen } from 'ui/tool-screen.ts';
import { mainInputOf, runsWithoutFiles } from '../catalogue/tool-inputs.ts';
import { useAsked } from '../router/use-asked.ts';
import { EmptyBench } from './bench/empty-bench.tsx';
import { Refusals } from './bench/refusals.tsx';
import { benchOf, useWork } from './items/store.ts';
import { mayHaveWork, mustKeepPlace } from './keep/open-work.ts';
import { takeFilesSoon, takeLinkSoon } from './take-files.ts';

interface WorkFlowProps {
  tool: CatalogueTool;
  /** Returns the same promise each time. */
  loadScreen: () => Promise<AnyScreen>;
}

// The full workspace is not shown before the first file, so it is loaded only then.
const loadFullBench = () => import('./bench/full-bench.tsx');
// The conductor goes on with what is restored, whichever tool it belongs to.
const loadRestore = async () =>
  (await Promise.all([import('./keep/restore.ts'), import('./transfer/conductor.ts')]))[0];
const FullBench = lazy(async () => ({ default: (await loadFullBench()).FullBench }));

function typesOf(tool: CatalogueTool): readonly MediaName[] {
  const accept = mainInputOf(tool)?.accept ?? [];
  return takesPlaylists(accept) ? [...accept, 'm3u8'] : accept;
}

/** Returns the file types that the tool accepts, for the input's accept attribute. */
const acceptOf = (tool: CatalogueTool): string =>
  typesOf(tool)
    .flatMap(type => [media[type].contentType, ...media[type].extensions.map(extension => `.${extension}`)])
    .join(',');

export function WorkFlow({ tool, loadScreen }: WorkFlowProps) {
  const bench = useWork(work => benchOf(work, tool.name));
  const [isRestoring, setIsRestoring] = useState(mustKeepPlace);
  const onFiles = (files: File[]) => takeFilesSoon(files, tool.name);
  const onLink = (link: string) => takeLinkSoon(link, tool.name);
  usePaste(onFiles, link => void onLink(link));
  useEffect(() => {
    if (!mayHaveWork()) return;
    const endRestoring = () => setIsRestoring(false);
    loadRestore().then(({ restoreWork }) => restoreWork().then(endRestoring), endRestoring);
  }, []);
  useAsked(async search => {
    const { takeAsked } = await import('./bench/asked-options.ts');
    await takeAsked(tool.name, loadScreen, search);
  });
  const prepare = () => {
    void loadFullBench();
    void loadScreen();
  };
  const accept = acceptOf(tool);
  return (
    <div className="grid gap-5">
      {bench.order.length > 0 || (runsWithoutFiles(tool) && !isRestoring) ? (
        <Suspense fallback={<Skeleton />}>
          <FullBench tool={tool} loadScreen={loadScreen} accept={accept} />
        </Suspense>
      ) : isRestoring ? (
        <Skeleton />
      ) : (
        // Interacting with the zone means that the rest will be needed soon.
        // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only preload; the controls are inside.
        <div className="grid gap-5" onPointerEnter={prepare} onFocus={prepare} onDragEnter={prepare}>
          <Refusals tool={tool.name} refusals={bench.refusals} />
          <EmptyBench
            tool={tool}
            accept={accept}
            isChecking={bench.checkingCount > 0}
            onFiles={onFiles}
            onLink={onLink}
          />
        </div>
      )}
    </div>
  );
}

/** Placeholders for content that is loading, to avoid layout shifts. */
function Skeleton() {
  return (
    <div aria-hidden className="grid animate-pulse items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:gap-6">
      <div className="h-[58svh] rounded-[1.75rem] bg-sunken" />
      <div className="h-[58svh] rounded-card bg-sunken max-lg:hidden" />
    </div>
  );
}
