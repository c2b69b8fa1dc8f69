// Rooms of the page: the files directly in a folder of web/src are its doors, and what lies in its subfolders is private. Nothing outside of the
// folder imports past a door, tests included.
import { findTarget, listImports } from './syntax.ts';
import { isCode, type Tree } from './tree.ts';

/** The room whose inside contains a file; undefined for a door and for a file outside of all rooms. */
const insideOf = (file: string): string | undefined => /^(web\/src\/[\w-]+\/)[\w-]+\//.exec(file)?.[1];

export function findDoorFaults(tree: Tree): string[] {
  const files = [...tree.keys()].filter(isCode);
  return files.flatMap(file =>
    listImports(file, tree.get(file) ?? '').flatMap(({ specifier, line }) => {
      const target = specifier === undefined ? undefined : findTarget(file, specifier);
      const room = target?.kind === 'file' ? insideOf(target.path) : undefined;
      if (target?.kind !== 'file' || room === undefined || file.startsWith(room)) return [];
      return [
        `${file}:${line} imports ${target.path}, past the doors of ${room}. Instead: use one of the files directly in it, or move what serves several folders out of it.`,
      ];
    }),
  );
}
