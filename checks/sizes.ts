// Sizes: 95 % of the files have at most 250 lines, one above 400 gives its reason at its head; 95 % of the functions have at most 40 lines, one
// above 120 gives its reason in the comment above it; and there are no tiny files for a single importer.
import { Visitor } from 'oxc-parser';
import { lineAt, linkFiles, parseFile } from './syntax.ts';
import { isCode, isForTests, productCode, type Tree } from './tree.ts';

const limits = { ninetyFifthLines: 250, maxLines: 400, ninetyFifthOfFunctions: 40, maxOfFunction: 120 };

/** Blank lines do not count, because they make a file easier to read. */
const countLines = (text: string) => text.split('\n').filter(line => line.trim() !== '').length;

/** The smallest value that is not exceeded by at least this fraction of all values. */
export const findQuantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0;

/** The comment at the beginning of a file, without comment marks; empty if the file begins with code. */
function readHead(text: string): string {
  const body = text.replace(/^#!.*\n/, '');
  const block = /^\/\*([\s\S]*?)\*\//.exec(body)?.[1];
  const lines = /^(?:(?:\/\/|--).*\n?)+/.exec(body)?.[0];
  return (block ?? lines ?? '').replace(/^[\s/*-]+/gm, '').trim();
}

interface MeasuredFunction {
  readonly file: string;
  /** The line on which it begins. */
  readonly line: number;
  readonly lines: number;
  /** Whether it is too long, and its docstring gives no reason. */
  readonly isTooLong: boolean;
}

/** The docstring that ends right above the line on which a function begins, in one line; empty without one. */
function readDocstring(text: string, start: number): string {
  const above = text.slice(0, text.lastIndexOf('\n', start - 1) + 1);
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/[ \t]*\n$/.exec(above)?.[1] ?? '';
  return comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim();
}

/** Declarations, expressions and arrows of the product. */
function measureFunctions(file: string, text: string): MeasuredFunction[] {
  const found: MeasuredFunction[] = [];
  const measure = ({ start, end }: { start: number; end: number }) => {
    const line = lineAt(text, start);
    const lines = lineAt(text, end) - line + 1;
    const isTooLong = lines > limits.maxOfFunction && !/\bIn one piece because \w/.test(readDocstring(text, start));
    found.push({ file, line, lines, isTooLong });
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseFile(file, text));
  return found;
}

function findFunctionFaults(tree: Tree): string[] {
  const functions = productCode(tree).flatMap(file => measureFunctions(file, tree.get(file) ?? ''));
  const faults = functions
    .filter(({ isTooLong }) => isTooLong)
    .map(
      ({ file, line, lines }) =>
        `${file}:${line} begins a function of ${lines} lines. Instead: name its parts and split them off; if it must stay whole, its docstring says "In one piece because …".`,
    );
  const upper = findQuantile(
    functions.map(({ lines }) => lines),
    0.95,
  );
  if (upper > limits.ninetyFifthOfFunctions)
    faults.push(
      `One function in twenty has ${upper} lines or more, ${limits.ninetyFifthOfFunctions} is the limit. Instead: name the steps of the longest and split them off.`,
    );
  return faults;
}

export function findSizeFaults(tree: Tree): string[] {
  const files = [...tree.keys()].filter(isCode).map(file => ({ file, lines: countLines(tree.get(file) ?? '') }));
  const longestFirst = [...files].sort((a, b) => b.lines - a.lines);
  const lines = files.map(one => one.lines);
  const faults = longestFirst
    .filter(one => one.lines > limits.maxLines && !/\blong\b.*\bbecause\b/s.test(readHead(tree.get(one.file) ?? '')))
    .map(
      one =>
        `${one.file} has ${one.lines} lines. Instead: split it by what its parts are for; if it must stay whole, its first comment says "long because …".`,
    );
  const upper = findQuantile(lines, 0.95);
  const named = longestFirst.slice(0, 5).map(one => `${one.file} (${one.lines})`);
  if (upper > limits.ninetyFifthLines)
    faults.push(
      `One file in twenty has more than ${limits.ninetyFifthLines} lines. Instead: split the longest: ${named.join(', ')}.`,
    );
  return [...faults, ...findFunctionFaults(tree)];
}

/** Every source file begins with a sentence that states its purpose. */
export function findHeadFaults(tree: Tree): string[] {
  const isSource = (file: string) => isCode(file) || /\.(css|sql)$/.test(file);
  return [...tree.keys()].filter(isSource).flatMap(file => {
    const head = readHead(tree.get(file) ?? '');
    const isSentence =
      head.split(/\s+/).length >= 3 && /[.:;!?]/.test(head) && !/^(biome-|@ts-|eslint|@vitest)/.test(head);
    return isSentence
      ? []
      : [`${file} does not begin with a sentence. Instead: say in a comment on its first line what it is for.`];
  });
}

const scrapLines = 20;
/** Folders in which tiny files have been merged; the others will follow. */
const joined = /^(contract|engines|tools)\//;
/** Tiny files that are kept, with the reason. */
const named: Readonly<Record<string, string>> = {
  'engines/formats/decode-bmp.ts': 'the file header of BMP',
};

/** Files of at most 20 lines with a single importer. */
export function findScraps(tree: Tree): string[] {
  const product = [...tree.keys()].filter(file => isCode(file) && !isForTests(file));
  const importers = new Map<string, string[]>();
  for (const [file, targets] of linkFiles(tree, product))
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  return product
    .filter(file => joined.test(file) && !Object.hasOwn(named, file) && countLines(tree.get(file) ?? '') <= scrapLines)
    .filter(file => importers.get(file)?.length === 1)
    .filter(file => importers.get(file)?.[0]?.split('/')[0] === file.split('/')[0])
    .map(file => `${file} has few lines and one importer, ${importers.get(file)?.[0]}. Instead: join it to that file.`);
}
