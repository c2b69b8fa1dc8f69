// After logout: removes the owner's work from this page and this browser. The server keeps its data, and running tasks continue.
import { store } from '../../storage.ts';
import { resetWork } from '../items/store.ts';
import { forgetItems, loadItems } from './saved-work.ts';

export async function forgetWork(): Promise<void> {
  resetWork();
  // The conversations of chat/state.ts, which hears of it itself where it is loaded.
  store('chatStorage', null);
  // Other tabs and earlier visits have left items, too.
  await forgetItems((await loadItems()).map(({ item }) => item));
}
