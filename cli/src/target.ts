// Where results go: a folder, a file or standard output. Names from a server cannot leave the folder, and no input is ever overwritten.
import { createWriteStream, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cleanFileName } from 'contract/file-names.ts';
import { fill, type Language } from 'contract/words.ts';
import { CliError, exits } from './exits.ts';
import type { Input } from './inputs.ts';
import type { SavedFile } from './journal.ts';
import { words } from './words.ts';

/** A file of a result, not fetched yet. */
export interface MadeFile {
  readonly name: string;
  /** 0 if unknown. */
  readonly bytes: number;
  readonly contentType: string;
  readonly open: (signal: AbortSignal) => Promise<Readable>;
}

export interface Target {
  /** Where the state file lies; undefined for standard output. */
  readonly folder: string | undefined;
  readonly isStdout: boolean;
  /**
   * Writes the files of one result and returns where they are. `onWritten` is told so before the files get their names: if the program is killed
   * between the two, the names are free, and otherwise it knows that the files are its own.
   */
  readonly save: (
    files: readonly MadeFile[],
    signal: AbortSignal,
    onWritten: (saved: readonly SavedFile[]) => void,
  ) => Promise<readonly SavedFile[]>;
}

interface Wanted {
  /** As `-o` names it; undefined: the current folder. */
  readonly output: string | undefined;
  readonly inputs: readonly Input[];
  readonly overwrites: boolean;
  readonly language: Language;
  /** More inputs are to come. */
  readonly needsFolder: boolean;
}

const isFolder = (place: string) => statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Whether `-o` names a folder: one that exists, or a name that ends with a slash or has no extension. */
export const namesFolder = (output: string): boolean =>
  isFolder(output) || /[/\\]$/.test(output) || path.extname(output) === '';

const partOf = (place: string) => `${place}.part`;

/** Writes all of a file beside its place. */
async function writePart(file: MadeFile, place: string, signal: AbortSignal, language: Language): Promise<SavedFile> {
  const part = partOf(place);
  try {
    // Whatever lies there, such as a link to another place, is not written through.
    await rm(part, { force: true });
    await pipeline(await file.open(signal), createWriteStream(part, { flags: 'wx' }), { signal });
    const { size } = await stat(part);
    if (file.bytes > 0 && size !== file.bytes)
      throw new CliError(exits.failed, fill(words[language].incomplete, { name: file.name }));
    return { place, bytes: size };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

const resolved = (place: string) => (existsSync(place) ? realpathSync(place) : path.resolve(place));

/** Finds names that are free: taken are inputs, results of this run, and, unless it overwrites, whatever exists. */
class Places {
  readonly #taken: Set<string>;
  readonly #overwrites: boolean;

  constructor({ inputs, overwrites }: Wanted) {
    const sources = inputs.flatMap(input => input.sources);
    this.#taken = new Set(sources.flatMap(source => (source.kind === 'file' ? [resolved(source.place)] : [])));
    this.#overwrites = overwrites;
  }

  choose(wanted: string): string {
    const { dir, name, ext } = path.parse(wanted);
    for (let number = 1; ; number++) {
      const place = number === 1 ? wanted : path.join(dir, `${name} (${number})${ext}`);
      const isTaken = this.#taken.has(resolved(place)) || isFolder(place);
      if (isTaken || (existsSync(place) && !this.#overwrites)) continue;
      this.#taken.add(resolved(place));
      return place;
    }
  }
}

/** The place of a file of a result that `-o` named: the only one, or one beside it with its own extension. */
function placeOf(output: string, file: MadeFile, files: readonly MadeFile[]): string {
  if (files.length === 1) return output;
  const { dir, name } = path.parse(output);
  return path.join(dir, `${name}${path.extname(cleanFileName(file.name))}`);
}

function openStdout(language: Language): Target {
  const save: Target['save'] = async ([file], signal, onWritten) => {
    if (!file) return [];
    let bytes = 0;
    const count = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        yield chunk;
      }
    };
    await pipeline(await file.open(signal), count, process.stdout, { signal, end: false });
    if (file.bytes > 0 && bytes !== file.bytes)
      throw new CliError(exits.failed, fill(words[language].incomplete, { name: file.name }));
    onWritten([]);
    return [];
  };
  return { folder: undefined, isStdout: true, save };
}

export function openTarget(wanted: Wanted): Target {
  const { inputs, language } = wanted;
  const fromStdin = inputs.some(({ sources }) => sources.some(({ kind }) => kind === 'stdin'));
  const output = wanted.output ?? (fromStdin ? '-' : '.');
  const t = words[language];
  if (output === '-') {
    if (inputs.length > 1 || wanted.needsFolder) throw new CliError(exits.usage, t.oneStdout);
    return openStdout(language);
  }
  const isFile = !namesFolder(output);
  if (isFile && (inputs.length > 1 || wanted.needsFolder))
    throw new CliError(exits.usage, fill(t.oneFile, { place: output }));
  const folder = isFile ? path.dirname(output) : output;
  mkdirSync(folder, { recursive: true });
  const places = new Places(wanted);
  return {
    folder,
    isStdout: false,
    async save(files, signal, onWritten) {
      const saved: SavedFile[] = [];
      try {
        for (const file of files) {
          const place = isFile ? placeOf(output, file, files) : path.join(folder, cleanFileName(file.name));
          saved.push(await writePart(file, places.choose(place), signal, language));
        }
      } catch (error) {
        for (const { place } of saved) await rm(partOf(place), { force: true });
        throw error;
      }
      // What is overwritten must not be taken for what was written.
      for (const { place } of saved) await rm(place, { force: true });
      onWritten(saved);
      for (const { place } of saved) await rename(partOf(place), place);
      return saved;
    },
  };
}
