// Rewrites EXIF blocks: without position, device identifiers and owner, or without the thumbnail.
// Source: CIPA DC-008 (Exif 3.0) 4.6, tables 3 to 13. Blocks come from strangers: every offset is checked.

const tags = { orientation: 0x0112, exifDirectory: 0x8769 } as const;

/** Bytes of one value by type number: BYTE, ASCII, SHORT, LONG, RATIONAL, SBYTE, UNDEFINED, SSHORT, SLONG, SRATIONAL, FLOAT, DOUBLE. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const shortType = 3;
const longType = 4;
const maxEntries = 200;

/**
 * The tags of the first directory that are kept: description, camera, software, date, resolution, credit, rating and the titles of Windows.
 * The list names what is kept, not what is dropped: manufacturers write serial numbers and positions into tags of their own.
 */
const keptOfPicture = new Set([
  0x010e, 0x010f, 0x0110, 0x011a, 0x011b, 0x0128, 0x012d, 0x0131, 0x0132, 0x013b, 0x013e, 0x013f, 0x0211, 0x0213,
  0x0214, 0x4746, 0x4749, 0x8298, 0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f,
]);

/**
 * The tags of the Exif directory that are kept: exposure, dates, dimensions, lens, title, photographer. Not among them: MakerNote (927C),
 * UserComment (9286, where camera apps write places), ImageUniqueID (A420), owner (A430), serial numbers (A431, A435), pressure and depth.
 */
const keptOfExposure = new Set([
  0x829a, 0x829d, 0x8822, 0x8824, 0x8827, 0x8830, 0x8831, 0x8832, 0x8833, 0x8834, 0x8835, 0x9000, 0x9003, 0x9004,
  0x9010, 0x9011, 0x9012, 0x9101, 0x9102, 0x9201, 0x9202, 0x9203, 0x9204, 0x9205, 0x9206, 0x9207, 0x9208, 0x9209,
  0x920a, 0x9214, 0x9290, 0x9291, 0x9292, 0xa000, 0xa001, 0xa002, 0xa003, 0xa20b, 0xa20e, 0xa20f, 0xa210, 0xa214,
  0xa215, 0xa217, 0xa300, 0xa301, 0xa302, 0xa401, 0xa402, 0xa403, 0xa404, 0xa405, 0xa406, 0xa407, 0xa408, 0xa409,
  0xa40a, 0xa40c, 0xa432, 0xa433, 0xa434, 0xa436, 0xa437, 0xa460, 0xa461, 0xa462, 0xa500,
]);

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** As stored, in the block's byte order. */
  readonly value: Buffer;
}

/** A block from its byte order mark on, read and written in that order. */
interface Order {
  readonly isLittle: boolean;
  readonly read16: (bytes: Buffer, at: number) => number;
  readonly read32: (bytes: Buffer, at: number) => number;
  readonly write16: (bytes: Buffer, value: number, at: number) => void;
  readonly write32: (bytes: Buffer, value: number, at: number) => void;
}

const orderOf = (isLittle: boolean): Order => ({
  isLittle,
  read16: (bytes, at) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
  read32: (bytes, at) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
  write16: (bytes, value, at) => (isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)),
  write32: (bytes, value, at) => (isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at)),
});

/** The block from its byte order mark on; some files have "Exif" and two zero bytes before it. */
export const bareExif = (exif: Buffer): Buffer => (exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif);

function readOrder(block: Buffer): Order | undefined {
  const mark = block.toString('latin1', 0, 2);
  return block.length >= 8 && (mark === 'II' || mark === 'MM') ? orderOf(mark === 'II') : undefined;
}

/** The entries of the directory at `at` whose values lie inside the block. */
function readDirectory(block: Buffer, at: number, order: Order): Entry[] {
  if (at < 8 || at + 2 > block.length) return [];
  const count = Math.min(order.read16(block, at), maxEntries, Math.floor((block.length - at - 2) / 12));
  return Array.from({ length: count }, (_, i) => at + 2 + i * 12).flatMap(entry => {
    const type = order.read16(block, entry + 2);
    const values = order.read32(block, entry + 4);
    const bytes = (typeBytes[type] ?? 0) * values;
    const from = bytes <= 4 ? entry + 8 : order.read32(block, entry + 8);
    if (bytes === 0 || from + bytes > block.length) return [];
    return [{ tag: order.read16(block, entry), type, count: values, value: block.subarray(from, from + bytes) }];
  });
}

