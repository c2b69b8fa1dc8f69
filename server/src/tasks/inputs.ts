// The inputs named by a call, found and validated before the task is accepted: an upload by its bytes, a link by its syntax.

import { AppError } from 'contract/errors.ts';
import { cleanFileName } from 'contract/file-names.ts';
import { sniffBytes, takesPlaylists } from 'contract/media.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import type { InputFileRule, ToolContract } from 'contract/tool.ts';
import { maxPlaylistBytes } from 'engines/playlist/pieces.ts';
import { findHlsBase } from 'engines/playlist/read-hls.ts';
import { createTurns } from '../adapters/in-turn.ts';
import { isObjectKey, visibilityOf } from '../adapters/objects-names.ts';
import { readMostBytes } from '../dictionaries/dictionaries.ts';
import { findArrived, findPrivate, requireArrived } from '../objects/objects.ts';
import { requireAccepted, requireSize } from '../objects/require-file.ts';
import { sniffObject } from '../objects/sniff-object.ts';
import type { Parts } from '../parts.ts';
import { isLocked } from '../points/rights.ts';
import { type Sender, shareOf } from './admission.ts';
import type { CallEntry } from './catalogue.ts';
import { findNamedLink } from './linked-files.ts';
import { findTaskOfOwner } from './store.ts';
import type { StoredInput, StoredLink } from './stored.ts';

const keyInLink = /(?:input|output)\/\d{4}\/\d{2}\/\d{2}\/\d{2}\/[0-9a-f]{32}\.[a-z0-9]{1,8}$/;

