// Reads the files of a drop or paste, including those in folders. The browser empties the transfer after the event, so the entries are read at once.

const maxFiles = 2000;

async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  // A reader returns at most a hundred entries at a time, and an empty list at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return entries;
    entries.push(...some);
  }
}

/** A file or folder that cannot be read must not keep the others of the drop from being added. */
async function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

async function readEntry(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length >= maxFiles || entry.name.startsWith('.')) return;
  if (entry.isFile) {
    const read = () => new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    const file = await ifReadable(read);
    if (file) files.push(file);
  } else {
    const children = await ifReadable(() => readFolder(entry as FileSystemDirectoryEntry));
    for (const child of children ?? []) await readEntry(child, files);
  }
}

/** Returns every file of the transfer in order. Folders are read recursively without hidden files. At most 2000 files are returned. */
export async function readTransfer(transfer: DataTransfer): Promise<File[]> {
  const items = [...transfer.items].filter(item => item.kind === 'file');
  const taken = items.map(item => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files: File[] = [];
  for (const { entry, file } of taken) {
    if (entry?.isDirectory) await readEntry(entry, files);
    else if (file && files.length < maxFiles) files.push(file);
  }
  return files;
}

/** Returns the http(s) link in pasted text, or null. */
export function readPastedLink(transfer: DataTransfer): string | null {
  const text = transfer.getData('text/plain').trim();
  return /^https?:\/\/\S+$/i.test(text) ? text : null;
}
