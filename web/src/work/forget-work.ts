// Removes the owner's work from this page and this browser after a logout. The server keeps its data, and running tasks continue.
import { store } from '../storage.ts';
import { resetWork } from './items/store.ts';
import { forgetAllOptions, forgetItems, loadItems, settleWrites } from './keep/saved-work.ts';

export async function forgetWork(): Promise<void> {
  resetWork();
  // Those of chat/state.ts, drawing/drawing-work.ts and links/link-work.ts, which handle the event themselves if they are loaded.
  for (const name of ['chatStorage', 'textToImage', 'imageToImage', 'links.entries', 'links.recent']) store(name, null);
  // A write that is still waiting would otherwise follow the deletion.
  await settleWrites();
  // Also items and options of other tabs and of earlier visits.
  await Promise.all([loadItems().then(saved => forgetItems(saved.map(({ item }) => item))), forgetAllOptions()]);
}
