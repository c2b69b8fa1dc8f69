// SQL is confined to stores and queries. Detects it by the query builder's methods, its tag, the driver, and strings that look like SQL.
import { Visitor } from 'oxc-parser';
import { holdsSql } from './stores.ts';
import { lineAt, parseFile } from './syntax.ts';
import { productCode, type Tree } from './tree.ts';

/** The adapters that connect to PostgreSQL itself: connections, migrations, notices. Tables belong to nouns. */
const speakers = /^server\/src\/adapters\/(postgres|embedded-postgres|migrations|notices)\.ts$/;
const builderVerb = /^(selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)$/;
const readsLikeSql =
  /^\s*(select\s[\s\S]+\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|(create|alter|drop)\s+(table|index|schema|sequence)\s|with\s+\w+\s+as\s*\()/i;
const driver = /^(kysely|pg)$/;

const mayHoldSql = (file: string): boolean => holdsSql(file) || speakers.test(file);

function findSql(file: string, text: string): { line: number; what: string }[] {
  const found: { line: number; what: string }[] = [];
  const add = (start: number, what: string) => found.push({ line: lineAt(text, start), what });
  const addString = (start: number, value: unknown) => {
    if (typeof value === 'string' && readsLikeSql.test(value)) add(start, 'a string of SQL');
  };
  new Visitor({
    ImportDeclaration: node => {
      const names = node.specifiers.map(one =>
        one.type === 'ImportSpecifier' ? text.slice(one.imported.start, one.imported.end) : '*',
      );
      const isValue = node.importKind !== 'type';
      if (isValue && driver.test(node.source.value) && names.some(name => name === 'sql' || name === '*'))
        add(node.start, `${names.join(', ')} of ${node.source.value}`);
    },
    MemberExpression: node => {
      const name = text.slice(node.property.start, node.property.end);
      if (builderVerb.test(name)) add(node.property.start, `.${name}(…)`);
    },
    Literal: node => addString(node.start, node.value),
    TemplateLiteral: node => addString(node.start, node.quasis.map(part => part.value.raw).join('x')),
  }).visit(parseFile(file, text));
  return found;
}

/** One message for every place in the product with SQL outside of stores and queries. */
export function findSqlFaults(tree: Tree): string[] {
  return productCode(tree)
    .filter(file => !mayHoldSql(file))
    .flatMap(file =>
      findSql(file, tree.get(file) ?? '').map(({ line, what }) => {
        const noun = /^server\/src\/([a-z-]+)\//.exec(file)?.[1] ?? '<noun>';
        return `${file}:${line} holds SQL (${what}). Instead: give server/src/${noun}/store.ts a function that says what is wanted, and call it.`;
      }),
    );
}
