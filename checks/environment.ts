// The environment of the server is read only in server/src/config.ts, so that every switch is known, parsed and reported in one place; that of the
// command line in cli/src/environment.ts.
import { Visitor } from 'oxc-parser';
import { lineAt, parseFile } from './syntax.ts';
import { productCode, type Tree } from './tree.ts';

const reader = 'server/src/config.ts';
const readers = [reader, 'cli/src/environment.ts'];

function findReads(file: string, text: string): number[] {
  const starts: number[] = [];
  // Setting a variable for libraries in the own process is not a read.
  const isSet = (end: number) => /^\.\w+ = /.test(text.slice(end, end + 40));
  new Visitor({
    MemberExpression: node => {
      const isEnv = /^(env|['"`]env['"`])$/.test(text.slice(node.property.start, node.property.end));
      const owner = text.slice(node.object.start, node.object.end);
      if (isEnv && /^(globalThis\.)?process$/.test(owner) && !isSet(node.end)) starts.push(node.start);
    },
    VariableDeclarator: node => {
      const isTakenOut = node.id.type === 'ObjectPattern' && /\benv\b/.test(text.slice(node.id.start, node.id.end));
      if (isTakenOut && node.init && text.slice(node.init.start, node.init.end) === 'process') starts.push(node.start);
    },
    ImportSpecifier: node => {
      if (text.slice(node.imported.start, node.imported.end) === 'env') starts.push(node.start);
    },
  }).visit(parseFile(file, text));
  return starts;
}

export function findEnvironmentFaults(tree: Tree): string[] {
  return productCode(tree)
    .filter(file => !readers.includes(file))
    .flatMap(file => {
      const text = tree.get(file) ?? '';
      return findReads(file, text).map(
        start =>
          `${file}:${lineAt(text, start)} reads the environment. Instead: add a switch to ${reader} and take it from the Config that is handed in.`,
      );
    });
}
