// Takes the crop boxes of a HEIC's shown picture away from libheif, which refuses to decode a picture that is far larger than what a box leaves of it,
// and says what is to be cut from the whole picture instead. Sources: ISO/IEC 14496-12, 12.1.4 (clap); ISO/IEC 23008-12, 6.5 (irot, imir).
import { AppError } from 'contract/errors.ts';
import { afterVersion, type Box, readBoxes } from './boxes.ts';
import { readAssociations, readReferences, readShownItem } from './heif-items.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** In pixels. */
interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

/** What an item's properties do to its picture, in their order: its crops (clap), turns (irot) and mirrorings (imir). */
export type Transforms = readonly Box[];

/**
 * Lets no crop box apply to the shown item and to what is decoded beside it, such as alpha, by a change of `bytes`, a whole file. Returns the transforms
 * of the shown item; none of a file that has no crop box, or whose boxes cannot be read.
 */
export function takeCrops(bytes: Buffer): Transforms {
  const meta = [...readBoxes(bytes)].find(box => box.name === 'meta')?.body;
  if (!meta) return [];
  try {
    const boxes = [...readBoxes(meta.subarray(afterVersion))];
    const shown = readShownItem(boxes);
    const besides = [...readReferences(boxes)].filter(({ name, to }) => name === 'auxl' && to.includes(shown ?? 0));
    const cropped = new Set([shown, ...besides.map(({ from }) => from)]);
    const associations = [...readAssociations(boxes)].filter(({ item }) => cropped.has(item));
    const crops = associations.filter(({ property }) => property?.name === 'clap');
    for (const { place } of crops) place.fill(0);
    if (crops.length === 0) return [];
    return associations.flatMap(({ item, property }) => (item === shown && property ? property : []));
  } catch (cause) {
    // A box that is shorter than it should be; whether the file can be decoded is for the decoder to say.
    if (cause instanceof RangeError || cause instanceof TypeError) return [];
    throw cause;
  }
}

/** The whole numbers of pixels from `from` on, within `length` pixels: the centre lies `offset` to the right of theirs. */
function cutSide(length: number, cut: number, offset: number): readonly [from: number, length: number] {
  const from = Math.floor(offset + (length - cut) / 2);
  const [start, end] = [Math.max(0, from), Math.min(length, from + Math.round(cut))];
  if (!(end > start)) throw new AppError('FILE_CORRUPT', { why: 'clap' });
  return [start, end - start];
}

function cut(area: Area, box: Buffer): Area {
  const [width, height] = [0, 8].map(at => box.readUInt32BE(at) / box.readUInt32BE(at + 4));
  const [right, down] = [16, 24].map(at => box.readInt32BE(at) / box.readUInt32BE(at + 4));
  const [left, cutWidth] = cutSide(area.width, width!, right!);
  const [top, cutHeight] = cutSide(area.height, height!, down!);
  return { left: area.left + left, top: area.top + top, width: cutWidth, height: cutHeight };
}

const isQuarter = ({ name, body }: Box) => name === 'irot' && (body[0]! & 1) === 1;

/** A turn to the left by a quarter, of the picture and of the area in it. */
const turnLeft = (picture: Size, { left, top, width, height }: Area): readonly [Size, Area] => [
  { width: picture.height, height: picture.width },
  { left: top, top: picture.width - left - width, width: height, height: width },
];

/**
 * The area of the picture that is left of it, which has `shown` pixels with all turns and without any crop. Throws FILE_CORRUPT if nothing is left.
 */
export function findCrop(shown: Size, transforms: Transforms): Area {
  const isTurned = transforms.filter(isQuarter).length % 2 === 1;
  let picture: Size = isTurned ? { width: shown.height, height: shown.width } : shown;
  let area: Area = { left: 0, top: 0, ...picture };
  for (const { name, body } of transforms) {
    if (name === 'clap') area = cut(area, body);
    for (let turns = name === 'irot' ? body[0]! & 3 : 0; turns > 0; turns--) [picture, area] = turnLeft(picture, area);
    if (name !== 'imir') continue;
    if ((body[0]! & 1) === 1) area = { ...area, left: picture.width - area.left - area.width };
    else area = { ...area, top: picture.height - area.top - area.height };
  }
  return area;
}
