// Reads which properties the items of a HEIC or an AVIF have, and which items they refer to. Sources: ISO/IEC 14496-12, 8.11.12 (iref), 8.11.14 (ipma);
// ISO/IEC 23008-12, 6 (items and properties).
import { afterVersion, type Box, readBoxes } from './boxes.ts';

/** A grid of as many tiles as are decoded has a few properties for each. */
const maxAssociations = 100_000;

/** That an item has a property. */
interface Association {
  readonly item: number;
  /** Undefined where the number is 0, which means none, or there is no such property. */
  readonly property: Box | undefined;
  /** The bytes of the number, in the memory of the boxes. */
  readonly place: Buffer;
}

function* readOwned(owned: Buffer, properties: readonly Box[]): Generator<Association> {
  const [idBytes, propertyBytes] = [owned[0]! < 1 ? 2 : 4, (owned[3]! & 1) + 1];
  let at = afterVersion + 4;
  for (let left = owned.readUInt32BE(afterVersion); left > 0; left--) {
    const item = owned.readUIntBE(at, idBytes);
    at += idBytes + 1;
    for (let more = owned[at - 1]!; more > 0; more--, at += propertyBytes) {
      const number = owned.readUIntBE(at, propertyBytes) & (propertyBytes === 1 ? 0x7f : 0x7fff);
      yield { item, property: properties[number - 1], place: owned.subarray(at, at + propertyBytes) };
    }
  }
}

/** Yields the properties of all items, those of one item in their order. Throws RangeError where a box is shorter than it says or too long. */
export function* readAssociations(meta: readonly Box[]): Generator<Association> {
  let count = 0;
  for (const { body } of meta.filter(box => box.name === 'iprp')) {
    const inside = [...readBoxes(body)];
    const properties = inside.filter(box => box.name === 'ipco').flatMap(box => [...readBoxes(box.body)]);
    for (const { body: owned } of inside.filter(box => box.name === 'ipma'))
      for (const association of readOwned(owned, properties)) {
        if (++count > maxAssociations) throw new RangeError('More properties than any picture has');
        yield association;
      }
  }
}

interface Reference {
  /** What the reference means, such as dimg (is made of) or auxl (is decoded beside). */
  readonly name: string;
  readonly from: number;
  readonly to: readonly number[];
}

/** Yields the references between items. Throws RangeError where a box is shorter than it says. */
export function* readReferences(meta: readonly Box[]): Generator<Reference> {
  for (const { body } of meta.filter(box => box.name === 'iref')) {
    const idBytes = body[0] === 0 ? 2 : 4;
    for (const { name, body: reference } of readBoxes(body.subarray(afterVersion))) {
      const count = reference.readUInt16BE(idBytes);
      const to = Array.from({ length: count }, (_, i) => reference.readUIntBE(idBytes + 2 + i * idBytes, idBytes));
      yield { name, from: reference.readUIntBE(0, idBytes), to };
    }
  }
}

/** The item that is shown; undefined in a file without one. */
export function readShownItem(meta: readonly Box[]): number | undefined {
  const primary = meta.find(box => box.name === 'pitm')?.body;
  return primary?.readUIntBE(afterVersion, primary[0] === 0 ? 2 : 4);
}
