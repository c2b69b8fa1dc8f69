// State of the server's search for marks in a picture, shared by the options, which start it, and the stage, which shows its findings.
import { useEffect, useSyncExternalStore } from 'react';
import type { Proposal } from 'ui/mask-painter/ops.ts';
import { readOutlines } from 'ui/mask-painter/read-outlines.ts';
import type { Ask, FileFacts, TaskResult } from 'ui/tool-screen.ts';
import { type Size, sizeOf } from './areas.ts';
import { makeProposals } from './propose.ts';

export interface Finding {
  /** Whether the stage shows the picture, so that findings are visible. */
  readonly isOpen: boolean;
  readonly state: 'idle' | 'busy' | 'found' | 'nothing' | 'failed';
  readonly percent: number;
  /** Findings to select from, until the user accepts or rejects them. */
  readonly proposals: readonly Proposal[];
  /** The error message of a failed search. */
  readonly message?: string;
  /** The server's preview of a file that browsers cannot show. */
  readonly address?: string;
  /** Size of the file as decoded by the server. */
  readonly size?: Size;
}

const idle: Finding = { isOpen: false, state: 'idle', percent: 0, proposals: [] };
/** Keyed by `ask`, which is the same function as long as the file is on the page. */
const findings = new WeakMap<Ask, Finding>();
const searches = new WeakMap<Ask, AbortController>();
const listeners = new Set<() => void>();

function put(ask: Ask, patch: Partial<Finding>): void {
  findings.set(ask, { ...(findings.get(ask) ?? idle), ...patch });
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useFinding = (ask: Ask): Finding => useSyncExternalStore(subscribe, () => findings.get(ask) ?? idle);

/** Marks the stage as open while it is mounted. */
export function useOpen(ask: Ask): void {
  useEffect(() => {
    put(ask, { isOpen: true });
    return () => put(ask, { isOpen: false });
  }, [ask]);
}

export const settleProposals = (ask: Ask): void => put(ask, { proposals: [] });

export function stopFinding(ask: Ask): void {
  searches.get(ask)?.abort(new DOMException('stopped', 'AbortError'));
  put(ask, { state: 'idle', percent: 0 });
}

/** Reads the tight outlines of the letters; empty if they cannot be read, e.g. because of the store's CORS rules. Then the boxes are used. */
async function readRings(result: TaskResult, { width, height }: Size, signal: AbortSignal) {
  const address = result.files[0]?.url ?? result.files[0]?.previewUrl;
  if (!address) return [];
  try {
    return await readOutlines(address, width, height, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}

export async function findMarks(
  ask: Ask,
  facts: FileFacts,
  nameOf: (kind: string | undefined) => string,
): Promise<void> {
  searches.get(ask)?.abort();
  const search = new AbortController();
  searches.set(ask, search);
  const { signal } = search;
  put(ask, { state: 'busy', percent: 0, proposals: [] });
  try {
    const result = await ask('mask', {}, signal, percent => put(ask, { percent }));
    const [mask] = result.files;
    const size = sizeOf(facts) ?? (mask?.width && mask.height ? { width: mask.width, height: mask.height } : undefined);
    const preview = result.meta?.inputPreviewUrl;
    put(ask, { ...(size && { size }), ...(typeof preview === 'string' && { address: preview }) });
    const boxes = result.boxes ?? [];
    const rings = boxes.length > 0 && size ? await readRings(result, size, signal) : [];
    const proposals = makeProposals(boxes, rings, nameOf);
    put(ask, { state: proposals.length > 0 ? 'found' : 'nothing', proposals });
  } catch (error) {
    if (!signal.aborted) put(ask, { state: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
