// Writes an animation as a GIF that stores only what changes, with one palette for each scene. Much faster and smaller than an encoder that chooses the
// colours of every frame anew, and less exact (docs/decisions/gif-sizes.md). Source: GIF89a specification.
import type { Frames } from '../animation.ts';
import { choosePalette } from './choose-palette.ts';
import { Strings } from './compress-indices.ts';
import { type DrawnFrame, drawFrame, type PaletteUse, type Shown, type Tolerance, usePalette } from './draw-frame.ts';
import { findScenes } from './find-scenes.ts';

export interface GifSettings {
  /** 4..256, the transparent one included. */
  readonly colours: number;
  readonly tolerance: Tolerance;
  /** One per frame, multiples of 10. */
  readonly delaysMs: readonly number[];
  /** 0 repeats forever. */
  readonly loop: number;
}

const samplesOfScene = 200_000;

const wordsOf = ({ data }: Frames) => new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);

/** Opaque pixels of some frames, evenly spread. */
function takeSamples(frames: Frames, first: number, count: number): Uint32Array {
  const size = frames.width * frames.height;
  const words = wordsOf(frames).subarray(first * size, (first + count) * size);
  // A step that shares no factor with the width meets every column.
  const step = Math.max(1, Math.floor(words.length / samplesOfScene)) | 1;
  const samples = new Uint32Array(Math.ceil(words.length / step));
  let taken = 0;
  for (let at = 0; at < words.length; at += step) if (words[at]! >>> 24 >= 128) samples[taken++] = words[at]!;
  return samples.subarray(0, taken);
}

const ascii = (text: string) => Buffer.from(text, 'latin1');
const short = (value: number) => Uint8Array.of(value & 255, value >> 8);

/** The colours of a palette, filled up to a power of two. */
function writeColours({ palette, bits }: PaletteUse): Uint8Array {
  const colours = new Uint8Array(3 * 2 ** bits);
  colours.set(palette);
  return colours;
}

const bitsOfChannel = 7 << 4;

function writeHead(frames: Frames, use: PaletteUse, loop: number): Uint8Array[] {
  // A GIF that plays once has no loop; a loop counts the plays after the first.
  const repeats = loop === 0 ? 0 : loop - 1;
  const hasLoop = frames.count > 1 && loop !== 1;
  return [
    ascii('GIF89a'),
    short(frames.width),
    short(frames.height),
    Uint8Array.of(0x80 | bitsOfChannel | (use.bits - 1), use.transparent, 0),
    writeColours(use),
    ...(hasLoop
      ? [Uint8Array.of(0x21, 0xff, 11), ascii('NETSCAPE2.0'), Uint8Array.of(3, 1), short(repeats), Uint8Array.of(0)]
      : []),
  ];
}

function writeFrame({ area, isCleared, data }: DrawnFrame, use: PaletteUse, isLocal: boolean, delayMs: number) {
  const disposal = isCleared ? 2 : 1;
  return [
    Uint8Array.of(0x21, 0xf9, 4, (disposal << 2) | 1),
    short(Math.round(delayMs / 10)),
    Uint8Array.of(use.transparent, 0, 0x2c),
    ...[area.left, area.top, area.width, area.height].map(short),
    Uint8Array.of(isLocal ? 0x80 | (use.bits - 1) : 0),
    ...(isLocal ? [writeColours(use)] : []),
    data,
  ];
}

export interface WrittenGif {
  readonly file: Buffer;
  /** Of each frame, with its own palette. */
  readonly frameBytes: readonly number[];
}

export function writeGif(frames: Frames, { colours, tolerance, delaysMs, loop }: GifSettings): WrittenGif {
  const { width, height, count } = frames;
  const size = width * height;
  const words = wordsOf(frames);
  const scenes = findScenes(words, size, count);
  const uses = scenes.map(({ first, count: length }) =>
    usePalette(choosePalette(takeSamples(frames, first, length), colours - 1)),
  );
  const strings = new Strings();
  const shown: Shown = new Int32Array(size).fill(-1);
  const frameBytes: number[] = [];
  const parts = writeHead(frames, uses[0]!, loop);
  for (const [scene, { first, count: length }] of scenes.entries()) {
    const use = uses[scene]!;
    for (let number = first; number < first + length; number++) {
      const at = (frame: number) => words.subarray(frame * size, (frame + 1) * size);
      const next = number + 1 < count ? at(number + 1) : undefined;
      const drawn = drawFrame(
        { width, height, pixels: at(number), next, isFirst: number === 0, use, tolerance, strings },
        shown,
      );
      const written = writeFrame(drawn, use, scene > 0, delaysMs[number]!);
      frameBytes.push(written.reduce((sum, part) => sum + part.length, 0));
      parts.push(...written);
    }
  }
  return { file: Buffer.concat([...parts, Uint8Array.of(0x3b)]), frameBytes };
}
