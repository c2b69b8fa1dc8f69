// Checks from its bytes whether a picked file can be used by a tool, before anything is uploaded.
import { type InputErrorCode, tooLarge } from 'contract/input-errors.ts';
import { type MediaName, mediaOfName, sniffFile, takesPlaylists } from 'contract/media.ts';
import type { FileFacts } from 'ui/tool-screen.ts';
import { maxMegapixels } from './limits.ts';
import { factBytes, readPictureFacts } from './picture-facts.ts';
import { unpackDrawing } from './unpack-drawing.ts';

export interface InputRule {
  readonly accept: readonly MediaName[];
  readonly maxBytes: number;
}

/** A refused file and the reason: a code of contract/input-errors.ts with the values for its sentence. */
export interface Refusal {
  readonly name: string;
  readonly code: InputErrorCode;
  readonly details?: Readonly<Record<string, unknown>>;
}

export type Checked = { readonly facts: FileFacts } | { readonly refusal: Refusal };

const megapixels = (width: number, height: number) => (width * height) / 1_000_000;

/** What a check needs to know about a picked file. */
interface Picked {
  readonly name: string;
  readonly bytes: number;
  /** Decided by the bytes; null for an unknown type. */
  readonly type: MediaName | null;
  /** The first `factBytes` bytes, or all of a smaller file. */
  readonly head: Uint8Array;
  /** What a file of an unknown type is, if its first bytes say so, such as a Photoshop file. */
  readonly foreign?: string | null;
}

const readPart = async (file: Blob, start: number, bytes: number) =>
  new Uint8Array(await file.slice(start, start + bytes).arrayBuffer());

/** The type of a picked file, decided by its bytes; null for an unknown one. Throws a DOMException if the file cannot be read. */
export async function sniffPicked(file: File): Promise<MediaName | null> {
  const unpacked = await unpackDrawing(file);
  return sniffFile((start, bytes) => readPart(unpacked, start, bytes));
}

/** The long list of names is loaded with the first file that needs it; without a connection, the file has no name. */
async function nameForeignSoon(head: Uint8Array): Promise<string | null> {
  try {
    return (await import('contract/foreign-files.ts')).nameForeign(head);
  } catch (error) {
    // import() throws a TypeError without a network; any other error is a bug.
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

/** Throws a DOMException if the file cannot be read because it was moved or is a folder. */
export async function readPicked(file: File): Promise<Picked> {
  const head = await readPart(file, 0, factBytes);
  const type = await sniffPicked(file);
  const foreign = type === null ? await nameForeignSoon(head) : null;
  return { name: file.name, bytes: file.size, type, head, foreign };
}

export function checkInput({ name, bytes, type, head, foreign = null }: Picked, rule: InputRule): Checked {
  const refuse = (code: InputErrorCode, details?: Refusal['details']): Checked => ({
    refusal: { name, code, details },
  });
  if (bytes === 0) return refuse('FILE_EMPTY');
  const misfit = {
    accepted: rule.accept.join(', ').toUpperCase(),
    found: type,
    ...(foreign !== null && { name: foreign }),
  };
  if (foreign !== null) return refuse('TYPE_UNSUPPORTED', misfit);
  // The name is that of a picture but the bytes have no known type: the file is damaged.
  const named = mediaOfName(name);
  if (!type && named && rule.accept.includes(named)) return refuse('FILE_CORRUPT');
  const isPlaylist = type === 'm3u8' && takesPlaylists(rule.accept);
  if (type === 'mpd' && takesPlaylists(rule.accept)) return refuse('PLAYLIST_UPLOADED');
  if (!type || (!isPlaylist && !rule.accept.includes(type))) {
    return refuse('TYPE_UNSUPPORTED', misfit);
  }
  if (bytes > rule.maxBytes) {
    const { code, details } = tooLarge(rule.maxBytes);
    return refuse(code, details);
  }
  const facts = readPictureFacts(type, head);
  // A GIF's declared screen size says nothing about its frames, which the server measures.
  const claimed = type === 'gif' ? 0 : megapixels(facts.width ?? 0, facts.height ?? 0);
  if (claimed > maxMegapixels) return refuse('PIXELS_TOO_MANY', { megapixels: Math.ceil(claimed), maxMegapixels });
  return { facts: { name, bytes, type, ...facts } };
}
