// Sets the orientation inside an EXIF block to "upright". Source: CIPA DC-008, Exif 2.32, section 4.6.

const orientationTag = 0x0112;

/** A copy in which tag 0x0112 of the first directory is 1; a block that makes no sense comes back as it is. */
export function resetOrientation(exif: Buffer): Buffer {
  const copy = Buffer.from(exif);
  const start = copy.toString('latin1', 0, 4) === 'Exif' ? 6 : 0;
  const isLittle = copy.toString('latin1', start, start + 2) === 'II';
  const read16 = (at: number) => (isLittle ? copy.readUInt16LE(at) : copy.readUInt16BE(at));
  const read32 = (at: number) => (isLittle ? copy.readUInt32LE(at) : copy.readUInt32BE(at));
  if (start + 8 > copy.length) return copy;
  const directory = start + read32(start + 4);
  if (directory + 2 > copy.length) return copy;
  const count = read16(directory);
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > copy.length) return copy;
    if (read16(entry) !== orientationTag) continue;
    if (isLittle) copy.writeUInt16LE(1, entry + 8);
    else copy.writeUInt16BE(1, entry + 8);
  }
  return copy;
}
