// The person has left: nothing of their work stays on this page or in this browser. What the server keeps stays there, and what
// it is working on goes on.

import { dropItems, useWork } from '../items/store.ts';
import { letGo } from '../transfer/conductor.ts';
import { forgetItems, loadItems } from './saved-work.ts';

export async function forgetWork(): Promise<void> {
  const { benches } = useWork.getState();
  for (const [tool, { order }] of Object.entries(benches)) {
    for (const id of order) letGo(id);
    dropItems(tool, order);
  }
  // Also what other tabs and earlier visits left.
  await forgetItems((await loadItems()).map(({ item }) => item.id));
}
