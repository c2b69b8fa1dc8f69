// Real pictures and clips for benches: which there are, in which half, and where `npm run bench ground` has put them.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { readTable } from './read-table.ts';

/** `tune`: to work with. `judge`: for reports alone; nothing is fitted to it or chosen by it. */
export type Half = 'tune' | 'judge';
export type PictureKind = 'photo' | 'scan' | 'screenshot' | 'drawing';
/** `live`: from a camera. `rendered`: animation or a screen. `made`: a photograph under a moving crop, which counts as no real clip. */
export type ClipKind = 'live' | 'rendered' | 'made';
/** What a picture holds that an engine may rightly react to. `mark`: a logo, a date or a caption that was laid over it.
 * `view`: a landscape, a sky or a texture without a subject. `glasses`, `hat`: a person wears them; `shut`: has closed eyes; in a group there may be
 * others without. */
type Held = 'face' | 'glasses' | 'hat' | 'shut' | 'text' | 'mark' | 'blur' | 'view';

/** A file of a package. */
export interface PackedFile {
  readonly package: string;
  /** The path in the archive, as its packer lists it. */
  readonly path: string;
  readonly sha256: string;
}

interface Listed {
  /** Unique, stable, and the text that decides the half (of a clip: the text before `@`). */
  readonly name: string;
  readonly half: Half;
  readonly width: number;
  readonly height: number;
  readonly holds: ReadonlySet<Held>;
  /** The file on this disk. */
  readonly file: string;
}

export interface GroundPicture extends Listed {
  readonly kind: PictureKind;
  readonly packed: PackedFile;
}

export interface GroundClip extends Listed {
  readonly kind: ClipKind;
  readonly seconds: number;
  /** The file that it is cut from, and where; of a made clip, the picture that it moves over. */
  readonly source: { readonly packed: PackedFile; readonly file: string; readonly from: number };
}

/** Outside the checkout, so that several checkouts share the files. */
export const groundFolder = process.env.GROUND_DIR ?? path.join(homedir(), '.cache/pixwright-ground');

export const placeOf = (packed: PackedFile): string => path.join(groundFolder, 'files', packed.package, packed.path);

export const halfOf = (name: string): Half =>
  createHash('sha256').update(name).digest()[0]! % 2 === 0 ? 'tune' : 'judge';

const readHolds = (text: string) => new Set(text.split(' ').filter(Boolean)) as ReadonlySet<Held>;
const nameOf = (packed: PackedFile) => `${packed.package}/${packed.path}`;

/** All listed pictures, whether they have been fetched or not. */
export const listPictures = (): readonly GroundPicture[] =>
  readTable('pictures.tsv').map(row => {
    const packed = { package: row.package!, path: row.path!, sha256: row.sha256! };
    const name = nameOf(packed);
    return {
      name,
      half: halfOf(name),
      kind: row.kind as PictureKind,
      width: Number(row.width),
      height: Number(row.height),
      holds: readHolds(row.holds!),
      packed,
      file: placeOf(packed),
    };
  });

const placeClip = (name: string) => path.join(groundFolder, 'clips', `${name.replaceAll(/[^\w.@-]/g, '_')}.mp4`);

/** All listed clips, whether they have been fetched or not. Clips of one source are in one half. */
export const listClips = (): readonly GroundClip[] =>
  readTable('clips.tsv').map(row => {
    const packed = { package: row.package!, path: row.path!, sha256: row.sha256! };
    const name = `${nameOf(packed)}@${row.from}`;
    return {
      name,
      half: halfOf(nameOf(packed)),
      kind: row.kind as ClipKind,
      width: Number(row.width),
      height: Number(row.height),
      holds: readHolds(row.holds!),
      seconds: Number(row.seconds),
      source: { packed, file: placeOf(packed), from: Number(row.from) },
      file: placeClip(name),
    };
  });

export interface Wish<Kind> {
  readonly half: Half;
  readonly kind?: Kind | readonly Kind[];
}

function choose<Kind extends string, Item extends Listed & { readonly kind: Kind }>(
  all: readonly Item[],
  { half, kind }: Wish<Kind>,
): readonly Item[] {
  const kinds = kind === undefined ? undefined : [kind].flat();
  const chosen = all.filter(item => item.half === half && (!kinds || kinds.includes(item.kind)));
  const missing = chosen.filter(({ file }) => !existsSync(file)).length;
  if (missing > 0)
    throw new Error(`${missing} of ${chosen.length} files are not in ${groundFolder}. Run: npm run bench ground`);
  return chosen;
}

/** Fetched pictures in the order of their names. Throws if some have not been fetched. */
export const groundPictures = (wish: Wish<PictureKind>): readonly GroundPicture[] => choose(listPictures(), wish);

/** Fetched clips; without a kind, the real ones: `live` and `rendered`. */
export const groundClips = (wish: Wish<ClipKind>): readonly GroundClip[] =>
  choose(listClips(), { kind: ['live', 'rendered'], ...wish });

/** Every n-th item, so that `count` of them are left, spread over the whole list. */
export const spread = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.length <= count
    ? items
    : Array.from({ length: count }, (_, k) => items[Math.floor(((k + 0.5) * items.length) / count)]!);
