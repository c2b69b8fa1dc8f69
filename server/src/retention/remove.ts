// Takes files out of the store for good: first the bytes, then the row, so that a crash between leaves a row to find them by.
import type { Parts } from '../parts.ts';
import { signatureMs } from '../uploads/signature.ts';
import { deleteObjects } from '../uploads/store.ts';

/** A body that was begun in the last moment of its signature may still be arriving. */
const outlastsSignatureMs = 2 * signatureMs;

export async function removeObjects(
  parts: Pick<Parts, 'database' | 'objects' | 'now'>,
  rows: readonly { key: string; upload_id: string | null }[],
): Promise<void> {
  for (const { key, upload_id: uploadId } of rows) if (uploadId) await parts.objects.abortParts({ key, uploadId });
  const keys = rows.map(row => row.key);
  await parts.objects.remove(keys);
  const since = new Date(parts.now().getTime() - outlastsSignatureMs);
  await deleteObjects(parts.database, keys, { since, forMs: outlastsSignatureMs });
}
