// What the pages of the editor and of designs fetch when they begin: one file in place of several.
import { makeArtwork } from 'ui/artwork/make-layer.ts';
import { restoreDraft } from './draft.ts';
import { openFiles, openInSlots } from './open-files.ts';
import { closeArtwork, openArtwork, useEditor } from './state.ts';

/** Fetched with the first drawing. */
const openSvg: typeof import('./open-svg.ts').openSvg = async (...drawing) =>
  (await import('./open-svg.ts')).openSvg(...drawing);

export { closeArtwork, makeArtwork, openArtwork, openFiles, openInSlots, openSvg, restoreDraft, useEditor };
