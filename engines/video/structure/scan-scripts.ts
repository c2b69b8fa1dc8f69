// The tags of FLV, which are the named values in its script data. Sources: Adobe Flash Video File Format 10.1, annex E; AMF 0.
import type { Source } from './source.ts';
import type { Tally } from './tally.ts';

const scriptTag = 18;
const tagHeadBytes = 11;
/** Script data at the beginning describes the file; later tags are events, or copies. */
const maxTags = 1000;

/** Bytes of the values of fixed size, by their type: numbers, flags, references, dates. */
const fixedBytes: Readonly<Record<number, number>> = { 0: 8, 1: 1, 5: 0, 6: 0, 7: 2, 11: 10 };

/** Counts named values wherever they are, without building what they form. */
function countValues(source: Source, from: number, until: number, tally: Tally): void {
  let at = from;
  /** The open objects; of a plain list, how many values it still has. */
  const open: (number | 'named')[] = [];
  while (at < until) {
    tally.count('steps');
    const last = open.at(-1);
    if (last === 0) {
      open.pop();
      continue;
    }
    if (last === 'named') {
      const name = source.read(at, 3);
      if (name.length < 3) return;
      at += 2 + name.readUInt16BE(0);
      if (name.readUInt16BE(0) === 0 && name[2] === 9) {
        open.pop();
        at += 1;
        continue;
      }
      tally.count('tags');
    } else if (last !== undefined) open[open.length - 1] = last - 1;
    const head = source.read(at, 5);
    const type = head[0];
    if (type === undefined) return;
    if (type === 2 && head.length >= 3) at += 3 + head.readUInt16BE(1);
    else if (type === 12 && head.length === 5) at += 5 + head.readUInt32BE(1);
    else if (type === 3 || (type === 8 && head.length === 5)) {
      open.push('named');
      at += type === 3 ? 1 : 5;
    } else if (type === 10 && head.length === 5) {
      open.push(head.readUInt32BE(1));
      at += 5;
    } else if (type in fixedBytes) at += 1 + fixedBytes[type]!;
    else return;
  }
}

export function scanScripts(source: Source, tally: Tally): void {
  const first = source.read(5, 4);
  if (first.length < 4) return;
  let at = first.readUInt32BE(0) + 4;
  for (let tags = 0; tags < maxTags; tags++) {
    const head = source.read(at, tagHeadBytes);
    if (head.length < tagHeadBytes) return;
    const length = head.readUIntBE(1, 3);
    if ((head[0]! & 31) === scriptTag) countValues(source, at + tagHeadBytes, at + tagHeadBytes + length, tally);
    at += tagHeadBytes + length + 4;
  }
}
