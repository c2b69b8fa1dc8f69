// Folders organised in layers: each may import those listed after it, and none may import those before it.
import { findTarget, listImports } from './syntax.ts';
import { productCode, type Tree } from './tree.ts';

/** Folder → its subfolders, from the top layer down. The folder contains no files of its own. */
const layers: Readonly<Record<string, readonly string[]>> = {
  'web/src/work': ['bench', 'keep', 'transfer', 'items'],
};

export function findLayerFaults(tree: Tree): string[] {
  return Object.entries(layers).flatMap(([folder, order]) => {
    const layerOf = (file: string) => order.indexOf(file.slice(folder.length + 1).split('/')[0] ?? '');
    const within = productCode(tree).filter(file => file.startsWith(`${folder}/`));
    return within.flatMap(file => {
      const own = layerOf(file);
      if (own < 0) return [`${file} lies in none of the layers. Instead: put it into ${order.join(', ')}.`];
      return listImports(file, tree.get(file) ?? '').flatMap(({ specifier, line }) => {
        const target = specifier === undefined ? undefined : findTarget(file, specifier);
        if (target?.kind !== 'file' || !target.path.startsWith(`${folder}/`)) return [];
        const other = layerOf(target.path);
        return other < own
          ? [
              `${file}:${line} imports ${target.path}: ${order[own]} may not import ${order[other]}. Instead: move what both need down, or hand it in from above.`,
            ]
          : [];
      });
    });
  });
}
