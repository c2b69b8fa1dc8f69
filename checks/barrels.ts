// tools/index.ts is the only barrel: imports name the file that contains what they need.
import { parseFile } from './syntax.ts';
import { isCode, type Tree } from './tree.ts';

const allowed = 'tools/index.ts';

export function findBarrels(tree: Tree): string[] {
  return [...tree.keys()].filter(isCode).flatMap(file => {
    if (file === allowed) return [];
    const say = (what: string) => [`${file} ${what}. Instead: import each thing from the file that holds it.`];
    if (/(^|\/)index\.(ts|tsx|mjs)$/.test(file)) return say(`is called index, as only ${allowed} may be`);
    const { body } = parseFile(file, tree.get(file) ?? '');
    if (body.some(statement => statement.type === 'ExportAllDeclaration'))
      return say('passes on everything of another file');
    const passesOn = body.filter(statement => statement.type === 'ExportNamedDeclaration' && statement.source);
    const imports = body.filter(statement => statement.type === 'ImportDeclaration');
    const isOnlyThat = passesOn.length > 0 && passesOn.length + imports.length === body.length;
    return isOnlyThat ? say('only passes on what others export') : [];
  });
}
