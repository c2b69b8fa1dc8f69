// Files of a result that are stored on another host: the signed URL under which this server forwards each of them. As with a stored file,
// the URL alone is enough to download it.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import { type MediaName, media } from 'contract/media.ts';
import { linkedFile } from 'contract/routes/links.ts';
import type { Parts } from '../parts.ts';
import { isLocked } from '../points/rights.ts';
import { findTask } from './store.ts';
import type { StoredLink, StoredResult } from './stored.ts';

/** The index of the file among the links, or the cover. */
export type LinkPlace = number | 'cover';

const sign = (secret: Buffer, taskId: string, place: LinkPlace) =>
  createHmac('sha256', secret).update(`linked file\n${taskId}\n${place}`).digest('base64url');

/**
 * Opens a linked file through the guarded fetch until `signal` aborts. Throws a refusal if the file's host does not deliver it. `sender` is
 * the address or the owner of the request. Provided by links.
 */
export type OpenLinked = (
  link: StoredLink,
  guest: { readonly sender: string; readonly signal: AbortSignal },
) => Promise<Readable>;

/** The path of a linked file on this server. */
export function linkPath(secret: Buffer, taskId: string, place: LinkPlace, name: string): string {
  const values = {
    taskId,
    place: String(place),
    signature: sign(secret, taskId, place),
    name: encodeURIComponent(name),
  };
  return linkedFile.path.replace(/:(\w+)/g, (_, key: keyof typeof values) => values[key]);
}

const isSigned = (secret: Buffer, taskId: string, place: LinkPlace, signature: string): boolean => {
  const [wanted, given] = [Buffer.from(sign(secret, taskId, place)), Buffer.from(signature)];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
};

const pickLink = (result: StoredResult | null, place: LinkPlace) =>
  place === 'cover' ? result?.cover : result?.links?.[place];

/** Whether browsers display this type and it cannot run scripts. */
export const isShownInline = (type: MediaName): boolean =>
  media[type].shownByBrowsers && type !== 'svg' && type !== 'pdf';

/**
 * The linked file behind a URL. TASK_NOT_FOUND if the URL was altered or its task no longer exists, RESULT_LOCKED before the result is
 * paid.
 */
export async function findLinkedFile(
  { database, secret, config }: Pick<Parts, 'database' | 'secret' | 'config'>,
  address: { readonly taskId: string; readonly place: string; readonly signature: string },
): Promise<{ readonly link: StoredLink; readonly owner: string }> {
  const place = address.place === 'cover' ? 'cover' : Number(address.place);
  const row = isSigned(secret, address.taskId, place, address.signature)
    ? await findTask(database, address.taskId)
    : undefined;
  const link = row && pickLink(row.result, place);
  if (!row || !link) throw new AppError('TASK_NOT_FOUND');
  if (place !== 'cover' && isLocked(config, row)) throw new AppError('RESULT_LOCKED');
  return { link, owner: row.owner };
}

const addressPattern = new RegExp(`^${linkedFile.path.replace(/:(\w+)/g, '(?<$1>[^/?#]+)')}(?:\\?.*)?$`);

/** The linked file that a call names as its input by this server's URL for it; undefined for any other link. */
export async function findNamedLink(
  parts: Pick<Parts, 'database' | 'secret' | 'config'>,
  named: string,
  baseUrl: string,
): Promise<StoredLink | undefined> {
  const path = named.startsWith(baseUrl) ? named.slice(baseUrl.length) : named;
  const { taskId, place, signature } = addressPattern.exec(path)?.groups ?? {};
  if (!taskId || !place || !signature) return undefined;
  return (await findLinkedFile(parts, { taskId, place, signature })).link;
}
