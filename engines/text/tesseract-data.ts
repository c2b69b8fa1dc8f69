// What Tesseract's data for traditional Chinese know besides the network: the codes of which the network writes each character, and the words of its
// dictionary. Source of the formats: TessdataManager, UNICHARSET, UnicharCompress and SquishedDawg of Tesseract 4.
import { loadOnce } from '../load-once.ts';
import { unpackData } from './tesseract.ts';

/** A character as the network writes it: one to five codes, one after the other. */
export interface Coded {
  readonly character: string;
  readonly codes: readonly number[];
}

export interface TesseractData {
  /** By its number in the data. */
  readonly characters: readonly string[];
  readonly codes: ReadonlyMap<string, readonly number[]>;
  /** Number of the codes. */
  readonly size: number;
  /** Words of the dictionary in Chinese characters, of two or more. */
  readonly words: readonly string[];
}

/** Places of the parts in the file. */
const [wordPart, characterPart, codePart] = [19, 21, 22];

function takePart(data: Buffer, part: number): Buffer {
  const starts = Array.from({ length: data.readInt32LE(0) }, (_, i) => Number(data.readBigInt64LE(4 + 8 * i)));
  const end = starts.find((start, i) => i > part && start >= 0) ?? data.length;
  return data.subarray(starts[part]!, end);
}

/** A line for each character, which is its first word, below their number. */
function readCharacters(part: Buffer): string[] {
  const lines = part.toString('utf8').split('\n');
  const names = lines.slice(1, 1 + Number(lines[0])).map(line => line.split(' ', 1)[0]!);
  return names.map(name => (name === 'NULL' ? ' ' : name));
}

/** For each character a byte, the number of its codes, and these. */
function readCodes(part: Buffer): number[][] {
  let at = 4;
  return Array.from({ length: part.readUInt32LE(0) }, () => {
    const count = part.readInt32LE(at + 1);
    const codes = Array.from({ length: count }, (_, i) => part.readInt32LE(at + 5 + 4 * i));
    at += 5 + 4 * count;
    return codes;
  });
}

const dawgHead = 10;
/** Bits of an edge above its letter: the last of its node, backwards, and the end of a word; then the node to which it leads. */
const flagBits = 3;

/** Returns the words of a graph whose edges are letters. */
function readWords(part: Buffer, characters: readonly string[]): string[] {
  const letterBits = Math.ceil(Math.log2(part.readInt32LE(2) + 1));
  const edgeAt = (i: number) => {
    const low = part.readUInt32LE(dawgHead + 8 * i);
    const all = low + 2 ** 32 * part.readUInt32LE(dawgHead + 8 * i + 4);
    const flags = (low >>> letterBits) & 7;
    return {
      letter: characters[low & (2 ** letterBits - 1)]!,
      isLast: (flags & 1) > 0,
      isEnd: (flags & 4) > 0,
      next: Math.floor(all / 2 ** (letterBits + flagBits)),
    };
  };
  const words: string[] = [];
  const walk = (node: number, start: string) => {
    for (let i = node; ; i++) {
      const { letter, isLast, isEnd, next } = edgeAt(i);
      if (isEnd) words.push(start + letter);
      if (next > 0) walk(next, start + letter);
      if (isLast) return;
    }
  };
  walk(0, '');
  return words;
}

const hanWord = /^\p{Script=Han}{2,}$/u;

/** Reads the data of traditional Chinese once. */
export const openTesseractData = loadOnce(async (): Promise<TesseractData> => {
  const data = await unpackData('chi_tra');
  const characters = readCharacters(takePart(data, characterPart));
  const codes = readCodes(takePart(data, codePart));
  return {
    characters,
    codes: new Map(characters.map((character, i) => [character, codes[i]!])),
    size: Math.max(...codes.flat()) + 1,
    words: readWords(takePart(data, wordPart), characters).filter(word => hanWord.test(word)),
  };
});
