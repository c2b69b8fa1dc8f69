// Decides which metadata of a picture its result keeps. The only place that makes sharp write metadata: a result has an address
// that is passed on, so position, serial numbers and owner are kept only on explicit request.
// sharp writes the EXIF block of the file that it reads and cannot be given another one, so the file is read from memory with the block
// rewritten in its place. The reasons and the kept fields: docs/decisions/metadata.md
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Metadata, Sharp, SharpInput } from 'sharp';
import { sharp } from '../sharp.ts';
import { bareExif, dropThumbnail, writePublicExif } from './exif.ts';
import { refreshXmp, writePublicXmp } from './xmp.ts';

/** false: nothing. true: all but position, serial numbers, owner and previews. everything: all but previews, which show another picture. */
export type KeptMetadata = boolean | 'everything';

export interface Carrier {
  /** What sharp reads in place of the file. */
  readonly input: SharpInput;
  /** Makes a pipeline over `input` write the kept metadata. */
  readonly keep: (pipeline: Sharp) => Sharp;
}

/** Maximum number of places that are compared with a block: a malicious file may consist of beginnings of it alone. */
const maxCandidates = 64;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Replaces every occurrence of `block` with `other`, which has the same length. Returns whether there was one. */
function replaceBlock(file: Buffer, block: Buffer, other: Buffer): boolean {
  const begin = block.subarray(0, 8);
  let found = false;
  let tries = 0;
  for (let at = file.indexOf(begin); at >= 0; at = file.indexOf(begin, at + 1)) {
    if (++tries > maxCandidates) return false;
    if (file.compare(block, 0, block.length, at, Math.min(file.length, at + block.length)) !== 0) continue;
    other.copy(file, at);
    found = true;
  }
  return found;
}

/** Recomputes the checksum of a PNG's EXIF chunk. */
function mendPng(file: Buffer): void {
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > file.length) return;
    if (file.toString('latin1', at + 4, at + 8) === 'eXIf') file.writeUInt32BE(crc32(file.subarray(at + 4, end)), end);
    at = end + 4;
  }
}

/** Photoshop's image resources 1033 and 1036 are thumbnails. Source: Adobe Photoshop File Formats Specification, image resources. */
function blankThumbnails(block: Buffer): Buffer {
  const copy = Buffer.from(block);
  for (let at = copy.indexOf('8BIM'); at >= 0 && at + 12 <= copy.length; at = copy.indexOf('8BIM', at + 4)) {
    const number = copy.readUInt16BE(at + 4);
    // The name is a length and as many letters, an even number of bytes in all.
    const size = at + 6 + ((copy[at + 6]! + 2) & ~1);
    if ((number !== 1033 && number !== 1036) || size + 4 > copy.length) continue;
    copy.fill(0, size + 4, Math.min(copy.length, size + 4 + copy.readUInt32BE(size)));
  }
  return copy;
}

interface Replacement {
  readonly block: Buffer;
  readonly other: Buffer | undefined;
}

/** The input with all blocks replaced; undefined if one of them is not in it verbatim, for example because it is compressed. */
function rewrite(input: SharpInput, replacements: readonly Replacement[]): Buffer | undefined {
  const file = typeof input === 'string' ? readFileSync(input) : Buffer.from(input as Buffer);
  const isDone = replacements.every(({ block, other }) => other && replaceBlock(file, block, other));
  if (!isDone) return undefined;
  if (file.subarray(0, 8).equals(pngSignature)) mendPng(file);
  return file;
}

function carryPublic(input: SharpInput, { exif, xmp, orientation = 1 }: Metadata): Carrier {
  const rewritten = exif && rewrite(input, [{ block: bareExif(exif), other: writePublicExif(exif, orientation) }]);
  const keep = (pipeline: Sharp) => {
    const kept = rewritten ? pipeline.keepExif() : pipeline;
    return xmp ? kept.withXmp(writePublicXmp(xmp)) : kept;
  };
  return { input: rewritten ?? input, keep };
}

function carryEverything(input: SharpInput, { exif, xmp, iptc, tifftagPhotoshop }: Metadata): Carrier {
  const photoshop = [iptc, tifftagPhotoshop].filter(block => block !== undefined);
  const replacements = [
    ...(exif ? [{ block: bareExif(exif), other: dropThumbnail(exif) }] : []),
    ...photoshop.map(block => ({ block, other: blankThumbnails(block) })),
  ].filter(({ block, other }) => !other || !block.equals(other));
  const rewritten = replacements.length > 0 ? rewrite(input, replacements) : undefined;
  const keep = (pipeline: Sharp) => {
    // When a block cannot be rewritten, no EXIF, IPTC or Photoshop block is kept, because its preview would stay.
    const kept = replacements.length === 0 || rewritten ? pipeline.keepMetadata() : pipeline;
    return xmp ? kept.withXmp(refreshXmp(xmp)) : kept;
  };
  return { input: rewritten ?? input, keep };
}

/** Decides what sharp reads in place of `input` (a path, or the bytes of a file), and what it writes. `metadata` is sharp's reading of it. */
export function carryMetadata(input: SharpInput, metadata: Metadata, kept: KeptMetadata): Carrier {
  if (kept === 'everything') return carryEverything(input, metadata);
  return kept ? carryPublic(input, metadata) : { input, keep: pipeline => pipeline };
}

/** Starts a pipeline over a file that the product itself has written, to encode it again with the metadata that it has. */
export const reopenOwn = (path: string): Sharp => sharp(path, { failOn: 'error' }).keepMetadata();
