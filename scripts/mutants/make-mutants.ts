// Plants one fault at a time into a source file: into its TypeScript by the syntax tree, and into the SQL of its templates by words. The operators are
// those of mutation testing (DeMillo, Lipton and Sayward, 1978). Stryker has them for TypeScript and sees a statement of SQL as one string, while what
// the ledger and the locks rely on is written in SQL.
import { parseSync, Visitor } from 'oxc-parser';

export interface Mutant {
  /** The whole file with the fault in it. */
  readonly text: string;
  readonly line: number;
  /** What stood there, and what stands there now, shortened. */
  readonly before: string;
  readonly after: string;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

interface Edit extends Place {
  readonly by: string;
}

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};

const siblings: Readonly<Record<string, string>> = {
  max: 'min',
  min: 'max',
  some: 'every',
  every: 'some',
  floor: 'ceil',
  ceil: 'floor',
  findLast: 'find',
};

/** Calls of the query builder without which a statement still runs. */
const droppable = /^(forUpdate|forShare|skipLocked|noWait|orderBy|where|limit|distinct|doNothing)$/;

/** Words of SQL and what stands in their place; an empty string leaves them out. Each pattern matches at most one line. */
const wordsOfSql: readonly (readonly [RegExp, string])[] = [
  [/\band\b(?! \d)/g, 'or'],
  [/\bor\b/g, 'and'],
  [/\bleast\(/g, 'greatest('],
  [/\bgreatest\(/g, 'least('],
  [/(?<=\s)<=(?=\s)/g, '<'],
  [/(?<=\s)>=(?=\s)/g, '>'],
  [/(?<=\s)<(?=\s)/g, '<='],
  [/(?<=\s)>(?=\s)/g, '>='],
  [/(?<=\s)<>(?=\s)/g, '='],
  [/(?<=\s)\+(?=\s)/g, '-'],
  [/(?<=\s)-(?=\s)/g, '+'],
  [/\bis not null\b/g, 'is null'],
  [/\bis null\b/g, 'is not null'],
  [/\bnot (?!null|materialized|exists \(select from pg)/g, ''],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/ for (no key )?update( of \w+)?( skip locked| nowait)?/g, ''],
  [/ skip locked/g, ''],
  [/\border by [^()\n]+?(?= for | limit |\)|\n|$)/g, ''],
  [/ desc\b/g, ''],
  [/\b(?<![$.\w'])\d+(?![\w.'])/g, '7'],
];

const isCondition = /\b(where|and|or|on|when|filter \(where|having|set)\b|,/g;

/** Whether an equals sign at this place compares, and does not assign. */
function compares(sql: string, at: number): boolean {
  let last = '';
  for (const { 0: word, index } of sql.matchAll(isCondition)) if (index < at && word !== ',') last = word;
  return last !== '' && last !== 'set';
}

const readsLikeSql = /\b(select|insert into|update|delete from|where|for update|order by|returning)\b/;

function* mutateSql(sql: string, offset: number): Generator<Edit> {
  if (!readsLikeSql.test(sql)) return;
  for (const [pattern, by] of wordsOfSql)
    for (const { 0: word, index } of sql.matchAll(pattern))
      if (word !== by) yield { start: offset + index, end: offset + index + word.length, by };
  for (const { index } of sql.matchAll(/(?<=\s)=(?=\s)/g))
    if (compares(sql, index)) yield { start: offset + index, end: offset + index + 1, by: '<>' };
}

interface Node extends Place {
  readonly type: string;
}

const isText = ({ type }: Node): boolean => type === 'TemplateLiteral';

/** All places where a fault can be planted. */
function listEdits(file: string, text: string): Edit[] {
  const edits: Edit[] = [];
  const types: Place[] = [];
  const from = ({ start, end }: Place) => text.slice(start, end);
  const noteType = ({ start, end }: Place) => types.push({ start, end });
  const replaceOperator = ({ left, right, operator }: { left: Node; right: Node; operator: string }) => {
    const by = operators[operator];
    const isJoin = operator === '+' && [left, right].some(side => isText(side) || /^['"`]/.test(from(side)));
    if (by === undefined || isJoin) return;
    const start = text.indexOf(operator, left.end);
    edits.push({ start, end: start + operator.length, by });
  };
  new Visitor({
    TSInterfaceDeclaration: noteType,
    TSTypeAliasDeclaration: noteType,
    TSTypeAnnotation: noteType,
    TSTypeParameterInstantiation: noteType,
    ImportDeclaration: noteType,
    BinaryExpression: node => replaceOperator(node as never),
    LogicalExpression: node => {
      if (node.operator === '??') edits.push({ start: node.start, end: node.end, by: from(node.right) });
      else replaceOperator(node as never);
    },
    UnaryExpression: node => {
      if (node.operator === '!') edits.push({ start: node.start, end: node.end, by: from(node.argument) });
    },
    Literal: node => {
      if (typeof node.value === 'number') edits.push({ start: node.start, end: node.end, by: String(node.value + 1) });
      if (typeof node.value === 'boolean') edits.push({ start: node.start, end: node.end, by: String(!node.value) });
    },
    IfStatement: ({ test: { start, end } }) => {
      edits.push({ start, end, by: 'true' }, { start, end, by: 'false' });
    },
    ConditionalExpression: ({ start, end, test, consequent, alternate }) => {
      edits.push({ start, end, by: `${from(test)} ? ${from(alternate)} : ${from(consequent)}` });
    },
    ExpressionStatement: ({ start, end, expression }) => {
      if (/^(Await|Call|Assignment)Expression$/.test(expression.type)) edits.push({ start, end, by: ';' });
    },
    CallExpression: ({ callee, end }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name, start, end: nameEnd } = callee.property;
      if (droppable.test(name)) edits.push({ start: callee.object.end, end, by: '' });
      const by = siblings[name];
      if (by !== undefined) edits.push({ start, end: nameEnd, by });
    },
    TemplateElement: node => edits.push(...mutateSql(from(node), node.start)),
  }).visit(parseSync(file, text).program);
  return edits.filter(edit => !types.some(type => type.start <= edit.start && edit.end <= type.end));
}

const shorten = (code: string): string => {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 67)}...` : line;
};

/** The file with each fault in turn, in the order of their places. Faults that leave no valid syntax are left out; what types forbid is not. */
export function makeMutants(file: string, text: string): Mutant[] {
  const known = new Set([text]);
  const mutants: Mutant[] = [];
  for (const { start, end, by } of listEdits(file, text).sort((a, b) => a.start - b.start)) {
    const changed = text.slice(0, start) + by + text.slice(end);
    if (known.has(changed) || parseSync(file, changed).errors.length > 0) continue;
    known.add(changed);
    const line = text.slice(0, start).split('\n').length;
    mutants.push({ text: changed, line, before: shorten(text.slice(start, end)), after: shorten(by) });
  }
  return mutants;
}
