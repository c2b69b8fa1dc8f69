// State of the page's work that is not plain data: bytes, URLs, running transfers. A single object, so that it can be cleared.
import type { Task } from 'contract/task.ts';
import type { Ask, SideFiles } from 'ui/tool-screen.ts';

type SideFileMaker = () => Promise<SideFiles>;

const makeLive = () => ({
  /** Bytes of picked files, by input id, and the addresses under which this page shows them. */
  files: new Map<string, File>(),
  addresses: new Map<string, string>(),
  /** Inputs whose thumbnail has not been drawn yet. */
  undrawn: [] as string[],
  isDrawing: false,
  /** Uploads under way, by input id. */
  transfers: new Map<string, AbortController>(),
  /** Tool calls under way, by item id. */
  posts: new Map<string, AbortController>(),
  /** Batches whose events are being followed. */
  followers: new Map<string, AbortController>(),
  /** News of tasks whose call has not been answered yet, by task id. */
  earlyNews: new Map<string, Task>(),
  /** Items that wait for their owner to log in again. */
  awaitingLogin: new Set<string>(),
  /** The `ask` of each item: screens tell their questions apart by it, so it stays the same function. */
  asks: new Map<string, Ask>(),
  /** What makes the side files of an item's next call. */
  sideFileMakers: new Map<string, SideFileMaker>(),
  /** Paths of side files in the store: the same picture for fifty items is sent once. */
  sentBlobs: new WeakMap<Blob, Promise<string>>(),
  /** Clips whose facts this page has asked the server for, by input id. */
  factsAsked: new Set<string>(),
  /** Film and waveform that were asked for, as input id and name. */
  viewsAsked: new Set<string>(),
  /** Small copies of clips that are being made or are there, by input id. Aborting with `removed` has the server delete it. */
  proxies: new Map<string, AbortController>(),
  /** Results being deleted because newer ones have taken their place. */
  removals: new Set<Promise<unknown>>(),
  /** Until when no tool call is made, in ms since 1970: the server said that too many tasks are open. */
  callsHeldUntil: 0,
  /** No second call is tried after such a refusal before one has been accepted. */
  isProbing: false,
  lastAddedAt: 0,
});

export let live = makeLive();

/** Stops every transfer and forgets everything, without telling the server. */
export function resetLive(): void {
  const gone = new DOMException('the work was forgotten', 'AbortError');
  for (const stop of [...live.transfers.values(), ...live.posts.values(), ...live.followers.values()]) stop.abort(gone);
  for (const address of live.addresses.values()) URL.revokeObjectURL(address);
  live = makeLive();
}
