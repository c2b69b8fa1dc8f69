// Determines which parts of a file still have to be uploaded. Parts are numbered from 1; all but the last have `partBytes` bytes.

export interface Part {
  readonly partNumber: number;
  /** Byte offsets in the file; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface ArrivedPart {
  readonly partNumber: number;
  readonly size: number;
}

export function splitParts(fileBytes: number, partBytes: number): Part[] {
  if (!(partBytes > 0)) throw new RangeError(`partBytes must be above 0, got ${partBytes}`);
  const count = Math.max(1, Math.ceil(fileBytes / partBytes));
  return Array.from({ length: count }, (_, index) => ({
    partNumber: index + 1,
    start: index * partBytes,
    end: Math.min(fileBytes, (index + 1) * partBytes),
  }));
}

/** Returns the parts that have not been uploaded completely; a part of another size than planned is sent again. */
export function missingParts(fileBytes: number, partBytes: number, arrived: readonly ArrivedPart[]): Part[] {
  const sizes = new Map(arrived.map(part => [part.partNumber, part.size]));
  return splitParts(fileBytes, partBytes).filter(part => sizes.get(part.partNumber) !== part.end - part.start);
}

/** Returns the number of bytes that need not be sent again. */
export function arrivedBytes(fileBytes: number, partBytes: number, arrived: readonly ArrivedPart[]): number {
  const missing = missingParts(fileBytes, partBytes, arrived).reduce((sum, part) => sum + part.end - part.start, 0);
  return fileBytes - missing;
}
