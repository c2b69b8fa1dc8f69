// Saves results directly into a folder chosen by the user, if the browser supports it (File System Access, Chromium only).
import type { WorkItem } from '../items/item.ts';
import { settleDownload } from '../transfer/calls.ts';

interface WritableFile {
  createWritable: () => Promise<WritableStream<Uint8Array>>;
}

interface Folder {
  getFileHandle: (name: string, options?: { create: boolean }) => Promise<WritableFile>;
}

type PickFolder = (options: { mode: 'readwrite'; id: string }) => Promise<Folder>;

// Missing in TypeScript's DOM types, because not every browser supports it.
const findPicker = () => (window as { showDirectoryPicker?: PickFolder }).showDirectoryPicker;

export const canSaveToFolder = (): boolean => findPicker() !== undefined;

/** Returns undefined if the user cancels. Must be called directly in a click handler, as browsers require. */
export async function pickFolder(): Promise<Folder | undefined> {
  try {
    return await findPicker()?.call(window, { mode: 'readwrite', id: 'results' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

async function isTaken(folder: Folder, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return false;
    // A folder with that name exists.
    if (error instanceof DOMException && error.name === 'TypeMismatchError') return true;
    throw error;
  }
}

/** Returns `a.png`, or `a (2).png` if the folder already contains an `a.png`, so that no file is overwritten. */
async function findFreeName(folder: Folder, name: string): Promise<string> {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let number = 2; await isTaken(folder, free); number++) free = `${stem} (${number})${extension}`;
  return free;
}

async function saveFile(folder: Folder, name: string, url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`the store answered ${response.status}`);
  const file = await folder.getFileHandle(await findFreeName(folder, name), { create: true });
  // Closes the file at the end, and discards it if the download fails.
  await response.body.pipeTo(await file.createWritable());
}

/** Saves every file of these results one after the other, and returns their number. */
export async function saveToFolder(folder: Folder, items: readonly WorkItem[]): Promise<number> {
  let saved = 0;
  for (const { task } of items)
    for (const [index, file] of (task?.result?.files ?? []).entries()) {
      const { url } = await settleDownload(task!.taskId, index);
      await saveFile(folder, file.name, url);
      saved += 1;
    }
  return saved;
}
