// Opens the kinds of TIFF that libvips misreads or refuses although they are intact: Lab, luma and colour differences, floating point and 32 bits,
// channels that are no alpha, raw files of cameras, and codings that it lacks. Source: TIFF 6.0, sections 8, 18, 21 and 23; TIFF Technical Note 4 (ICC
// Lab); docs/decisions/tiff.md.
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import type { Sharp, SharpInput, SharpOptions } from 'sharp';
import { checkPixels, maxPixels } from './formats/picture-limits.ts';
import {
  readDirectory,
  readFirst,
  readFractions,
  readLayout,
  readNext,
  readNumbers,
  type TiffEntry,
  type TiffLayout,
} from './formats/tiff-directory.ts';
import { wrapPng } from './formats/wrap-png.ts';
import { resetOrientation } from './metadata/exif.ts';
import { type LabCoding, labToSrgb, usualLabWhite } from './pixels/lab.ts';
import type { Point } from './pixels/primaries.ts';
import { usualYcbcr, type YcbcrCoding, ycbcrToRgb } from './pixels/ycbcr.ts';
import { sharp } from './sharp.ts';
import { joinPlanes } from './tiff-planes.ts';

const tags = {
  bits: 258,
  coding: 259,
  colours: 262,
  samples: 277,
  planes: 284,
  white: 318,
  tileWidth: 322,
  extra: 338,
  sampleKind: 339,
  luma: 529,
  subsampling: 530,
  reference: 532,
  profile: 34_675,
};
/** Values of the tag of colours. */
const [rgb, minIsBlack, separated, ycbcr, cieLab, iccLab, ituLab] = [2, 1, 5, 6, 8, 9, 10] as const;
/** Values of the tag of extra channels that are alpha, with colours multiplied by it or not; zero is whatever else a program keeps there, such as a saved selection. */
const alphaKinds = [1, 2];
/** The value of the tag of planes for one plane after the other. */
const apart = 2;
/** The coding whose decoder converts luma and colour differences itself. */
const jpegCoding = 7;
/** Values of the tag of sample kinds: whole numbers, or floating point. Others are signed or complex numbers. */
const [whole, floating] = [1, 3] as const;
/** JPEG as before 1995, JBIG, SGI log, Aperio, LERC, LZMA, JPEG 2000, PNG, JPEG XR, Zstandard, JPEG XL. */
const missingCodings = [
  6, 34_661, 34_676, 34_677, 33_003, 33_005, 34_887, 34_925, 34_712, 34_933, 34_934, 50_000, 50_002,
];
const deepest = 65_535;
/** Larger ones would take more memory than a process has. */
const maxFloatPixels = 60_000_000;

const unsupported = () => new AppError('FILE_UNSUPPORTED', { format: 'TIFF' });
const options: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels, autoOrient: true };

interface Facts {
  readonly layout: TiffLayout;
  /** For sharp. */
  readonly options: SharpOptions;
  readonly pages: number;
  readonly entries: ReadonlyMap<number, TiffEntry>;
  readonly colours: number;
  readonly bits: number;
  readonly samples: number;
  readonly sampleKind: number;
  readonly coding: number;
  readonly planes: number;
  /** The kinds of the channels after the colours, if the file names them. */
  readonly extra: readonly number[];
  /** Pixels that share one pair of colour differences, across and down. */
  readonly shared: readonly number[];
  readonly ycbcr: YcbcrCoding;
  /** Chromaticities of the white of Lab. */
  readonly white: Point;
}

const isChromaticity = (x: number, y: number) => x > 0 && y > 0 && x + y < 1;

/** Files with shares that are no numbers, or do not add up, mean the usual ones. */
function requireShares(shares: readonly number[] | undefined): YcbcrCoding['luma'] {
  const isSound = shares?.every(share => share > 0) && Math.abs(shares.reduce((sum, share) => sum + share) - 1) < 0.01;
  return isSound ? (shares as unknown as YcbcrCoding['luma']) : usualYcbcr.luma;
}

function requireRanges(codes: readonly number[] | undefined): readonly number[] {
  const isSound = codes && [0, 2, 4].every(at => codes[at + 1]! - codes[at]! >= 1);
  return isSound ? codes : usualYcbcr.reference;
}

