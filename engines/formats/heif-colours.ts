// Reads the colours that a HEIC or an AVIF declares with numbers instead of an ICC profile. Source: ISO/IEC 14496-12, 12.1.5 (colr), 12.1.7 (mdcv),
// 12.1.8 (clli); ISO/IEC 23008-12, 6 (items and properties).
import type { FileHandle } from 'node:fs/promises';
import { afterVersion, type Box, readBoxes, readTopBox } from './boxes.ts';
import { coloursOfCodes, type DeclaredColours } from './declared-colours.ts';

const unitsPerNit = 10_000;
const unspecified = 2;

/** The numbers of the properties of each item, from 1. */
function readOwners(owned: Buffer): Map<number, number[]> {
  const owners = new Map<number, number[]>();
  const [idBytes, propertyBytes] = [owned[0]! < 1 ? 2 : 4, (owned[3]! & 1) + 1];
  let at = afterVersion + 4;
  for (let left = owned.readUInt32BE(afterVersion); left > 0; left--) {
    const id = owned.readUIntBE(at, idBytes);
    at += idBytes;
    const count = owned[at++]!;
    const numbers = owners.get(id) ?? [];
    for (let i = 0; i < count; i++, at += propertyBytes)
      numbers.push(owned.readUIntBE(at, propertyBytes) & (propertyBytes === 1 ? 0x7f : 0x7fff));
    owners.set(id, numbers);
  }
  return owners;
}

/** The properties of the item that is shown, and of its first tile: a grid may leave the colours to its tiles. */
function findProperties(meta: Buffer): Box[] {
  const boxes = [...readBoxes(meta.subarray(afterVersion))];
  const primary = boxes.find(box => box.name === 'pitm')?.body;
  if (!primary) return [];
  const shown = primary[0] === 0 ? primary.readUInt16BE(afterVersion) : primary.readUInt32BE(afterVersion);
  const ids = [shown];
  const references = boxes.find(box => box.name === 'iref')?.body;
  const idBytes = references?.[0] === 0 ? 2 : 4;
  for (const { name, body } of references ? readBoxes(references.subarray(afterVersion)) : [])
    if (name === 'dimg' && body.readUIntBE(0, idBytes) === shown) ids.push(body.readUIntBE(idBytes + 2, idBytes));
  const inside = boxes.filter(box => box.name === 'iprp').flatMap(box => [...readBoxes(box.body)]);
  const properties = inside.filter(box => box.name === 'ipco').flatMap(box => [...readBoxes(box.body)]);
  const owners = inside.filter(box => box.name === 'ipma').map(box => readOwners(box.body));
  const numbers = ids.flatMap(id => owners.flatMap(owner => owner.get(id) ?? []));
  return numbers.flatMap(number => properties[number - 1] ?? []);
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
