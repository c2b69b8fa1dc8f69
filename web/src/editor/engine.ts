// What the editor's first page fetches when it begins: one file in place of several.
import { makeArtwork } from 'ui/artwork/make-layer.ts';
import { restoreDraft } from './draft.ts';
import { openFiles } from './open-files.ts';
import { openArtwork, useEditor } from './state.ts';

export { makeArtwork, openArtwork, openFiles, restoreDraft, useEditor };