async function readTags(file: FileHandle, page: number): Promise<Facts | undefined> {
  const layout = await readLayout(file);
  if (!layout) return undefined;
  const places: number[] = [];
  // checkContainer has refused endless lists.
  for (let next: number | undefined = layout.first; next; next = await readNext(file, layout, next)) places.push(next);
  const entries = await readDirectory(file, layout, places[page] ?? layout.first);
  const read = async (tag: number, otherwise: number) => (await readFirst(file, layout, entries.get(tag))) ?? otherwise;
  const [x = 0, y = 0] = (await readFractions(file, layout, entries.get(tags.white), 2)) ?? [];
  const readAll = (tag: number) => readNumbers(file, layout, entries.get(tag));
  const coding = await read(tags.coding, 1);
  if (missingCodings.includes(coding)) throw unsupported();
  return {
    layout,
    entries,
    options: { ...options, ...(page > 0 && { page }) },
    pages: places.length,
    colours: await read(tags.colours, rgb),
    bits: await read(tags.bits, 1),
    samples: await read(tags.samples, 1),
    sampleKind: await read(tags.sampleKind, whole),
    coding,
    planes: await read(tags.planes, 1),
    extra: await readAll(tags.extra),
    shared: await readAll(tags.subsampling),
    ycbcr: {
      luma: requireShares(await readFractions(file, layout, entries.get(tags.luma), 3)),
      reference: requireRanges(await readFractions(file, layout, entries.get(tags.reference), 6)),
    },
    white: isChromaticity(x, y) ? [x, y] : usualLabWhite,
  };
}

/** Changes the file so that its samples are taken for red, green and blue, and come out as they are. */
async function disguise(path: string, { layout, entries, samples }: Facts): Promise<Buffer> {
  const file = await open(path);
  const bytes = await file.readFile().finally(() => file.close());
  const write16 = (at: number, value: number) =>
    layout.isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  write16(entries.get(tags.colours)!.at + (layout.isBig ? 12 : 8), samples < 3 ? minIsBlack : rgb);
  // Its profile would be applied to them.
  const profile = entries.get(tags.profile);
  if (profile) write16(profile.at, deepest);
  return bytes;
}

async function readRaw(pipeline: Sharp, depth: 'uchar' | 'ushort' | 'float') {
  const { data, info } = await pipeline.raw({ depth }).toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { data, width, height, channels: info.channels as 3 | 4 };
}

/** Luma and colour differences that libvips takes for red, green and blue. Where pixels share differences in one plane, it reads them correctly. */
const isTakenForRgb = ({ colours, coding, shared, planes }: Facts) =>
  colours === ycbcr && coding !== jpegCoding && (planes === apart || isUnshared(shared));
const isUnshared = (shared: readonly number[]) => shared.length === 2 && shared.every(pixels => pixels === 1);

async function showYcbcr(path: string, facts: Facts): Promise<Buffer> {
  if (!isUnshared(facts.shared) || facts.bits !== 8 || facts.samples !== 3) throw unsupported();
  const { width, height, icc, exif, xmp } = await sharp(path, facts.options).metadata();
  checkPixels(width, height);
  const pixels = await readRaw(sharp(await disguise(path, facts), facts.options), 'uchar');
  ycbcrToRgb(pixels.data, pixels.channels, facts.ycbcr);
  return wrapPng({ ...pixels, hasAlpha: false, profile: icc, exif: exif && resetOrientation(exif), xmp });
}

/** Whether libvips would take a channel for alpha that is none. It does so with any channel after the colours. */
const hasFalseAlpha = ({ colours, extra }: Facts) =>
  colours !== separated && extra.length > 0 && (extra.length > 1 || !alphaKinds.includes(extra[0]!));

/** Keeps the colours, and of the other channels the one that is alpha. */
async function dropExtra(path: string, { bits, extra, options }: Facts): Promise<Buffer> {
  const { width, height, icc, exif, xmp } = await sharp(path, options).metadata();
  checkPixels(width, height);
  const isDeep = bits === 16;
  const started = sharp(path, options).keepIccProfile();
  const pixels = await (isDeep ? readRaw(started.toColourspace('rgb16'), 'ushort') : readRaw(started, 'uchar'));
  const { data, channels } = pixels;
  const samples = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const inked = channels - extra.length;
  const alpha = extra.findIndex(kind => alphaKinds.includes(kind));
  if (inked !== 1 && inked !== 3) throw unsupported();
  const kept = new (isDeep ? Uint16Array : Uint8Array)(width * height * 4);
  const full = isDeep ? deepest : 255;
  for (let from = 0, to = 0; from + channels <= samples.length; from += channels, to += 4) {
    for (let k = 0; k < 3; k++) kept[to + k] = samples[from + Math.min(k, inked - 1)]!;
    kept[to + 3] = alpha < 0 ? full : samples[from + inked + alpha]!;
  }
  const shown = { ...pixels, data: kept, channels: 4 as const, hasAlpha: alpha >= 0 };
  return wrapPng({ ...shown, profile: inked === 3 ? icc : undefined, exif: exif && resetOrientation(exif), xmp });
}

