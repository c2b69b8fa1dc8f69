// What the server derives from clips for display: film strips, waveforms, and small copies of clips that the browser cannot play.
import { attempt, failureOf, neverStopped } from '@pixwright/client/attempt.ts';
import { viewCallPath } from 'contract/clip/views.ts';
import { media } from 'contract/media.ts';
import type { Task } from 'contract/task.ts';
import { useEffect, useMemo, useState } from 'react';
import type { ClipProxy, ClipViews } from 'ui/tool-screen.ts';
import { create } from 'zustand';
import { client, patience } from '../../client.ts';
import { currentLanguage } from '../../language-store.ts';
import { fetchFilm, findPeaks, pollMs, removeTask } from '../../tasks/calls.ts';
import { passOver, problemOf } from '../../tasks/problems.ts';
import { workWords } from '../../words/work.ts';
import { type ItemInput, isBusy, isEnded, type WorkItem } from '../items/item.ts';
import { live } from '../items/live.ts';

type Made = Omit<ClipViews, 'want'>;

/** By input id. */
const useMade = create<Readonly<Record<string, Made>>>(() => ({}));
const note = (inputId: string, patch: Made) => useMade.setState(all => ({ [inputId]: { ...all[inputId], ...patch } }));

/** Lets `attempt` retry if the server is busy; any other failure would recur and ends the attempts. */
async function whileBusy<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if ([0, 429, 503].includes(failureOf(cause)?.status ?? -1)) throw cause;
    throw new Error('there is no such view', { cause });
  }
}

const makers = {
  film: async (key: string): Promise<Made> => ({ film: await fetchFilm(key) }),
  peaks: async (key: string): Promise<Made> => ({ peaks: (await findPeaks(key)).peaks }),
};

function askOnce(inputId: string, what: keyof typeof makers, key: string): void {
  const name = `${inputId} ${what}`;
  if (live.viewsAsked.has(name)) return;
  live.viewsAsked.add(name);
  attempt(() => whileBusy(() => makers[what](key)), neverStopped, patience).then(
    made => note(inputId, made),
    // The timeline works without this view.
    () => undefined,
  );
}

/** Why making a small copy is stopped: the clip was removed from the page, or its run needs the encoder. */
type StopReason = 'removed' | 'run';

const waitSeconds = 2;
/** A cancelled task is returned again for its idempotency key, so each try uses another key. */
const maxTries = 8;

async function findOrStartProxy(key: string, signal: AbortSignal) {
  const name = key.slice(key.lastIndexOf('/') + 1);
  for (let number = 0; ; number++) {
    const idempotencyKey = `view-${name}-${number}`;
    const task = await client.startTask(viewCallPath, { videoUrl: key }, { idempotencyKey, waitSeconds, signal });
    if (task.status !== 'cancelled' || number === maxTries) return task;
  }
}

/** Has a small copy made, or finds the one made before a reload. */
async function makeProxy(inputId: string, key: string): Promise<void> {
  if (live.proxies.has(inputId)) return;
  const stop = new AbortController();
  live.proxies.set(inputId, stop);
  const tell = (proxy: ClipProxy) => note(inputId, { proxy });
  tell({ state: 'making', percent: 0 });
  try {
    const task = await findOrStartProxy(key, stop.signal);
    const end = () => {
      const act = (stop.signal.reason as StopReason) === 'removed' ? removeTask : client.cancelTask;
      act(task.taskId).catch(passOver);
    };
    if (stop.signal.aborted) end();
    else stop.signal.addEventListener('abort', end);
    const onChange = (change: Task) => isEnded(change) || tell({ state: 'making', percent: change.progress });
    const ended = await client.followTask(task, { pollMs, onChange, signal: stop.signal });
    const { files: [file] = [], meta } = (isEnded(ended) && ended.result) || {};
    const address = file?.url;
    const message = ended.error?.msg ?? workWords[currentLanguage()].PROCESSING_FAILED;
    tell(address ? { state: 'ready', address, isWhole: meta?.isWhole !== false } : { state: 'failed', message });
  } catch (error) {
    if (!stop.signal.aborted) tell({ state: 'failed', message: problemOf(error).msg });
    else {
      live.proxies.delete(inputId);
      useMade.setState(all => {
        const { proxy: _, ...rest } = all[inputId] ?? {};
        return { [inputId]: rest };
      });
    }
  }
}

const isClip = ({ facts, link }: ItemInput) => {
  const kind = facts.type && media[facts.type].kind;
  return link === undefined && (kind === 'video' || kind === 'sound');
};

/** Returns the views of an item's clip, or undefined for other files. A run stops the making of a small copy, which would delay it. */
export function useClipViews(item: WorkItem): ClipViews | undefined {
  const input = item.inputs[0] && isClip(item.inputs[0]) ? item.inputs[0] : undefined;
  const { id, path } = input ?? {};
  const made = useMade(all => (id === undefined ? undefined : all[id]));
  // Wanted for this clip only: the browser may play the next one.
  const [wantedId, setWantedId] = useState<string>();
  const isProxyWanted = id !== undefined && wantedId === id;
  const isHeld = isBusy(item);
  useEffect(() => {
    if (id === undefined || path === undefined || !isProxyWanted) return;
    if (!isHeld) void makeProxy(id, path);
    else if (useMade.getState()[id]?.proxy?.state === 'making') live.proxies.get(id)?.abort('run' satisfies StopReason);
  }, [id, path, isProxyWanted, isHeld]);
  const want = useMemo(
    () => (what: 'film' | 'peaks' | 'proxy') => {
      if (id === undefined || path === undefined) return;
      if (what === 'proxy') setWantedId(id);
      else askOnce(id, what, path);
    },
    [id, path],
  );
  return useMemo(() => (id === undefined ? undefined : { ...made, want }), [id, made, want]);
}
