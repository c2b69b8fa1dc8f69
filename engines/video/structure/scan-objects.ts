// The tags of WMV. Source: Advanced Systems Format, sections 3.3 to 3.11 and 4.7.
import type { Source } from './source.ts';
import type { Tally } from './tally.ts';

/** The beginnings of the identifiers of the objects that hold tags, and of the one that holds further objects. */
const descriptions = new Set(['40a4d0d207e3d211', 'eacbf8c5af5b7748', '941c23449894d149']);
const extension = 'b503bf5f2ea9cf11';
const headBytes = 24;
/** The header's own fields before the objects in it; those of the extension. */
const ownBytes = { header: 6, extension: 22 };

export function scanObjects(source: Source, tally: Tally): void {
  for (let at = headBytes + ownBytes.header; ; ) {
    const head = source.read(at, headBytes + 2);
    if (head.length < headBytes + 2) return;
    tally.count('boxes');
    const name = head.toString('hex', 0, 8);
    const length = Number(head.readBigUInt64LE(16));
    if (length < headBytes) return;
    if (descriptions.has(name)) tally.count('tags', Math.min(head.readUInt16LE(headBytes), Math.floor(length / 6)));
    at += name === extension ? headBytes + ownBytes.extension : length;
  }
}
