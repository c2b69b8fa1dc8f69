// SVG drawings in the editor: on a new page if there is none, otherwise as a group on the page.
import type { Artwork, Layer, PictureLayer } from 'contract/artwork/artwork.ts';
import { readArtwork } from 'contract/artwork/schema.ts';
import { shareOfWork } from 'contract/artwork/work-share.ts';
import { fill } from 'contract/words.ts';
import { scaleLayer } from 'ui/artwork/geometry.ts';
import { makeLayerId } from 'ui/artwork/make-layer.ts';
import { addLayers, copyLayers } from 'ui/artwork/operations.ts';
import { maxSvgCharacters, readSvg } from 'ui/artwork/svg/read-svg.ts';
import { currentLanguage } from '../language-store.ts';
import { showToast } from '../notices.ts';
import { readPicture } from './project-file.ts';
import { artworkNow, change, openArtwork, shelf, type Work } from './state.ts';
import { editorWords } from './words.ts';

type Drawing = NonNullable<ReturnType<typeof readSvg>>;

/** Places a decoded picture in its layer's box. Returns undefined if its bytes are not a picture. */
async function placePicture(layer: PictureLayer, { pictures }: Drawing): Promise<PictureLayer | undefined> {
  const { base64, fit } = pictures.get(layer.pictureId)!;
  const blob = readPicture(base64);
  if (!blob) return undefined;
  let size: { width: number; height: number };
  try {
    size = await shelf.add(layer.pictureId, blob);
  } catch (error) {
    if (error instanceof DOMException || error instanceof RangeError) return undefined;
    throw error;
  }
  const ratio = size.width / size.height / (layer.width / layer.height);
  if (fit === 'none') return layer;
  if (fit === 'meet')
    return ratio > 1 ? { ...layer, height: layer.height / ratio } : { ...layer, width: layer.width * ratio };
  const crop =
    ratio > 1
      ? { x: (1 - 1 / ratio) / 2, y: 0, width: 1 / ratio, height: 1 }
      : { x: 0, y: (1 - ratio) / 2, width: 1, height: ratio };
  return { ...layer, crop };
}

/** Fits the drawing onto an existing page, as one group. */
function addToPage({ width, height, layers }: Artwork, page: Artwork): Layer[] {
  const factor = Math.min(1, (page.width * 0.7) / width, (page.height * 0.7) / height);
  const groupId = layers.length > 1 ? makeLayerId() : null;
  const [x, y] = [(page.width - width * factor) / 2, (page.height - height * factor) / 2];
  return copyLayers(layers, 0).map(layer => {
    const scaled = scaleLayer(layer, factor, { x: 0, y: 0 });
    return { ...scaled, x: scaled.x + x, y: scaled.y + y, groupId };
  });
}

/** Returns whether the file contained a drawing. `work` starts a new page even if one is open. */
export async function openSvg(file: File, work?: Work): Promise<boolean> {
  const t = editorWords[currentLanguage()];
  const drawing = file.size <= maxSvgCharacters ? readSvg(await file.text()) : undefined;
  const artwork = drawing && readArtwork(drawing.artwork);
  if (!artwork || shareOfWork(artwork) > 1) {
    showToast(t.badSvg, 'error');
    return false;
  }
  const name = file.name.replace(/\.[^.]*$/, '');
  const layers: Layer[] = [];
  let leftOut = drawing.leftOut;
  for (const layer of artwork.layers) {
    const placed = layer.type === 'picture' ? await placePicture(layer, drawing) : layer;
    if (placed) layers.push(placed);
    else leftOut += 1;
  }
  const page = work === undefined ? artworkNow() : undefined;
  if (page) {
    const added = addToPage({ ...artwork, layers }, page);
    change('addPicture', old => addLayers(old, added), { selection: added.map(({ id }) => id) });
  } else openArtwork({ ...artwork, layers }, name, [], work);
  if (leftOut > 0) showToast(fill(t.svgLeftOut, { count: leftOut }));
  return true;
}
