// Adds a rotation property to a HEIC file with one picture, as phones write it and `heif-enc` does not. Source: ISO/IEC 23008-12, 6.5.10
// (irot) and 9.3.1 (ipma).

/** Rotates by `quarters` x 90 degrees counter-clockwise. The picture must be the last item, and property associations one byte long. */
export function turnHeic(heic: Buffer, quarters: number): Buffer {
  const boxAt = (name: string) => heic.indexOf(name, 0, 'latin1') - 4;
  const [ipco, ipma, mdat] = [boxAt('ipco'), boxAt('ipma'), boxAt('mdat')];
  const turn = Buffer.from([0, 0, 0, 9, ...Buffer.from('irot'), quarters]);
  const properties: number[] = [];
  for (let at = ipco + 8; at < ipco + heic.readUInt32BE(ipco); at += heic.readUInt32BE(at)) properties.push(at);
  const added = turn.length + 1;
  const grow = (at: number, bytes: number) => heic.writeUInt32BE(heic.readUInt32BE(at) + bytes, at);
  const ipcoEnd = ipco + heic.readUInt32BE(ipco);
  const ipmaEnd = ipma + heic.readUInt32BE(ipma);
  // Full box header 12, entry count 4, then for each item: its id 2, the number of associations, and the associations. The picture is the
  // last.
  let entry = ipma + 16;
  while (entry + 3 + heic[entry + 2]! < ipmaEnd) entry += 3 + heic[entry + 2]!;
  heic[entry + 2]! += 1;
  for (const [name, bytes] of [
    ['meta', added],
    ['iprp', added],
    ['ipco', turn.length],
    ['ipma', 1],
  ] as const)
    grow(boxAt(name), bytes);
  const offset = Buffer.alloc(4);
  offset.writeUInt32BE(mdat + 8);
  grow(heic.indexOf(offset, boxAt('iloc')), added);
  const association = Buffer.from([0x80 | (properties.length + 1)]);
  return Buffer.concat([
    heic.subarray(0, ipcoEnd),
    turn,
    heic.subarray(ipcoEnd, ipmaEnd),
    association,
    heic.subarray(ipmaEnd),
  ]);
}
