// A store is private to its noun: no other file of the server imports it, and none passes its functions on, neither by exporting them again
// nor by a function that only calls one with its own parameters. What others may call lies in files of queries.
import type { Argument, ArrowFunctionExpression, Function as DeclaredFunction, Expression, Node } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import { findTarget, lineAt, parseFile } from './syntax.ts';
import { isForTests, isProduct, productCode, type Tree } from './tree.ts';

const storePattern = /^server\/src\/(?:[a-z-]+\/)+(?:[a-z-]+-)?store\.ts$/;
const queriesPattern = /^server\/src\/(?:[a-z-]+\/)+[a-z-]+-queries\.ts$/;

/** A file with SQL that only its noun uses. */
export const isStore = (file: string): boolean => storePattern.test(file);
/** A file with SQL that others call as it is. */
const isQueries = (file: string): boolean => queriesPattern.test(file);
export const holdsSql = (file: string): boolean => isStore(file) || isQueries(file);

const nounOf = (file: string): string | undefined => /^server\/src\/([a-z-]+)\//.exec(file)?.[1];

interface Borrowed {
  /** The name of the function in its own file. */
  readonly name: string;
  readonly home: string;
}

/** What a file imports as values from stores and queries, by its local name; a whole module is called `*`. */
function listBorrowed(file: string, text: string): Map<string, Borrowed> {
  const borrowed = new Map<string, Borrowed>();
  for (const statement of parseFile(file, text).body) {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue;
    const target = findTarget(file, statement.source.value);
    if (target.kind !== 'file' || !holdsSql(target.path)) continue;
    for (const one of statement.specifiers) {
      if (one.type === 'ImportSpecifier' && one.importKind === 'type') continue;
      const name = one.type === 'ImportSpecifier' ? text.slice(one.imported.start, one.imported.end) : '*';
      borrowed.set(one.local.name, { name, home: target.path });
    }
  }
  return borrowed;
}

/** The names that a parameter binds. */
function namesOf(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'RestElement':
      return namesOf(pattern.argument);
    case 'ObjectPattern':
      return pattern.properties.flatMap(one => namesOf(one.type === 'Property' ? one.value : one));
    case 'ArrayPattern':
      return pattern.elements.flatMap(one => (one ? namesOf(one) : []));
    default:
      return [];
  }
}

/** Whether an argument is a parameter, a field of one, or an object of such. */
function isForwarded(node: Argument, parameters: ReadonlySet<string>): boolean {
  switch (node.type) {
    case 'Identifier':
      return parameters.has(node.name);
    case 'MemberExpression':
      return !node.computed && isForwarded(node.object, parameters);
    case 'SpreadElement':
      return isForwarded(node.argument, parameters);
    case 'ObjectExpression':
      return node.properties.every(one => isForwarded(one.type === 'Property' ? one.value : one.argument, parameters));
    default:
      return false;
  }
}

type AnyFunction = DeclaredFunction | ArrowFunctionExpression;

/** The expression of which a function consists: what it returns, or its only statement. */
function findOnlyExpression({ body }: AnyFunction): Expression | undefined {
  const unwrap = (one: Expression): Expression => (one.type === 'AwaitExpression' ? unwrap(one.argument) : one);
  if (!body) return undefined;
  if (body.type !== 'BlockStatement') return unwrap(body);
  const [first, ...others] = body.body;
  if (!first || others.length > 0) return undefined;
  if (first.type === 'ReturnStatement') return first.argument ? unwrap(first.argument) : undefined;
  return first.type === 'ExpressionStatement' ? unwrap(first.expression) : undefined;
}

/** What a function calls if it does nothing but call it with its own parameters. */
function findForwarded(node: AnyFunction, borrowed: ReadonlyMap<string, Borrowed>): Borrowed | undefined {
  const call = findOnlyExpression(node);
  if (call?.type !== 'CallExpression') return undefined;
  const root = call.callee.type === 'MemberExpression' ? call.callee.object : call.callee;
  const target = root.type === 'Identifier' ? borrowed.get(root.name) : undefined;
  const parameters = new Set(node.params.flatMap(namesOf));
  return target && call.arguments.every(one => isForwarded(one, parameters)) ? target : undefined;
}

interface Found {
  readonly start: number;
  readonly what: string;
}

function findPassedOn(file: string, text: string): Found[] {
  const borrowed = listBorrowed(file, text);
  const found: Found[] = [];
  const add = ({ start }: { start: number }, what: string) => found.push({ start, what });
  const homeOf = (specifier: string): string | undefined => {
    const target = findTarget(file, specifier);
    return target.kind === 'file' && holdsSql(target.path) ? target.path : undefined;
  };
  const judge = (node: AnyFunction) => {
    const target = findForwarded(node, borrowed);
    if (target) add(node, `only passes its parameters to ${target.name} of ${target.home}`);
  };
  new Visitor({
    ExportAllDeclaration: node => {
      const home = node.exportKind === 'type' ? undefined : homeOf(node.source.value);
      if (home) add(node, `exports all of ${home}`);
    },
    ExportNamedDeclaration: node => {
      if (node.exportKind === 'type') return;
      for (const one of node.specifiers) {
        if (one.exportKind === 'type') continue;
        const name = text.slice(one.local.start, one.local.end);
        const home = node.source ? homeOf(node.source.value) : borrowed.get(name)?.home;
        if (home) add(one, `exports ${name} of ${home} again`);
      }
    },
    VariableDeclarator: node => {
      const target = node.init?.type === 'Identifier' ? borrowed.get(node.init.name) : undefined;
      if (target) add(node, `gives another name to ${target.name} of ${target.home}`);
    },
    FunctionDeclaration: judge,
    FunctionExpression: judge,
    ArrowFunctionExpression: judge,
  }).visit(parseFile(file, text));
  return found;
}

/** One message for every place of the server that passes on a function of a store or of queries. */
export function findPassingOn(tree: Tree): string[] {
  return productCode(tree)
    .filter(file => file.startsWith('server/src/'))
    .flatMap(file => {
      const text = tree.get(file) ?? '';
      return findPassedOn(file, text).map(
        ({ start, what }) =>
          `${file}:${lineAt(text, start)} ${what}. Instead: let its callers import the file that holds it; what other nouns call lies in server/src/<noun>/<what>-queries.ts.`,
      );
    });
}

/** The names of the functions and other values that a file exports. */
const listExports = (file: string, text: string): string[] =>
  parseFile(file, text).body.flatMap(statement => {
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const { declaration } = statement;
    if (declaration?.type === 'FunctionDeclaration') return declaration.id ? [declaration.id.name] : [];
    return declaration?.type === 'VariableDeclaration' ? declaration.declarations.flatMap(one => namesOf(one.id)) : [];
  });

/** One message for every query that only its own noun calls: it belongs into a store. */
export function findOwnQueries(tree: Tree): string[] {
  const used = new Set<string>();
  for (const file of productCode(tree).filter(one => /^(server|cli)\//.test(one)))
    for (const { name, home } of listBorrowed(file, tree.get(file) ?? '').values())
      if (nounOf(file) !== nounOf(home)) used.add(`${home} ${name}`);
  return [...tree.keys()]
    .filter(file => isQueries(file) && isProduct(file) && !isForTests(file))
    .flatMap(file =>
      listExports(file, tree.get(file) ?? '')
        .filter(name => !used.has(`${file} ${name}`) && !used.has(`${file} *`))
        .map(name => `${file}: only its own noun uses ${name}. Instead: move it into a store, which is private.`),
    );
}
