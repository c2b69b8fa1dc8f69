// The source of the mark for the canvas: a text or a picture.
import { useEffect, useMemo, useState } from 'react';
import { decodeInk, type InkLook, sketchInk } from 'ui/mark-canvas/ink.ts';
import type { MarkSource } from 'ui/mark-canvas/paint-mark.ts';
import { usePictureSource } from 'ui/mark-canvas/use-picture-source.ts';
import type { Ask } from 'ui/tool-screen.ts';
import type { MarkDraft } from './draft.ts';

interface Ink {
  readonly source: MarkSource;
  /** Characters for which the server has no glyph. */
  readonly missing: readonly string[];
}

/** The text as the server draws it. Rejects with a message for the person. */
async function fetchInk({ text, weight, ...look }: InkLook, ask: Ask, signal: AbortSignal): Promise<Ink> {
  const { files, meta } = await ask('inkText', { ...look, markContent: text, fontWeight: weight }, signal);
  const address = files[0]?.previewUrl;
  if (!address) throw new Error('the text was drawn, but there is no address to get it from');
  const source = await decodeInk(await (await fetch(address, { signal })).blob(), Number(meta?.emPixels));
  return { source, missing: Array.isArray(meta?.missing) ? meta.missing.map(String) : [] };
}

/** Delay before a request, so that typing does not send one for each letter. */
const restMs = 160;
const mostRemembered = 40;
const remembered = new Map<string, Ink>();

function remember(key: string, ink: Ink): void {
  remembered.set(key, ink);
  for (const oldest of remembered.keys()) if (remembered.size > mostRemembered) remembered.delete(oldest);
}

interface FoundInk {
  readonly ink: Ink | undefined;
  /** Whether the server's rendering is shown. */
  readonly isExact: boolean;
  /** The message of a failed rendering. */
  readonly problem: string | undefined;
}

function useInk(draft: MarkDraft, ask: Ask): FoundInk {
  const { markContent, fontWeight, align, letterSpacing } = draft;
  const isWanted = draft.markType === 'text' && markContent.trim() !== '';
  const look: InkLook = useMemo(
    () => ({ text: markContent, weight: fontWeight, align, letterSpacing }),
    [markContent, fontWeight, align, letterSpacing],
  );
  const key = JSON.stringify(look);
  const [arrived, setArrived] = useState<{ key: string; problem?: string }>({ key: '' });

  useEffect(() => {
    if (!isWanted || remembered.has(key)) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        remember(key, await fetchInk(look, ask, stop.signal));
        if (!stop.signal.aborted) setArrived({ key });
      } catch (error) {
        if (!stop.signal.aborted) setArrived({ key, problem: (error as Error).message });
      }
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isWanted, key, look, ask]);

  const exact = isWanted ? remembered.get(key) : undefined;
  const sketch = useMemo(
    () => (isWanted && !exact ? { source: sketchInk(look), missing: [] } : undefined),
    [isWanted, exact, look],
  );
  const problem = !exact && arrived.key === key ? arrived.problem : undefined;
  return { ink: exact ?? sketch, isExact: exact !== undefined, problem };
}

interface FoundSource {
  readonly source: MarkSource | undefined;
  readonly isExact: boolean;
  readonly problem: string | undefined;
  readonly missing: readonly string[];
}

export function useSource(draft: MarkDraft, ask: Ask): FoundSource {
  const { ink, isExact, problem } = useInk(draft, ask);
  const picked = usePictureSource(draft.markType === 'image' ? draft.image : undefined);
  return draft.markType === 'image'
    ? { source: picked, isExact: picked !== undefined, problem: undefined, missing: [] }
    : { source: ink?.source, isExact, problem, missing: ink?.missing ?? [] };
}
