// Files that the editor hands to the person.
import type { Artwork } from 'contract/artwork/artwork.ts';
import { saveBlob } from 'ui/save-file.ts';
import { showToast } from '../notices.ts';
import { writeProject } from './project-file.ts';
import { useEditor } from './state.ts';

export const nameNow = (): string => useEditor.getState().fileName || 'artwork';

export async function save(artwork: Artwork, failed: string): Promise<void> {
  try {
    saveBlob(await writeProject(artwork), `${nameNow()}.pwx`);
  } catch (error) {
    // Strings and blobs have a largest size, and a picture may be gone from the disk.
    if (!(error instanceof RangeError || error instanceof DOMException)) throw error;
    showToast(failed, 'error');
  }
}
