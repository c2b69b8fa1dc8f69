// What the pages of the editor and of designs load at startup, bundled into one file.
import { makeArtwork } from 'ui/artwork/make-layer.ts';
import { restoreDraft } from './draft.ts';
import { openFiles, openInSlots } from './open-files-soon.ts';
import { closeArtwork, openArtwork, useEditor } from './state.ts';

/** Loaded with the first SVG drawing. */
const openSvg: typeof import('./open-svg.ts').openSvg = async (...drawing) =>
  (await import('./open-svg.ts')).openSvg(...drawing);

export { closeArtwork, makeArtwork, openArtwork, openFiles, openInSlots, openSvg, restoreDraft, useEditor };
