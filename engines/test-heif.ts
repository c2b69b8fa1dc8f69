// For tests: HEIF files that declare little and decode to a lot: grids that reference one tile thousands of times, grids of grids, and declared sizes
// that differ from the coded ones. Source: ISO/IEC 23008-12 (items, grids), ISO/IEC 14496-12 (boxes).

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);

const box = (name: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(name, 'latin1'), body]);
};
const fullBox = (name: string, version: number, ...parts: readonly Buffer[]) =>
  box(name, Buffer.from([version, 0, 0, 0]), ...parts);

/** Returns the first box of this name, header included, at any depth; the name must not occur by chance before. */
function findBox(bytes: Buffer, name: string): Buffer {
  const at = bytes.indexOf(name, 0, 'latin1') - 4;
  return bytes.subarray(at, at + bytes.readUInt32BE(at));
}

/** One coded image, extracted from a file with a single one. */
export interface Coded {
  readonly type: 'av01' | 'hvc1';
  /** The decoder configuration box. */
  readonly setup: Buffer;
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

export function takeCoded(file: Buffer, type: Coded['type'], size: readonly [number, number]): Coded {
  const setup = findBox(file, type === 'av01' ? 'av1C' : 'hvcC');
  return { type, setup, data: findBox(file, 'mdat').subarray(8), width: size[0], height: size[1] };
}

interface GridItem {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  /** The item id used for every tile: 1 is the coded image, 2 the first grid, and so on. */
  readonly tile: number;
}

/** Makes a file whose primary item is the last of the grids, or the coded image without grids. */
export function makeHeif(
  coded: Coded,
  grids: readonly GridItem[],
  brand = coded.type === 'av01' ? 'avif' : 'heic',
): Buffer {
  const configs = grids.map(({ columns, rows, width, height }) =>
    Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width), u32(height)]),
  );
  const datas = [coded.data, ...configs];
  const ids = datas.map((_data, i) => i + 1);
  const infos = ids.map(id =>
    fullBox('infe', 2, u16(id), u16(0), Buffer.from(id === 1 ? coded.type : 'grid', 'latin1'), Buffer.from([0])),
  );
  const sizes = [coded, ...grids].map(({ width, height }) => fullBox('ispe', 0, u32(width), u32(height)));
  const pixi = fullBox('pixi', 0, Buffer.from([3, 8, 8, 8]));
  // Property indexes start at 1: the configuration, the bit depth, then a size for each item.
  const owned = ids.map(id => Buffer.concat([u16(id), Buffer.from(id === 1 ? [3, 0x81, 2, 3] : [2, 2, id + 2])]));
  const references = grids.map((grid, i) => {
    const tiles = Array.from({ length: grid.columns * grid.rows }, () => u16(grid.tile));
    return box('dimg', u16(i + 2), u16(tiles.length), ...tiles);
  });
  const ftyp = box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}mif1`, 'latin1'));
  const makeMeta = (start: number) => {
    let at = start;
    const places = datas.map((data, i) => {
      const place = Buffer.concat([u16(ids[i]!), u16(0), u16(1), u32(at), u32(data.length)]);
      at += data.length;
      return place;
    });
    return fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, u32(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)),
      fullBox('pitm', 0, u16(ids.at(-1)!)),
      fullBox('iloc', 0, Buffer.from([0x44, 0]), u16(ids.length), ...places),
      fullBox('iinf', 0, u16(ids.length), ...infos),
      box('iprp', box('ipco', coded.setup, pixi, ...sizes), fullBox('ipma', 0, u32(ids.length), ...owned)),
      ...(references.length > 0 ? [fullBox('iref', 0, ...references)] : []),
    );
  };
  const start = ftyp.length + makeMeta(0).length + 8;
  return Buffer.concat([ftyp, makeMeta(start), box('mdat', ...datas)]);
}
