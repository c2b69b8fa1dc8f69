// Avatars: created from an upload of the person, stored under their own key for as long as the account shows them.

import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import { type MediaName, pictureTypes, sniffBytes } from 'contract/media.ts';
import { isObjectKey, makeKey } from '../adapters/objects-names.ts';
import type { Querier } from '../adapters/postgres.ts';
import { ownerOfAccount } from '../http/owner.ts';
import { countTry } from '../limits/limits.ts';
import { keepObject, releaseObjects, requireArrived, storeFiles } from '../objects/objects.ts';
import { requireAccepted, requireSize } from '../objects/require-file.ts';
import { sniffObject } from '../objects/sniff-object.ts';
import type { Parts } from '../parts.ts';

const rule = { accept: pictureTypes, maxBytes: 5 * 1024 * 1024 };
const maxPerHour = 30;
/** An avatar whose account was never updated, because the server died in between, is swept after this time. */
const untakenMs = 3_600_000;

const keyOf = (sent: string) => sent.trim().replace(/^\/+/, '');

/** Whether the field names the current avatar, by its key or by the link that a form received. */
export const isShown = (sent: string, shownKey: string | null | undefined): boolean =>
  Boolean(shownKey) && `/${keyOf(sent)}`.endsWith(`/${shownKey}`);

/** The upload that the field names, checked by its bytes. */
async function requirePicture(
  parts: Parts,
  sent: string,
): Promise<{ key: string; name: string; bytes: number; type: MediaName }> {
  const key = keyOf(sent);
  if (!isObjectKey(key)) throw new AppError('UPLOAD_NOT_FOUND');
  const row = await requireArrived(parts, key);
  requireSize(row.bytes, rule);
  const type = await requireAccepted(await sniffObject(parts, { key, bytes: row.bytes }), rule, () =>
    parts.objects.readHead(key, sniffBytes),
  );
  return { key, name: row.name, bytes: row.bytes, type };
}

const runModule = new URL('./avatar-run.ts', import.meta.url).href;

/** Creates and stores an avatar from an upload. The caller must then call `takeAvatar` with its key. */
export async function storeAvatar(parts: Parts, accountId: string, sent: string): Promise<string> {
  const now = parts.now();
  await countTry(parts.database, { key: `avatar ${accountId}`, max: maxPerHour, perSeconds: 3600 }, now);
  const upload = await requirePicture(parts, sent);
  const folder = await mkdtemp(path.join(parts.scratch, 'upload-'));
  try {
    const inputs = async () => ({
      picture: { ...upload, path: await parts.objects.toLocalFile(upload.key, folder) },
    });
    const work = {
      sender: { owner: ownerOfAccount(accountId), address: null },
      module: runModule,
      call: 'draw',
      inputs,
    };
    return await parts.lightPool.run(work, async ({ files }) => {
      if (!files[0]) throw new Error('no avatar was drawn');
      const key = makeKey('output', now, 'webp');
      const expiresAt = new Date(now.getTime() + untakenMs);
      const owner = ownerOfAccount(accountId);
      const object = {
        key,
        name: 'avatar.webp',
        owner,
        address: null,
        purpose: 'avatar',
        taskId: null,
        expiresAt,
      } as const;
      await storeFiles(parts, [{ object, from: files[0].path }]);
      return key;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Keeps the new avatar and leaves the old one to the next sweep. */
export async function takeAvatar(
  db: Querier,
  { taken, dropped }: { taken: string | null; dropped: string | null },
  now: Date,
): Promise<void> {
  if (taken) await keepObject(db, taken);
  if (dropped) await releaseObjects(db, [dropped], now);
}