async function showLab(path: string, facts: Facts, coding: LabCoding): Promise<Buffer> {
  const input = await disguise(path, facts);
  const { width, height, exif, xmp, hasAlpha } = await sharp(input, facts.options).metadata();
  checkPixels(width, height);
  const isDeep = facts.bits === 16;
  const pipeline = sharp(input, facts.options).toColourspace(isDeep ? 'rgb16' : 'srgb');
  const pixels = await readRaw(hasAlpha ? pipeline.ensureAlpha() : pipeline, isDeep ? 'ushort' : 'uchar');
  const { data } = pixels;
  const samples = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const shown = labToSrgb(samples, pixels.channels, { coding, white: facts.white, isLightness: facts.samples < 3 });
  return wrapPng({ ...pixels, data: shown, hasAlpha, profile: undefined, exif: exif && resetOrientation(exif), xmp });
}

/** One colour after the other in tiles, which libvips refuses. */
const hasTiledPlanes = ({ planes, samples, entries }: Facts) =>
  planes === apart && samples > 1 && entries.has(tags.tileWidth);

async function showPlanes(path: string, { colours, sampleKind, extra, ...facts }: Facts): Promise<Buffer> {
  const { layout, bits, samples } = facts;
  const isPlain = colours === rgb && sampleKind === whole && (bits === 8 || bits === 16);
  if (layout.isBig || !isPlain || samples < 3 || samples > 4) throw unsupported();
  const alpha = samples === 3 || !alphaKinds.includes(extra[0]!) ? 'none' : extra[0] === 1 ? 'premultiplied' : 'plain';
  return joinPlanes(path, facts, alpha);
}

/** The value of white. Floating point is 0..1; some programs write numbers of 8 or 16 bits as they are. */
function findWhite(samples: Float32Array): number {
  let [positive, above, brightest] = [0, 0, 0];
  for (const value of samples) {
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) continue;
    positive++;
    if (value > 1.5) above++;
    if (value > brightest) brightest = value;
  }
  if (above * 2 < positive || brightest <= 1) return 1;
  return [255, deepest, 2 ** 32 - 1].find(white => brightest <= white) ?? brightest;
}

/** Floating point counts as coded for a screen, like whole numbers; where a profile says otherwise, it goes along. */
async function showNumbers(path: string, { sampleKind, options }: Facts): Promise<Buffer> {
  const { width, height, space, hasAlpha, icc, exif, xmp } = await sharp(path, options).metadata();
  checkPixels(width, height);
  if (width * height > maxFloatPixels) throw new AppError('MEMORY_EXCEEDED');
  const started = sharp(path, options).keepIccProfile();
  const pixels = await readRaw(space === 'scrgb' ? started.toColourspace('scrgb') : started, 'float');
  const samples = new Float32Array(pixels.data.buffer, pixels.data.byteOffset, pixels.data.length / 4);
  const white = sampleKind === floating ? findWhite(samples) : 2 ** 32 - 1;
  const data = Uint16Array.from(samples, value => (value > 0 ? Math.min(1, value / white) * deepest + 0.5 : 0));
  return wrapPng({ ...pixels, data, hasAlpha, profile: icc, exif: exif && resetOrientation(exif), xmp });
}

interface Opened {
  readonly input: SharpInput;
  readonly options?: SharpOptions;
  readonly pages?: number;
}

/** What sharp reads of this page, from 0. Throws FILE_UNSUPPORTED for a file that is intact but cannot be read. */
export async function openTiff(path: string, file: FileHandle, page: number): Promise<Opened> {
  const asItIs = { input: path, ...(page > 0 && { options: { page } }) };
  const facts = await readTags(file, page);
  if (!facts) return asItIs;
  const { colours, bits, sampleKind, pages } = facts;
  const isLab = colours === cieLab || colours === iccLab || colours === ituLab;
  const isOdd = sampleKind !== whole && sampleKind !== floating && bits >= 8 && colours !== cieLab;
  if (bits > 32 || isOdd || (isLab && (colours === ituLab || bits < 8 || bits > 16))) throw unsupported();
  try {
    if (hasTiledPlanes(facts)) return { input: await showPlanes(path, facts), pages };
    if (isLab) return { input: await showLab(path, facts, colours === cieLab ? 'signed' : 'offset'), pages };
    if (isTakenForRgb(facts)) return { input: await showYcbcr(path, facts), pages };
    if (sampleKind === whole && (bits === 8 || bits === 16) && hasFalseAlpha(facts))
      return { input: await dropExtra(path, facts), pages };
    return sampleKind === floating || bits === 32 ? { input: await showNumbers(path, facts), pages } : asItIs;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('FILE_CORRUPT', null, { cause });
  }
}
