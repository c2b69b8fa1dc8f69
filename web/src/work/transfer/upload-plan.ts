// Which parts of a file still have to be sent. Parts count from 1; all have `partBytes` but the last.

export interface Part {
  readonly partNumber: number;
  /** Byte offsets in the file, `end` not included. */
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

/** The parts that have not arrived whole; a part of another size than planned is sent again. */
export function missingParts(fileBytes: number, partBytes: number, arrived: readonly ArrivedPart[]): Part[] {
  const sizes = new Map(arrived.map(part => [part.partNumber, part.size]));
  return splitParts(fileBytes, partBytes).filter(part => sizes.get(part.partNumber) !== part.end - part.start);
}

/** How many bytes need not be sent any more. */
export function arrivedBytes(fileBytes: number, partBytes: number, arrived: readonly ArrivedPart[]): number {
  const missing = missingParts(fileBytes, partBytes, arrived).reduce((sum, part) => sum + part.end - part.start, 0);
  return fileBytes - missing;
}
