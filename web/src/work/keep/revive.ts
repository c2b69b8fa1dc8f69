// What of the kept work a page goes on with, and as what: the rules of leaving and coming back.
import { isEnded, type WorkItem } from '../items/item.ts';

interface Saved {
  readonly tabId: string;
  readonly item: WorkItem;
}

/** What of the saved work this tab goes on with, and what is past its time. */
export function sortSaved(
  saved: readonly Saved[],
  ownTab: string,
  open: ReadonlySet<string> | undefined,
  now: number,
  retentionMs: number,
): { mine: WorkItem[]; expired: WorkItem[] } {
  const isExpired = (item: WorkItem) => now - item.addedAt > retentionMs;
  // Another tab that is open goes on by itself; where nobody can tell, only this tab's own work is taken.
  const isMine = ({ tabId: owner }: Saved) => owner === ownTab || (open !== undefined && !open.has(owner));
  return {
    mine: saved
      .filter(one => isMine(one) && !isExpired(one.item))
      .map(one => one.item)
      .toSorted((a, b) => a.addedAt - b.addedAt),
    expired: saved.filter(one => isExpired(one.item)).map(one => one.item),
  };
}

/** A call on its way is made again, unless what went along with it is gone with the page. */
function reviveRun(item: WorkItem): WorkItem['run'] {
  if (item.run !== 'posting' && item.run !== 'wanted') return item.run;
  return item.hasSideFiles ? 'idle' : 'wanted';
}

/** An item as it stands when its page is gone: transfers have stopped, and a call on its way is made again. */
export function revive(item: WorkItem, hasFile: boolean): WorkItem {
  const mustUpload = item.upload !== 'stored' && !item.link;
  const upload = mustUpload ? (hasFile ? 'waiting' : 'lost') : item.upload;
  return {
    ...item,
    upload,
    sentBytes: 0,
    run: reviveRun(item),
    problem: mustUpload ? undefined : item.problem,
  };
}

/** What of an item has to outlive the page; progress does not, so it is not written again and again. */
export const worthSaving = (item: WorkItem): WorkItem => ({
  ...item,
  sentBytes: 0,
  heardAt: undefined,
  task: item.task && {
    ...item.task,
    progress: isEnded(item.task) ? 100 : 0,
    stage: 'waiting',
    etaSeconds: null,
    queuePosition: null,
  },
});
