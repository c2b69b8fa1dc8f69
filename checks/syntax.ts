// Parses source files: their imports and exports, with positions.
import path from 'node:path';
import { type Program, parseSync, Visitor } from 'oxc-parser';
import type { Tree } from './tree.ts';

const parsed = new Map<string, { text: string; program: Program }>();

/** The syntax tree of a file. Throws if it cannot be parsed. */
export function parseFile(file: string, text: string): Program {
  const known = parsed.get(file);
  if (known?.text === text) return known.program;
  const result = parseSync(file, text);
  const [fault] = result.errors;
  if (fault) throw new Error(`${file} cannot be read: ${fault.message}`);
  parsed.set(file, { text, program: result.program });
  return result.program;
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

export interface Import {
  /** As written; undefined if it is computed at run time and has no fixed prefix. */
  readonly specifier: string | undefined;
  /** Whether the specifier is a template or an expression; `*` stands for the unknown part. */
  readonly isComputed: boolean;
  /** Whether it is gone once the types are taken out. */
  readonly isType: boolean;
  readonly line: number;
}

type Expression = { type: string; value?: unknown; quasis?: readonly { value: { raw: string } }[] };

/** A literal unchanged, a template with `*` for its expressions, undefined for anything else. */
function readSpecifier(node: Expression): Pick<Import, 'specifier' | 'isComputed'> {
  if (node.type === 'Literal' && typeof node.value === 'string') return { specifier: node.value, isComputed: false };
  if (node.type !== 'TemplateLiteral' || !node.quasis) return { specifier: undefined, isComputed: true };
  return { specifier: node.quasis.map(part => part.value.raw).join('*'), isComputed: node.quasis.length > 1 };
}

const listed = new WeakMap<Program, readonly Import[]>();

/** Every import of a file: static, type, re-export, `import()`, `import('x').T`, and `import.meta.glob`. */
export function listImports(file: string, text: string): readonly Import[] {
  const program = parseFile(file, text);
  const known = listed.get(program);
  if (known) return known;
  const imports: Import[] = [];
  const add = (source: Expression | null | undefined, start: number, isType = false) => {
    if (source) imports.push({ ...readSpecifier(source), isType, line: lineAt(text, start) });
  };
  new Visitor({
    ImportDeclaration: node => add(node.source, node.start, node.importKind === 'type'),
    ExportNamedDeclaration: node => add(node.source, node.start, node.exportKind === 'type'),
    ExportAllDeclaration: node => add(node.source, node.start),
    ImportExpression: node => add(node.source as Expression, node.start),
    TSImportType: node => add(node.source as Expression, node.start, true),
    CallExpression: node => {
      const called = text.slice(node.callee.start, node.callee.end);
      if (called === 'import.meta.glob') add(node.arguments[0] as Expression | undefined, node.start);
    },
  }).visit(program);
  listed.set(program, imports);
  return imports;
}

const workspaces = ['contract', 'engines', 'ui', 'tools', 'server', 'web'];

export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'node' }
  | { readonly kind: 'virtual' };

/** The file or package that a specifier denotes, relative to the importing file. */
export function findTarget(from: string, specifier: string): Target {
  const bare = specifier.split('?')[0] ?? '';
  if (bare.startsWith('.')) return { kind: 'file', path: path.posix.join(path.posix.dirname(from), bare) };
  if (bare.startsWith('node:')) return { kind: 'node' };
  if (bare.startsWith('virtual:')) return { kind: 'virtual' };
  if (bare.startsWith('@pixwright/')) return { kind: 'file', path: bare.slice('@pixwright/'.length) };
  const [first = '', second = ''] = bare.split('/');
  if (workspaces.includes(first)) return { kind: 'file', path: bare };
  return { kind: 'package', name: first.startsWith('@') ? `${first}/${second}` : first };
}

/** File → the files of the tree that it imports; a glob stands for every file it matches. */
export function linkFiles(tree: Tree, files: readonly string[]): Map<string, string[]> {
  const links = new Map<string, string[]>();
  for (const file of files) {
    const found = new Set<string>();
    for (const { specifier } of listImports(file, tree.get(file) ?? '')) {
      const target = specifier === undefined ? undefined : findTarget(file, specifier);
      if (target?.kind === 'file') for (const match of matchFiles(tree, target.path)) found.add(match);
    }
    links.set(file, [...found]);
  }
  return links;
}

function matchFiles(tree: Tree, pattern: string): string[] {
  if (!pattern.includes('*')) return tree.has(pattern) ? [pattern] : [];
  const asExpression = pattern.split('*').map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${asExpression.join('[^/]*')}$`);
  return [...tree.keys()].filter(file => expression.test(file));
}
