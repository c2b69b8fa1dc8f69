// Removes the owner's work from this page and this browser after a logout. The server keeps its data, and running tasks continue.
import { store } from '../../storage.ts';
import { resetWork } from '../items/store.ts';
import { forgetAllOptions, forgetItems, loadItems } from './saved-work.ts';

export async function forgetWork(): Promise<void> {
  resetWork();
  // The conversations of chat/state.ts, which handles the event itself if it is loaded.
  store('chatStorage', null);
  // Also items and options of other tabs and of earlier visits.
  await Promise.all([loadItems().then(saved => forgetItems(saved.map(({ item }) => item))), forgetAllOptions()]);
}
