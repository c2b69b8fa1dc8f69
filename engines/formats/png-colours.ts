// Reads the colours that a PNG declares besides an ICC profile, and writes the file again with a profile that says the same. Source: W3C, Portable
// Network Graphics, Third Edition, 4.3 (precedence) and 11.3.2 (chunks).
import type { FileHandle } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { type Point, type Primaries, srgb as srgbPrimaries } from '../pixels/primaries.ts';
import { areSrgb, coloursOfCodes, type DeclaredColours } from './declared-colours.ts';
import { makeProfile } from './make-profile.ts';
import { makeChunk, pngSignature } from './wrap-png.ts';

const chunkHead = 8;
const checkBytes = 4;
/** A file has about a dozen chunks before its pixels; more only waste time. */
const maxChunks = 200;
const headEnd = pngSignature.length + chunkHead + 13 + checkBytes;
/** The chunks about colour; all are short but the profile, which is not read. */
const colourChunks = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'cLLI', 'mDCV'];
/** Numbers in cLLI and mDCV are in units of 0.0001 cd/m². */
const unitsPerNit = 10_000;
/** The exponent that files of sRGB declare; browsers show it as sRGB. */
const srgbGamma = 45_455;
const gammaRoundedBy = 500;

type Chunks = ReadonlyMap<string, Buffer>;

async function readChunks(file: FileHandle): Promise<Chunks> {
  const found = new Map<string, Buffer>();
  const head = Buffer.alloc(chunkHead + 32);
  for (let at = pngSignature.length, number = 0; number < maxChunks; number++) {
    const { bytesRead } = await file.read(head, 0, head.length, at);
    const name = head.toString('latin1', 4, 8);
    if (bytesRead < chunkHead || name === 'IDAT') break;
    const length = head.readUInt32BE(0);
    if (colourChunks.includes(name) && !found.has(name))
      found.set(name, Buffer.from(head.subarray(chunkHead, Math.min(bytesRead, chunkHead + length))));
    at += chunkHead + length + checkBytes;
  }
  return found;
}

/** Chromaticities in units of 0.00001, in the order of Primaries; undefined for impossible ones. */
function readPrimaries(chunk: Buffer | undefined): Primaries | undefined {
  if (!chunk || chunk.length < 32) return undefined;
  const points = [0, 8, 16, 24].map((at): Point => [chunk.readUInt32BE(at) / 1e5, chunk.readUInt32BE(at + 4) / 1e5]);
  return points.every(([x, y]) => y > 0 && x + y <= 1) ? (points as unknown as Primaries) : undefined;
}

function readPeak(chunks: Chunks): number | undefined {
  const [level, display] = [chunks.get('cLLI'), chunks.get('mDCV')];
  const content = level && level.length >= 8 ? level.readUInt32BE(0) / unitsPerNit : 0;
  if (content > 0) return content;
  const mastered = display && display.length >= 24 ? display.readUInt32BE(16) / unitsPerNit : 0;
  return mastered > 0 ? mastered : undefined;
}

function readCodes(chunks: Chunks): DeclaredColours | undefined {
  const codes = chunks.get('cICP');
  // Pixels of a PNG are RGB, so another matrix is an error in the chunk.
  if (!codes || codes.length < 4 || codes[2] !== 0) return undefined;
  const peakNits = readPeak(chunks);
  return { ...coloursOfCodes(codes[0]!, codes[1]!, true), ...(peakNits && { peakNits }) };
}

function readGamma(chunks: Chunks): DeclaredColours | undefined {
  const chunk = chunks.get('gAMA');
  const gamma = chunk && chunk.length >= 4 ? chunk.readUInt32BE(0) : 0;
  if (gamma === 0) return undefined;
  const primaries = readPrimaries(chunks.get('cHRM')) ?? srgbPrimaries;
  const isSrgb = Math.abs(gamma - srgbGamma) < gammaRoundedBy && areSrgb({ primaries, curve: 'srgb' });
  return isSrgb ? undefined : { primaries, curve: 100_000 / gamma };
}

/** The declared colours, unless they are those of every file, or an ICC profile counts. */
export async function readPngColours(file: FileHandle): Promise<DeclaredColours | undefined> {
  const chunks = await readChunks(file);
  const codes = readCodes(chunks);
  // Codes of sRGB count before a profile too.
  if (codes) return areSrgb(codes) && !chunks.has('iCCP') ? undefined : codes;
  return chunks.has('iCCP') || chunks.has('sRGB') ? undefined : readGamma(chunks);
}

/** Whether the samples have 16 bits. */
export const isDeepPng = (png: Buffer): boolean => png[pngSignature.length + chunkHead + 8] === 16;

/** Copies the file with a profile for these colours, or with nothing, in place of its own declarations. */
export function declareInPng(png: Buffer, colours: DeclaredColours | undefined): Buffer {
  const parts: Buffer[] = [png.subarray(0, headEnd)];
  if (colours) {
    const isGrey = (png[pngSignature.length + chunkHead + 9]! & 2) === 0;
    const profile = deflateSync(makeProfile(colours, isGrey ? 'GRAY' : 'RGB '));
    parts.push(...makeChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), profile])));
  }
  let at = headEnd;
  for (let number = 0; at + chunkHead <= png.length && number < maxChunks; number++) {
    const name = png.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') break;
    const end = at + chunkHead + png.readUInt32BE(at) + checkBytes;
    if (!colourChunks.includes(name)) parts.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...parts, png.subarray(at)]);
}
