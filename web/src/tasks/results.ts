// The files of results: each is paid for once, when it is first fetched or saved. Errors are shown as for any other call.
import { saveAddress } from 'ui/files/save-file.ts';
import { settleDownload, settleDownloadOfAll } from './calls.ts';

/** Saves one file of a result, or without an index all of them, as a zip if there are several. */
export async function saveResult(taskId: string, fileCount: number, fileIndex?: number): Promise<void> {
  const { url } = await (fileIndex === undefined && fileCount > 1
    ? settleDownloadOfAll(taskId)
    : settleDownload(taskId, fileIndex ?? 0));
  saveAddress(url);
}

/** Returns the bytes of a result's file. Throws a CallError if the server refuses it, and a TypeError if the file does not arrive. */
export async function fetchResult(taskId: string, fileIndex: number, signal?: AbortSignal): Promise<Blob> {
  const { url } = await settleDownload(taskId, fileIndex);
  const answer = await fetch(url, signal ? { signal } : {});
  if (!answer.ok) throw new TypeError(`the result answered ${answer.status}`);
  return answer.blob();
}
