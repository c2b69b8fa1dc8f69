// Saves the project as a file.
import type { Artwork } from 'contract/artwork/artwork.ts';
import { saveBlob } from 'ui/files/save-file.ts';
import { showToast } from '../notices.ts';
import { useEditor } from './state.ts';

export const nameNow = (): string => useEditor.getState().fileName || 'artwork';

export async function save(artwork: Artwork, failed: string): Promise<void> {
  // Loaded when a project is saved: it also reads projects.
  const { writeProject } = await import('./project-file.ts');
  try {
    saveBlob(await writeProject(artwork), `${nameNow()}.pwx`);
  } catch (error) {
    // Strings and blobs have a maximum size, and the file of a picture may have been deleted.
    if (!(error instanceof RangeError || error instanceof DOMException)) throw error;
    showToast(failed, 'error');
  }
}