/** A directory at `at` of a block, followed by the values that do not fit into its entries. No other directory follows it. */
function writeDirectory(entries: readonly Entry[], at: number, order: Order): Buffer {
  const sorted = entries.toSorted((a, b) => a.tag - b.tag);
  const head = Buffer.alloc(2 + sorted.length * 12 + 4);
  order.write16(head, sorted.length, 0);
  const values: Buffer[] = [];
  let end = at + head.length;
  for (const [i, { tag, type, count, value }] of sorted.entries()) {
    const entry = 2 + i * 12;
    order.write16(head, tag, entry);
    order.write16(head, type, entry + 2);
    order.write32(head, count, entry + 4);
    if (value.length <= 4) {
      value.copy(head, entry + 8);
      continue;
    }
    order.write32(head, end, entry + 8);
    // Values begin at even offsets.
    const padded = Buffer.alloc(value.length + (value.length % 2));
    value.copy(padded);
    values.push(padded);
    end += padded.length;
  }
  return Buffer.concat([head, ...values]);
}

/**
 * A block of the same length, padded with zeros, with only the kept tags of `exif`: no position, maker notes, serial numbers, owner or thumbnail.
 * `orientation`, 1..8, is what the decoder read. Undefined if the block cannot be read or would become longer.
 */
export function writePublicExif(exif: Buffer, orientation: number): Buffer | undefined {
  const block = bareExif(exif);
  const order = readOrder(block);
  if (!order) return undefined;
  const first = readDirectory(block, order.read32(block, 4), order);
  const pointer = first.find(({ tag, type }) => tag === tags.exifDirectory && type === longType);
  const exposure = pointer
    ? readDirectory(block, order.read32(pointer.value, 0), order).filter(({ tag }) => keptOfExposure.has(tag))
    : [];
  const turn = Buffer.alloc(2);
  order.write16(turn, orientation, 0);
  const picture: Entry[] = first.filter(({ tag }) => keptOfPicture.has(tag));
  picture.push({ tag: tags.orientation, type: shortType, count: 1, value: turn });
  const target = Buffer.alloc(4);
  if (exposure.length > 0) picture.push({ tag: tags.exifDirectory, type: longType, count: 1, value: target });
  const bytes = (entries: readonly Entry[]) =>
    entries.reduce((sum, { value }) => sum + 12 + (value.length > 4 ? value.length : 0), 0);
  // Many entries may share one value in a block that was made to grow.
  if (bytes(picture) + bytes(exposure) > block.length) return undefined;
  const header = Buffer.from(block.subarray(0, 8));
  order.write32(header, 8, 4);
  order.write32(target, 8 + writeDirectory(picture, 8, order).length, 0);
  const written = writeDirectory(picture, 8, order);
  const rest = exposure.length > 0 ? writeDirectory(exposure, 8 + written.length, order) : Buffer.alloc(0);
  const whole = Buffer.concat([header, written, rest]);
  return whole.length > block.length ? undefined : Buffer.concat([whole, Buffer.alloc(block.length - whole.length)]);
}

/** A copy of the block without its second directory, which describes the thumbnail; undefined when the block cannot be read. */
export function dropThumbnail(exif: Buffer): Buffer | undefined {
  const copy = Buffer.from(bareExif(exif));
  const order = readOrder(copy);
  const at = order?.read32(copy, 4);
  if (!order || at === undefined || at + 2 > copy.length) return undefined;
  const next = at + 2 + order.read16(copy, at) * 12;
  if (next + 4 <= copy.length) order.write32(copy, 0, next);
  return copy;
}

/** A copy of the block in which the orientation of the first directory is 1, "upright"; a block that cannot be read is returned unchanged. */
export function resetOrientation(exif: Buffer): Buffer {
  const copy = Buffer.from(exif);
  const block = bareExif(copy);
  const order = readOrder(block);
  if (!order) return copy;
  const at = order.read32(block, 4);
  if (at + 2 > block.length) return copy;
  for (let i = 0; i < order.read16(block, at); i++) {
    const entry = at + 2 + i * 12;
    if (entry + 12 > block.length) return copy;
    if (order.read16(block, entry) === tags.orientation) order.write16(block, 1, entry + 8);
  }
  return copy;
}
