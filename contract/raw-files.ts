// The raw files of cameras that are TIFFs with a small preview in front: telling them from pictures.

const text = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...bytes.subarray(start, start + length));

/** Entries of a TIFF's directory that only cameras write: a raw sensor picture behind a small preview. */
const dngVersion = 50_706;
const subfileKind = 254;
const colourKind = 262;
const moreDirectories = 330;
const sensorKinds = [32_803, 34_892];
const shortType = 3;

/** The name of a camera's raw file in the clothes of a TIFF; null for another TIFF. Its first directory must lie in `head`. */
export function nameRaw(head: Uint8Array): string | null {
  const isLittle = head[0] === 0x49;
  if (text(head, 0, 4) !== (isLittle ? 'II*\0' : 'MM\0*')) return null;
  if (head.length < 8) return null;
  if (text(head, 8, 2) === 'CR') return 'RAW (CR2)';
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const start = view.getUint32(4, isLittle);
  if (start + 2 > head.length) return null;
  const found = new Map<number, number>();
  const count = view.getUint16(start, isLittle);
  for (let at = start + 2, i = 0; i < count && at + 12 <= head.length; i++, at += 12) {
    const isShort = view.getUint16(at + 2, isLittle) === shortType;
    found.set(
      view.getUint16(at, isLittle),
      isShort ? view.getUint16(at + 8, isLittle) : view.getUint32(at + 8, isLittle),
    );
  }
  if (found.has(dngVersion)) return 'RAW (DNG)';
  const isPreview = ((found.get(subfileKind) ?? 0) & 1) === 1 && found.has(moreDirectories);
  return isPreview || sensorKinds.includes(found.get(colourKind) ?? 0) ? 'RAW' : null;
}
