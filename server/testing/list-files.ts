// Lists the files below a folder that is being worked in: what vanishes meanwhile is left out.
import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Their paths, in order. A recursive `readdir` throws if a folder is removed between its listing and its reading. */
export const listFiles = (folder: string): string[] =>
  listEntries(folder)
    .flatMap(entry => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(file);
      return entry.isFile() ? [file] : [];
    })
    .sort();
