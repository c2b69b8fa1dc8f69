// State of the page's work that is not plain data: bytes, URLs, running transfers. A single object and the thumbnails, so that all can be cleared.

import type { Task } from 'contract/task.ts';
import type { Ask, SideFiles } from 'ui/tool-screen.ts';
import { create } from 'zustand';

/** Thumbnails for lists, by input id. */
export const useThumbnails = create<Readonly<Record<string, string>>>(() => ({}));

type SideFileMaker = () => Promise<SideFiles>;

/** A tool call in progress. */
interface Post {
  readonly stop: AbortController;
  /** The server has refused the last try, and the next one waits: there is no task. */
  isRefused: boolean;
}

const makeLive = () => ({
  /** Bytes of picked files by input id, and their object URLs. */
  files: new Map<string, File>(),
  addresses: new Map<string, string>(),
  /** Inputs whose thumbnail has not been drawn yet. */
  undrawn: [] as string[],
  isDrawing: false,
  /** Uploads in progress, by input id. */
  transfers: new Map<string, AbortController>(),
  /** Tool calls in progress, by item id. */
  posts: new Map<string, Post>(),
  /** Batches whose events are being followed. */
  followers: new Map<string, AbortController>(),
  /** Updates of tasks whose call has not been answered yet, by task id. */
  earlyNews: new Map<string, Task>(),
  /** Items waiting for their owner to log in again. */
  awaitingLogin: new Set<string>(),
  /** The `ask` function of each item. It must stay the same function, because effects of screens depend on it. */
  asks: new Map<string, Ask>(),
  /** Functions that create the side files of an item's next call. */
  sideFileMakers: new Map<string, SideFileMaker>(),
  /** Storage paths of side files, so that the same file for fifty items is sent only once. */
  sentBlobs: new WeakMap<Blob, Promise<string>>(),
  /** Clips whose facts this page has requested from the server, by input id. */
  factsAsked: new Set<string>(),
  /** Requested film strips and waveforms, as input id and name. */
  viewsAsked: new Set<string>(),
  /** Small copies of clips that are being made or exist, by input id. Aborting with `removed` deletes the copy on the server. */
  proxies: new Map<string, AbortController>(),
  /** Results being deleted because newer ones have replaced them. */
  removals: new Set<Promise<unknown>>(),
  /** Paid results being fetched. */
  unlocks: new Set<Promise<unknown>>(),
  /** Time until which no tool call is made (Unix time in ms), because the server reported too many open tasks. */
  callsHeldUntil: 0,
  /** After such a refusal, only one call is made at a time until one has been accepted. */
  isProbing: false,
  lastAddedAt: 0,
});

export let live = makeLive();

/** Aborts every transfer and forgets everything, without notifying the server. */
export function resetLive(): void {
  const gone = new DOMException('the work was forgotten', 'AbortError');
  for (const stop of [...live.transfers.values(), ...live.followers.values()]) stop.abort(gone);
  for (const { stop } of live.posts.values()) stop.abort(gone);
  for (const address of [...live.addresses.values(), ...Object.values(useThumbnails.getState())])
    URL.revokeObjectURL(address);
  useThumbnails.setState({}, true);
  live = makeLive();
}