/** The key behind a path of this server or a link to its own store, or undefined for a link to another host. */
function findOwnKey(parts: Pick<Parts, 'objects'>, named: string, baseUrl: string): string | undefined {
  const path = named.replace(/^\/+/, '');
  if (isObjectKey(path)) return path;
  const [withoutQuery = ''] = named.split(/[?#]/);
  const key = keyInLink.exec(withoutQuery)?.[0];
  if (!key) return undefined;
  const [ownLink] = parts.objects.publicUrl(key, { baseUrl }).split('?');
  return withoutQuery === ownLink ? key : undefined;
}

/** Throws ENGINE_NOT_CONFIGURED or SPEECH_NOT_CONFIGURED if this machine lacks the program or model that the tool needs. */
function requireEngine(
  { ffmpeg, speech }: Pick<Parts, 'ffmpeg' | 'speech'>,
  { needs }: Pick<ToolContract, 'needs'>,
): void {
  if (needs !== undefined && !ffmpeg.isThere) throw new AppError('ENGINE_NOT_CONFIGURED', { engine: 'ffmpeg' });
  if (needs === 'speech' && speech === null) throw new AppError('SPEECH_NOT_CONFIGURED');
}

/** The operator's size limit for a file of this rule. */
export const limitOf = async (
  { database }: Pick<Parts, 'database'>,
  { maxBytes }: Pick<InputFileRule, 'maxBytes'>,
): Promise<Pick<InputFileRule, 'maxBytes'>> => ({ maxBytes: await readMostBytes(database, maxBytes) });

function readLink(named: string, { field }: InputFileRule): URL {
  if (!/^https?:/i.test(named) || !URL.canParse(named)) throw new AppError('LINK_BAD', { field });
  return new URL(named);
}

interface Lookup {
  readonly fileName?: string | undefined;
  readonly baseUrl: string;
  readonly owner: string;
  /** The operator's size limit. */
  readonly limit: Pick<InputFileRule, 'maxBytes'>;
  /** Rows of complete files that were read before, by key. */
  readonly arrived?: Awaited<ReturnType<typeof findArrived>>;
}

/**
 * The row of a file that an owner may use as input: an upload, or a result. A result that costs something is usable only by its owner, and
 * only once it is paid.
 */
async function requireUsable(
  parts: Pick<Parts, 'database' | 'objects' | 'now' | 'config'>,
  key: string,
  { owner, arrived }: Pick<Lookup, 'owner' | 'arrived'>,
): Promise<{ readonly name: string; readonly bytes: number; readonly version: string | null }> {
  if (visibilityOf(key) === 'public') return arrived?.get(key) ?? requireArrived(parts, key);
  const row = await findPrivate(parts, key);
  const task = row?.task_id ? await findTaskOfOwner(parts.database, row.task_id, owner) : undefined;
  if (!row || !task || isLocked(parts.config, task)) throw new AppError('UPLOAD_NOT_FOUND');
  return row;
}

/**
 * Finds one input. Throws UPLOAD_NOT_FOUND, UPLOAD_INCOMPLETE, FILE_TOO_LARGE, TYPE_UNSUPPORTED, LINK_EMPTY, LINK_BAD, and for an uploaded
 * playlist the errors of `findPieces`.
 */
async function findInput(
  parts: Pick<Parts, 'database' | 'objects' | 'now' | 'config' | 'secret'>,
  rule: InputFileRule,
  named: string,
  hint: Lookup,
): Promise<StoredInput> {
  if (named.trim() === '') throw new AppError('LINK_EMPTY', { field: rule.field });
  const key = findOwnKey(parts, named.trim(), hint.baseUrl);
  if (!key) {
    const linked = await findNamedLink(parts, named.trim(), hint.baseUrl);
    if (linked) return inputOfLink(rule, linked, hint.fileName);
    const link = readLink(named.trim(), rule);
    const name = hint.fileName ?? decodeURIComponentSafely(link.pathname.split('/').pop() ?? '');
    const isNamed = hint.fileName !== undefined;
    return { field: rule.field, name: cleanFileName(name), kind: 'link', url: link.href, isNamed };
  }
  const row = await requireUsable(parts, key, hint);
  requireSize(row.bytes, rule);
  requireSize(row.bytes, hint.limit);
  const type = await sniffObject(parts, { key, bytes: row.bytes });
  const input = { field: rule.field, name: cleanFileName(hint.fileName ?? row.name) };
  if (type === 'mpd' && takesPlaylists(rule.accept)) throw new AppError('PLAYLIST_UPLOADED');
  if (type === 'm3u8' && takesPlaylists(rule.accept)) {
    const url = await findPieces(parts, key, row.bytes);
    return { ...input, kind: 'link', url: url.href, isNamed: true, playlistKey: key };
  }
  await requireAccepted(type, rule, () => parts.objects.readHead(key, sniffBytes));
  return { ...input, kind: 'upload', key, bytes: row.bytes, ...(row.version && { version: row.version }) };
}

/** Refusals of a file for what it is. */
const refusesFile = (error: unknown): error is AppError =>
  error instanceof AppError && ([413, 415, 422].includes(error.status) || error.code === 'FILE_EMPTY');

/** An upload that cannot be worked on, with the reason. Throws any other error. */
export function refuseInput(input: Pick<StoredInput, 'field' | 'name'> & { key: string }, error: unknown): StoredInput {
  if (!refusesFile(error)) throw error;
  return { ...input, kind: 'upload', bytes: 0, refusal: { error: error.code, details: error.details } };
}

/**
 * Finds one of the files that a pipeline works on. A file that is unfit for what it is gets the reason for its task to fail with, so that it costs the
 * others nothing. Throws what is wrong with the name: UPLOAD_NOT_FOUND, UPLOAD_INCOMPLETE, LINK_EMPTY, LINK_BAD.
 */
export async function findMainInput(
  parts: Parts,
  rule: InputFileRule,
  named: string,
  lookup: Omit<Lookup, 'fileName'>,
): Promise<StoredInput> {
  try {
    return await findInput(parts, rule, named, lookup);
  } catch (error) {
    const key = findOwnKey(parts, named.trim(), lookup.baseUrl);
    if (key === undefined) throw error;
    return refuseInput({ field: rule.field, name: cleanFileName(key.split('/').pop() ?? ''), key }, error);
  }
}

/** Payload field → path or link, or a list of them. */
export type NamedFiles = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Maximum number of links fetched for one task. */
const maxLinks = 20;

/** The rows of complete files among those that are named. */
export const findNamed = (parts: Pick<Parts, 'database' | 'objects'>, named: readonly string[], baseUrl: string) => {
  const keys = named.map(one => findOwnKey(parts, one.trim(), baseUrl)).filter(key => key !== undefined);
  return findArrived(parts, [...new Set(keys)]);
};

/** A sender has one list at a time read, because reading one of hundreds of files makes as many requests to the store. */
const oneListAtATime = createTurns();

/** Finds the files of a list. One that is named several times, such as a frame of a GIF, is looked up once. */
async function findList(
  parts: Parts,
  rule: InputFileRule,
  named: readonly string[],
  lookup: Lookup,
): Promise<StoredInput[]> {
  const keys = new Map(named.map(one => [one, findOwnKey(parts, one.trim(), lookup.baseUrl)]));
  const arrived = await findNamed(parts, named, lookup.baseUrl);
  const found = new Map<string, StoredInput>();
  for (const [one, key = one] of keys)
    if (!found.has(key)) found.set(key, await findInput(parts, rule, one, { ...lookup, arrived }));
  return named.map(one => found.get(keys.get(one) ?? one)!);
}

/** Finds and validates the files named by a call; skips absent ones. */
export async function findInputs(
  parts: Parts,
  entry: CallEntry,
  request: {
    readonly fileName?: string | undefined;
    readonly baseUrl: string;
    readonly files: NamedFiles;
    readonly sender: Sender;
  },
): Promise<StoredInput[]> {
  const { baseUrl } = request;
  const { owner } = request.sender;
  const fileName = request.fileName?.trim() || undefined;
  requireEngine(parts, entry.tool);
  const inputs: StoredInput[] = [];
  for (const [index, rule] of entry.call.inputs.entries()) {
    const named = request.files[rule.field];
    if (named === undefined || (named === '' && !rule.required)) continue;
    // Pictures were checked against the operator's limit before their upload.
    const limit = rule.maxBytes > maxPictureBytes ? await limitOf(parts, rule) : rule;
    const lookup = { baseUrl, owner, limit };
    if (Array.isArray(named)) {
      inputs.push(...(await oneListAtATime(shareOf(request.sender), () => findList(parts, rule, named, lookup))));
      continue;
    }
    // The file name in the request applies to the main file, not to the secondary ones.
    inputs.push(await findInput(parts, rule, named as string, index === 0 ? { ...lookup, fileName } : lookup));
  }
  if (inputs.filter(input => input.kind === 'link').length > maxLinks)
    throw new AppError('LINKS_TOO_MANY', { most: maxLinks });
  return inputs;
}

/**
 * The address of the first segment that an uploaded playlist names. Throws PLAYLIST_UPLOADED if the playlist names its segments without a
 * host, FILE_TOO_LARGE, and the errors of `findHlsBase`.
 */
async function findPieces(parts: Pick<Parts, 'objects'>, key: string, bytes: number): Promise<URL> {
  requireSize(bytes, { maxBytes: maxPlaylistBytes });
  const text = (await parts.objects.readHead(key, maxPlaylistBytes)).toString('utf8');
  const base = findHlsBase(text);
  if (!base) throw new AppError('PLAYLIST_UPLOADED');
  return base;
}

function inputOfLink(rule: InputFileRule, link: StoredLink, fileName: string | undefined): StoredInput {
  const { url, pick, referer, device } = link;
  return {
    field: rule.field,
    name: cleanFileName(fileName ?? link.name),
    kind: 'link',
    url,
    isNamed: true,
    ...(pick !== undefined && { pick }),
    ...(referer !== undefined && { referer }),
    ...(device !== undefined && { device }),
  };
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray percent sign cannot be decoded: the name is only displayed, so it stays as written.
  }
}
