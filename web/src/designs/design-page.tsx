// A design in the editor: its template, or the draft made from it.

import type { Artwork } from 'contract/artwork/artwork.ts';
import type { TemplateRefusal } from 'contract/artwork/template-file.ts';
import { designDetail, openDesign } from 'contract/routes/designs.ts';
import { Frown } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { call } from '../api.ts';
import { useStart } from '../editor/use-start.ts';
import { CallError } from '../failures/call-error.ts';
import { takeLeftFiles } from '../files/left-files.ts';
import { currentLanguage } from '../language-store.ts';
import { type OwnTemplate, takeOwnTemplate } from './own-template.ts';
import { designWords } from './words.ts';

type Engine = typeof import('../editor/engine.ts');

const Workbench = lazy(async () => ({ default: (await import('../editor/workbench.tsx')).Workbench }));

/** Returns the storage key for the draft of a link, always the same for the same link (FNV-1a). */
function nameLink(link: string): string {
  let hash = 0x811c9dc5;
  for (const letter of link) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return `link-${hash.toString(36)}`;
}

/** Returns the template from the list, the link or the file, or undefined if there is none. */
async function findTemplate(id: string, link: string | null): Promise<OwnTemplate | undefined> {
  if (link) return call(openDesign, { body: { url: link }, timeoutMs: 30_000 });
  if (id === 'own') return takeOwnTemplate();
  return call(designDetail, { query: { id }, handleErrors: true });
}

/** External templates are validated against the schema, which is loaded on demand; built-in templates are trusted. */
async function readArtwork(json: unknown, isForeign: boolean): Promise<Artwork | TemplateRefusal> {
  if (!isForeign) return json as Artwork;
  const { readTemplate } = await import('contract/artwork/template-file.ts');
  const found = readTemplate(json, currentLanguage());
  return typeof found === 'string' ? found : found.artwork;
}

type Problem = 'gone' | 'failed' | 'complex';

function problemOf({ status, error }: CallError): Problem {
  if (error === 'DESIGN_TOO_COMPLEX') return 'complex';
  return status === 404 ? 'gone' : 'failed';
}

export function DesignPage() {
  const t = useWords(designWords);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const id = pathname.split('/').at(-1)!;
  const link = new URLSearchParams(search).get('url');
  const work = `design-${link ? nameLink(link) : id}` as const;
  const [problem, setProblem] = useState<Problem>();
  const begin = useCallback(
    async ({ openArtwork, openSvg }: Engine) => {
      setProblem(undefined);
      try {
        const found = await findTemplate(id, link);
        if (found && 'svg' in found) {
          if (!(await openSvg(found.svg, work))) setProblem('gone');
          return;
        }
        const artwork = found ? await readArtwork(found.json, link !== null || id === 'own') : 'DESIGN_BAD';
        if (typeof artwork === 'string') setProblem(artwork === 'DESIGN_BAD' ? 'gone' : 'complex');
        else openArtwork(artwork, found?.title || t.untitled, [], work);
      } catch (error) {
        if (!(error instanceof CallError || error instanceof TypeError)) throw error;
        setProblem(error instanceof CallError ? problemOf(error) : 'failed');
      }
    },
    [id, link, work, t.untitled],
  );
  const { hasArtwork, retry } = useStart(work, begin);
  useEffect(() => {
    if (!hasArtwork) return;
    // Pictures dropped on the tile or on the list fill the template's slots.
    return takeLeftFiles(files => {
      void import('../editor/engine.ts').then(({ openInSlots }) => openInSlots(files));
    });
  }, [hasArtwork]);
  if (hasArtwork)
    return (
      <Suspense fallback={<Opening label={t.opening} />}>
        <Workbench />
      </Suspense>
    );
  if (!problem) return <Opening label={t.opening} />;
  return (
    <div className="page pt-10">
      <EmptyState
        icon={<Frown />}
        title={{ gone: t.gone, failed: t.failed, complex: t.complexTitle }[problem]}
        text={{ gone: t.goneNext, failed: t.failedNext, complex: t.complexNext }[problem]}
        actions={
          <>
            {problem === 'failed' && <Button onClick={retry}>{t.retry}</Button>}
            <Button variant="secondary" onClick={() => navigate('/editor/design')}>
              {t.toList}
            </Button>
          </>
        }
      />
    </div>
  );
}

function Opening({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid min-h-[60svh] place-items-center">
      <Spinner className="size-8" />
    </div>
  );
}
