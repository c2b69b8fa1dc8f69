// Extracts a clip's audio in the format that every recogniser takes: mono, 16-bit samples at 16 kHz, in sync with the video.
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { PartProgress } from 'contract/run.ts';
import { type ClipFile, openPart } from '../video/open-arguments.ts';
import { runFfmpeg } from '../video/run-ffmpeg.ts';
import { keepInSync } from '../video/write-arguments.ts';
import type { Piece } from './cut-pieces.ts';

export const sampleRate = 16_000;
const bytesPerSample = 2;

export interface Sound {
  /** Raw 16-bit samples. */
  readonly path: string;
  readonly seconds: number;
}

/** A part of a clip, in seconds. */
export interface SoundPart {
  readonly file: ClipFile;
  /** The index of the stream; the first sound track if absent. */
  readonly track?: number | undefined;
  readonly start: number;
  readonly seconds: number;
  readonly folder: string;
}

const plainSamples = ['-vn', '-sn', '-dn', '-ac', '1', '-ar', String(sampleRate), '-c:a', 'pcm_s16le', '-f', 's16le'];

/** Writes the audio of a part as raw samples. Throws FILE_CORRUPT when nothing can be decoded. */
export async function extractSound(part: SoundPart, onProgress: PartProgress): Promise<Sound> {
  const { file, track = 'a:0', start, seconds, folder } = part;
  const path = join(folder, 'sound.raw');
  const input = openPart(file, { start, taken: seconds });
  // The input option `-t` counts from the first sample, which may come later than `start`.
  const filters = [`atrim=end=${seconds.toFixed(3)}`, keepInSync].join(',');
  const args = [...input, '-map', `0:${track}`, '-af', filters, ...plainSamples, path];
  await runFfmpeg(args, { folder, seconds, onProgress });
  const handle = await open(path);
  try {
    const samples = Math.floor((await handle.stat()).size / bytesPerSample);
    if (samples === 0) throw new AppError('FILE_CORRUPT');
    return { path, seconds: samples / sampleRate };
  } finally {
    await handle.close();
  }
}

/** The same audio for playback: small, and supported by every browser. */
export async function writeListening(sound: Sound, folder: string): Promise<string> {
  const path = join(folder, 'listening.m4a');
  const input = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', `file:${sound.path}`];
  const output = ['-c:a', 'aac', '-b:a', '32k', '-movflags', '+faststart', path];
  await runFfmpeg([...input, ...output], { folder, seconds: sound.seconds });
  return path;
}

/** Reads the samples between two times; fewer at the end of the sound. */
export async function readSamples(handle: FileHandle, start: number, end: number): Promise<Int16Array> {
  const first = Math.round(start * sampleRate);
  const count = Math.max(0, Math.round(end * sampleRate) - first);
  const bytes = Buffer.alloc(count * bytesPerSample);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, first * bytesPerSample);
  return new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytesRead / bytesPerSample));
}

/** A WAV file: a header of 44 bytes, then the samples (Multimedia Programming Interface and Data Specifications 1.0, 1991). */
export function encodeWav(samples: Int16Array): Buffer {
  const header = Buffer.alloc(44);
  const bytes = samples.length * bytesPerSample;
  header.write('RIFF', 0, 'ascii');
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8, 'ascii');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(bytesPerSample * 8, 34);
  header.write('data', 36, 'ascii');
  header.writeUInt32LE(bytes, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, bytes)]);
}

/** Writes a piece as WAV, silenced outside its spans. */
export async function writePiece(handle: FileHandle, { start, end, spans }: Piece, path: string): Promise<void> {
  const samples = await readSamples(handle, start, end);
  let spoken = 0;
  for (const span of spans) {
    samples.fill(0, spoken, Math.round((span.start - start) * sampleRate));
    spoken = Math.round((span.end - start) * sampleRate);
  }
  samples.fill(0, spoken);
  await writeFile(path, encodeWav(samples));
}
