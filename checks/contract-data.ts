// Every value that the browser imports from a contract must exist there: the page's build leaves out schemas and functions, and the type
// checker does not notice.
import { Visitor } from 'oxc-parser';
import { isContract, keepData } from '../web/build/contracts-plugin.ts';
import { findTarget, lineAt, linkFiles, parseFile } from './syntax.ts';
import { isProduct, type Tree } from './tree.ts';

/** Loads a contract of the tree. */
export type LoadContract = (file: string) => Promise<Record<string, unknown>>;

const startsInBrowser = (file: string) => /^web\/src\/main\.tsx$|^tools\/[\w-]+\/(screen\.tsx|help\.ts)$/.test(file);

/** Every file from which the page is built, except contracts. */
function findBrowserFiles(tree: Tree): Set<string> {
  const product = [...tree.keys()].filter(isProduct);
  const links = linkFiles(tree, product);
  const reached = new Set<string>();
  const walk = (file: string) => {
    if (!isProduct(file) || reached.has(file) || isContract(`/${file}`)) return;
    reached.add(file);
    for (const next of links.get(file) ?? []) walk(next);
  };
  for (const file of product.filter(startsInBrowser)) walk(file);
  return reached;
}

interface Taken {
  contract: string;
  name: string;
  line: number;
}

/** Names, except types, that a file imports from contracts. */
function listTaken(file: string, text: string): Taken[] {
  const taken: Taken[] = [];
  new Visitor({
    ImportDeclaration: node => {
      const target = findTarget(file, node.source.value);
      if (node.importKind === 'type' || target.kind !== 'file' || !isContract(`/${target.path}`)) return;
      for (const one of node.specifiers) {
        if (one.type !== 'ImportSpecifier' || one.importKind === 'type') continue;
        const name = text.slice(one.imported.start, one.imported.end);
        taken.push({ contract: target.path, name, line: lineAt(text, one.start) });
      }
    },
  }).visit(parseFile(file, text));
  return taken;
}

export async function findContractDataFaults(tree: Tree, load: LoadContract): Promise<string[]> {
  const faults: string[] = [];
  for (const file of findBrowserFiles(tree)) {
    for (const { contract, name, line } of listTaken(file, tree.get(file) ?? '')) {
      if (keepData((await load(contract))[name]) === undefined)
        faults.push(
          `${file}:${line} takes ${name} from ${contract}, which the browser gets without it: schemas and functions are left out. Instead: move it to a file of its own beside the contract.`,
        );
    }
  }
  return faults;
}
