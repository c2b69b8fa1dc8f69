// Reads the colours that a HEIC or an AVIF declares with numbers instead of an ICC profile. Source: ISO/IEC 14496-12, 12.1.5 (colr), 12.1.7 (mdcv),
// 12.1.8 (clli); ISO/IEC 23008-12, 6 (items and properties).
import type { FileHandle } from 'node:fs/promises';
import { afterVersion, type Box, readBoxes, readTopBox } from './boxes.ts';
import { coloursOfCodes, type DeclaredColours } from './declared-colours.ts';
import { readAssociations, readReferences, readShownItem } from './heif-items.ts';

const unitsPerNit = 10_000;
const unspecified = 2;

/** The properties of the item that is shown, and of its first tile: a grid may leave the colours to its tiles. */
function findProperties(meta: Buffer): Box[] {
  const boxes = [...readBoxes(meta.subarray(afterVersion))];
  const shown = readShownItem(boxes);
  if (shown === undefined) return [];
  const tiles = [...readReferences(boxes)].filter(({ name, from }) => name === 'dimg' && from === shown);
  const ids = [shown, ...tiles.flatMap(({ to }) => to.slice(0, 1))];
  const owned = [...readAssociations(boxes)];
  return ids.flatMap(id => owned.flatMap(({ item, property }) => (item === id && property ? property : [])));
}

function readPeak(properties: readonly Box[]): number | undefined {
  const content = properties.find(box => box.name === 'clli')?.body.readUInt16BE(0) ?? 0;
  if (content > 0) return content;
  const mastered = (properties.find(box => box.name === 'mdcv')?.body.readUInt32BE(16) ?? 0) / unitsPerNit;
  return mastered > 0 ? mastered : undefined;
}

/** What a file says about its colours: codes, a profile, which counts before them, or nothing. */
export type HeifColours = DeclaredColours | 'profile' | 'nothing';

function readProperties(properties: readonly Box[]): HeifColours {
  const kinds = properties.filter(box => box.name === 'colr');
  const kindOf = ({ body }: Box) => body.toString('latin1', 0, 4);
  if (kinds.some(box => kindOf(box) === 'prof' || kindOf(box) === 'rICC')) return 'profile';
  const codes = kinds.find(box => kindOf(box) === 'nclx')?.body;
  if (!codes) return 'nothing';
  const [primaries, transfer] = [codes.readUInt16BE(4), codes.readUInt16BE(6)];
  if (primaries === unspecified && transfer === unspecified) return 'nothing';
  const peakNits = readPeak(properties);
  return { ...coloursOfCodes(primaries, transfer), ...(peakNits && { peakNits }) };
}

/** The bits of an AV1 configuration for a picture without colours, and of codes for samples of the full range. */
const [monochrome, fullRange] = [0x10, 0x80] as const;

/** Whether the shown item is an AV1 without colours whose black and white are 16 and 235 of 255. */
function isNarrowGrey(properties: readonly Box[]): boolean {
  const setup = properties.find(box => box.name === 'av1C')?.body;
  const codes = properties.find(({ name, body }) => name === 'colr' && body.toString('latin1', 0, 4) === 'nclx')?.body;
  return !!setup && !!codes && (setup[2]! & monochrome) !== 0 && (codes[10]! & fullRange) === 0;
}

/** Codes that name no colours, as a box has them: only the range of the samples follows. */
const unnamed = Buffer.from('nclx\0\x02\0\x02\0\x02', 'latin1');
const placeOfMatrix = 8;
/** ITU-R BT.601, by which browsers show what names no matrix. */
const usualMatrix = 6;

const namesNothing = (properties: readonly Box[]) =>
  properties.some(({ name, body }) => name === 'colr' && body.subarray(0, unnamed.length).equals(unnamed));

/** Names the matrix of an AVIF whose codes name none: libheif would take their range from the stream, which may say another. Changes `avif`. */
export function nameMatrix(avif: Buffer): void {
  for (let at = avif.indexOf(unnamed); at >= 0; at = avif.indexOf(unnamed, at + 1)) {
    if (avif.toString('latin1', at - 4, at) === 'colr') avif.writeUInt16BE(usualMatrix, at + placeOfMatrix);
  }
}

async function readShown<T>(file: FileHandle, read: (properties: readonly Box[]) => T, otherwise: T): Promise<T> {
  const meta = await readTopBox(file, 'meta');
  if (!meta) return otherwise;
  try {
    return read(findProperties(meta));
  } catch (cause) {
    // A box that is shorter than it should be; whether the file can be decoded is for the decoder to say.
    if (cause instanceof RangeError || cause instanceof TypeError) return otherwise;
    throw cause;
  }
}

export const readHeifColours = (file: FileHandle): Promise<HeifColours> => readShown(file, readProperties, 'nothing');
export const readsNarrowGrey = (file: FileHandle): Promise<boolean> => readShown(file, isNarrowGrey, false);
export const readsRangeAlone = (file: FileHandle): Promise<boolean> => readShown(file, namesNothing, false);
