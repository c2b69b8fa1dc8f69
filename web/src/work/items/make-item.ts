// A new item of a tool.
import { makeId } from '../../random-id.ts';
import type { WorkItem } from './item.ts';
import { ensureBatchId } from './store.ts';

let lastAddedAt = 0;

export function makeItem(tool: string, given: Pick<WorkItem, 'facts' | 'upload'> & Partial<WorkItem>): WorkItem {
  // Strictly growing, so that the order outlives a reload.
  lastAddedAt = Math.max(Date.now(), lastAddedAt + 1);
  return {
    id: makeId(),
    tool,
    batchId: ensureBatchId(tool),
    addedAt: lastAddedAt,
    sentBytes: 0,
    run: 'idle',
    runNumber: 0,
    ...given,
  };
}
