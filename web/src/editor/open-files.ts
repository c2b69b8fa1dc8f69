// Opens files in the editor: pictures become layers, a project file replaces the artwork.
import type { Artwork } from 'contract/artwork/artwork.ts';
import { inputErrorSentence } from 'contract/input-errors.ts';
import { fill } from 'contract/words.ts';
import { imageEditor } from 'tools/image-editor/contract.ts';
import { makeArtwork, makeLayerId, makePictureLayer } from 'ui/artwork/make-layer.ts';
import { addLayers } from 'ui/artwork/operations.ts';
import { checkInput, readPicked, sniffPicked } from '../files/check-input.ts';
import { unpackDrawing } from '../files/unpack-drawing.ts';
import { currentLanguage } from '../language-store.ts';
import { showToast } from '../notices.ts';
import { readProject } from './project-file.ts';
import { fillSlot, firstSlot } from './slots.ts';
import { artworkNow, change, countOpening, openArtwork, replaceArtwork, shelf } from './state.ts';
import { editorWords } from './words.ts';

/** Maximum side length of a page created from a picture, in pixels. */
const longestSide = 16_384;

const stem = (name: string) => name.replace(/\.[^.]*$/, '');
const looksLikeProject = (file: File) => /\.(pwx|json)$/i.test(file.name);

/** Returns whether the file is an SVG drawing, which can be split into layers; all other files are handled as pictures. */
const isDrawing = async (file: File) => (await sniffPicked(file)) === 'svg';

/** Adds a picture to the shelf; returns a sentence with the reason if that fails. */
async function shelve(file: File): Promise<{ id: string; width: number; height: number } | string> {
  const language = currentLanguage();
  const checked = checkInput(await readPicked(file), imageEditor.opens);
  if ('refusal' in checked) return inputErrorSentence(checked.refusal.code, language, checked.refusal.details);
  try {
    return await shelf.add(makeLayerId(), file);
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof RangeError)) throw error;
    return inputErrorSentence('FILE_CORRUPT', language);
  }
}

/** Creates the page for a first picture: the picture as a locked layer at its own size. */
function makePage(pictureId: string, { width, height }: { width: number; height: number }, name: string): Artwork {
  const ratio = Math.min(1, longestSide / Math.max(width, height));
  const page = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  const box = { x: page.width / 2, y: page.height / 2, ...page };
  const layer = { ...makePictureLayer(pictureId, box, name), isLocked: true };
  return addLayers(makeArtwork(page.width, page.height, null), [layer]);
}

/** Returns the place of a picture on an existing page: its own size, but at most 70% of the page. */
function placeOnPage({ width, height }: { width: number; height: number }, page: Artwork) {
  const ratio = Math.min(1, (page.width * 0.7) / width, (page.height * 0.7) / height);
  return { x: page.width / 2, y: page.height / 2, width: width * ratio, height: height * ratio };
}

async function openOne(picked: File, slotId: string | undefined): Promise<void> {
  const file = await unpackDrawing(picked);
  if (looksLikeProject(file)) {
    const project = await readProject(file);
    if (!project) showToast(editorWords[currentLanguage()].badProject, 'error');
    // Undo returns to what was open before.
    else if (artworkNow()) replaceArtwork(project, stem(file.name));
    else openArtwork(project, stem(file.name));
    return;
  }
  if (await isDrawing(file)) {
    const { openSvg } = await import('./open-svg.ts');
    await openSvg(file);
    return;
  }
  const picture = await shelve(file);
  if (typeof picture === 'string') {
    showToast(picture, 'error');
    return;
  }
  const name = stem(file.name).slice(0, 100);
  const artwork = artworkNow();
  if (!artwork) {
    const made = makePage(picture.id, picture, name);
    openArtwork(made, stem(file.name), [made.layers[0]!.id]);
    return;
  }
  if (slotId !== undefined && artwork.layers.some(({ id }) => id === slotId)) {
    fillSlot(slotId, picture, name);
    return;
  }
  const layer = makePictureLayer(picture.id, placeOnPage(picture, artwork), name);
  change('addPicture', old => addLayers(old, [layer]), { selection: [layer.id] });
}

/** Opens files one after the other. The first picture creates the page if there is none, or fills a slot if one is given. */
export async function openFiles(files: readonly File[], slotId?: string): Promise<void> {
  const max = 20;
  if (files.length > max) showToast(fill(editorWords[currentLanguage()].tooManyFiles, { count: max }), 'error');
  countOpening(1);
  try {
    for (const [index, file] of files.slice(0, max).entries()) await openOne(file, index === 0 ? slotId : undefined);
  } finally {
    countOpening(-1);
  }
}

/** Puts each file into the next empty slot of a design. */
export async function openInSlots(files: readonly File[]): Promise<void> {
  for (const file of files) await openFiles([file], firstSlot()?.id);
}
