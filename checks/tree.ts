// The files of the product as a map, so that every check runs on the real tree and on small planted ones.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path from the root, with slashes → text; binary files have an empty text. */
export type Tree = ReadonlyMap<string, string>;

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const textFile =
  /(\.(ts|tsx|mjs|js|json|md|css|html|sql|svg|txt|yml|yaml)|(^|\/)\.[\w.-]+|(^|\/)\.ci\/run|^NOTICE|^LICENSE)$/;
const codeFile = /\.(ts|tsx|mjs)$/;
/** The folders with the code of the product. */
const productFolder = /^(contract|client|cli|engines|ui|tools|server|web)\//;

/** Reads .gitignore: folders as `name/`, files as `*.ext`. */
function readIgnored(folder: string): (name: string) => boolean {
  const lines = readFileSync(path.join(folder, '.gitignore'), 'utf8').split('\n').filter(Boolean);
  const names = new Set(['.git', ...lines.map(line => line.replace(/\/$/, ''))]);
  const endings = lines.filter(line => line.startsWith('*.')).map(line => line.slice(1));
  return name => names.has(name) || endings.some(ending => name.endsWith(ending));
}

/** Reads all files below `folder` that git does not ignore. */
export function readTree(folder = root): Tree {
  const isIgnored = readIgnored(folder);
  const files = new Map<string, string>();
  const read = (below: string) => {
    for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
      if (isIgnored(entry.name)) continue;
      const name = below ? `${below}/${entry.name}` : entry.name;
      if (entry.isDirectory()) read(name);
      else files.set(name, textFile.test(name) ? readFileSync(path.join(folder, name), 'utf8') : '');
    }
  };
  read('');
  return files;
}

/** A planted tree. */
export const plantTree = (files: Readonly<Record<string, string>>): Tree => new Map(Object.entries(files));

export const isCode = (file: string): boolean => codeFile.test(file);
export const isProduct = (file: string): boolean => productFolder.test(file) && isCode(file);

/** Tests, and files that only tests use: `*.test.ts`, `test-….ts`, `…-test-….ts`, `server/testing/`. */
export const isForTests = (file: string): boolean => /\.test\.tsx?$|(^|\/|-)test-[\w.-]+$|(^|\/)testing\//.test(file);

export const productCode = (tree: Tree): string[] =>
  [...tree.keys()].filter(file => isProduct(file) && !isForTests(file));
