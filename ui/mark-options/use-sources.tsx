// The sources of the marks for the canvas: texts and pictures.
import { useCallback, useRef, useState } from 'react';
import { useRequests } from '../keep-requests.ts';
import { decodeInk, type InkLook, sketchInk } from '../mark-canvas/ink.ts';
import type { MarkSource } from '../mark-canvas/paint-mark.ts';
import { usePictureSources } from '../mark-canvas/use-picture-sources.ts';
import type { Ask } from '../tool-screen.ts';
import type { DraftMark } from './draft-mark.ts';

interface Ink {
  readonly source: MarkSource;
  /** Characters for which the server has no glyph. */
  readonly missing: readonly string[];
}

/** Fetches the server's rendering of a text. Rejects with a message for the user. */
async function fetchInk({ text, weight, ...look }: InkLook, ask: Ask, signal: AbortSignal): Promise<Ink> {
  const { files, meta } = await ask('inkText', { ...look, markContent: text, fontWeight: weight }, signal);
  const address = files[0]?.previewUrl;
  if (!address) throw new Error('the text was drawn, but there is no address to get it from');
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`the text was drawn, but its address answered ${answer.status}`);
  const source = await decodeInk(await answer.blob(), Number(meta?.emPixels));
  return { source, missing: Array.isArray(meta?.missing) ? meta.missing.map(String) : [] };
}

/** Delay in milliseconds before a request, so that typing does not send one per letter. */
const restMs = 160;
const maxRemembered = 40;
const remembered = new Map<string, Ink>();

function remember(key: string, ink: Ink): void {
  remembered.set(key, ink);
  for (const oldest of remembered.keys()) if (remembered.size > maxRemembered) remembered.delete(oldest);
}

export interface FoundSource {
  /** Undefined: there is nothing to draw yet. */
  readonly source: MarkSource | undefined;
  /** Whether the server's rendering is shown. */
  readonly isExact: boolean;
  /** The message of a failed rendering. */
  readonly problem: string | undefined;
  readonly missing: readonly string[];
}

const nothing: FoundSource = { source: undefined, isExact: false, problem: undefined, missing: [] };

function lookOf({ markType, markContent, fontWeight, align, letterSpacing }: DraftMark): InkLook | undefined {
  if (markType !== 'text' || markContent.trim() === '') return undefined;
  return { text: markContent, weight: fontWeight, align, letterSpacing };
}

const keyOf = (look: InkLook) => JSON.stringify(look);

/** Requests texts that are not cached yet, and returns the error messages of failed requests by key. */
function useInks(looks: readonly InkLook[], ask: Ask): Readonly<Record<string, string>> {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [, setArrivals] = useState(0);
  const send = useCallback(
    async (key: string, signal: AbortSignal) => {
      try {
        remember(key, await fetchInk(JSON.parse(key), ask, signal));
        if (!signal.aborted) setArrivals(count => count + 1);
      } catch (error) {
        if (!signal.aborted) setProblems(known => ({ ...known, [key]: (error as Error).message }));
      }
    },
    [ask],
  );
  // The keys are JSON, so they contain no line breaks.
  const due = looks.map(keyOf).filter(key => !remembered.has(key));
  useRequests(due, restMs, send);
  return problems;
}

/** Returns the sources of the marks, in order. */
export function useSources(marks: readonly DraftMark[], ask: Ask): readonly FoundSource[] {
  const looks = marks.map(lookOf);
  const problems = useInks(
    looks.flatMap(look => look ?? []),
    ask,
  );
  const pictures = usePictureSources(
    marks.flatMap(({ markType, image }) => (markType === 'image' && image ? [image] : [])),
  );
  const sketches = useRef<ReadonlyMap<string, MarkSource>>(new Map());
  sketches.current = new Map(
    looks.flatMap(look =>
      look && !remembered.has(keyOf(look))
        ? [[keyOf(look), sketches.current.get(keyOf(look)) ?? sketchInk(look)] as const]
        : [],
    ),
  );
  return marks.map(({ markType, image }, index) => {
    if (markType === 'image') {
      const source = image && pictures.get(image.id);
      return { ...nothing, source, isExact: source !== undefined };
    }
    const look = looks[index];
    if (!look) return nothing;
    const key = keyOf(look);
    const exact = remembered.get(key);
    if (exact) return { ...exact, isExact: true, problem: undefined };
    return { ...nothing, source: sketches.current.get(key), problem: problems[key] };
  });
}
