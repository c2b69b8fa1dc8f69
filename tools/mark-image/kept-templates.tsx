// Stores watermark templates in this browser, images included. Uses IndexedDB, because a logo may exceed the limits of other storage.
import type { MarkDraft } from './draft.ts';

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly savedAt: number;
  readonly marks: MarkDraft['marks'];
}

const storeName = 'templates';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('mark-templates', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath: 'id' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** Runs one request. Rejects if the browser stores nothing, as in some private windows. */
async function inStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const request = ask(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Returns the templates, newest first. */
export async function listTemplates(): Promise<Template[]> {
  const all = await inStore<Template[]>('readonly', store => store.getAll());
  return all.sort((a, b) => b.savedAt - a.savedAt);
}

export const keepTemplate = (template: Template): Promise<unknown> =>
  inStore('readwrite', store => store.put(template));

export const dropTemplate = (id: string): Promise<unknown> => inStore('readwrite', store => store.delete(id));
