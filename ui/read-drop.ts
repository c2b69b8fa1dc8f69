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

async function readEntry(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length >= maxFiles || entry.name.startsWith('.')) return;
  if (entry.isFile) {
    files.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
  } else {
    for (const child of await readFolder(entry as FileSystemDirectoryEntry)) await readEntry(child, files);
  }
}

/** Returns every file of the transfer in order. Folders are read recursively without hidden files, up to 2000 files in total. */
export async function readTransfer(transfer: DataTransfer): Promise<File[]> {
  const items = [...transfer.items].filter(item => item.kind === 'file');
  const taken = items.map(item => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files: File[] = [];
  for (const { entry, file } of taken) {
    if (entry?.isDirectory) await readEntry(entry, files);
    else if (file) files.push(file);
  }
  return files;
}

/** Returns the http(s) link in pasted text, or null. */
export function readPastedLink(transfer: DataTransfer): string | null {
  const text = transfer.getData('text/plain').trim();
  return /^https?:\/\/\S+$/i.test(text) ? text : null;
}
