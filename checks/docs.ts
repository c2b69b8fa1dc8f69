// The documentation for engineers names only files, folders and npm scripts that exist.
import path from 'node:path';
import type { Tree } from './tree.ts';

const page = /^(README|ARCHITECTURE|CONTRIBUTING)\.md$|^docs\/.*\.md$/;
const fileEnding = /\.(ts|tsx|mjs|md|sql|css|json|html|sh|yml|ya?ml)$/;
/** Created by a start, a build or an install; ignored by git. */
const isMade = /^(node_modules|data|web\/dist|test-results|playwright-report)(\/|$)/;

interface Named {
  readonly name: string;
  readonly line: number;
}

/** Names in single backticks, and the targets of relative links as paths from the root; code blocks are skipped. */
function listNames(file: string, text: string): Named[] {
  const names: Named[] = [];
  let isBlock = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) isBlock = !isBlock;
    if (isBlock) continue;
    for (const [, quoted = ''] of line.matchAll(/`([^`]+)`/g)) names.push({ name: quoted, line: index + 1 });
    for (const [, link = ''] of line.matchAll(/\]\(([^)\s#]+)[^)]*\)/g))
      names.push({
        name: /^[a-z]+:/.test(link) ? link : path.posix.join(path.posix.dirname(file), link),
        line: index + 1,
      });
  }
  return names;
}

const topNames = (tree: Tree) => new Set([...tree.keys()].map(file => file.split('/')[0]));

function isPath(name: string, tops: ReadonlySet<string | undefined>): boolean {
  if (/[\s;=:'"()$]|^[/.@#-]|^https?:|\/\//.test(name.replace(/\{[^}]*\}/g, ''))) return false;
  const [top = ''] = name.split('/');
  return name.includes('/') ? tops.has(top) || fileEnding.test(name) : fileEnding.test(name);
}

/** The pattern for a name: `<name>` and `*` match one path segment, `…` and `**` any number, `{a,b}` each of its words. */
function readPattern(name: string): RegExp {
  const escaped = name
    .replace(/\/$/, '')
    .replace(/<[\w -]+>/g, '*')
    .replace(/[.+^$()|[\]\\?]/g, '\\$&')
    .replace(/\*\*|…/g, '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '.*')
    .replace(
      /\{([^}]*)\}/g,
      (_, words: string) =>
        `(${words
          .split(',')
          .map(word => word.trim())
          .join('|')})`,
    );
  return new RegExp(`^${escaped}(/|$)`);
}

function adviseOnPath(tree: Tree, name: string): string {
  const near = [...tree.keys()].filter(file => file.endsWith(`/${name}`));
  if (near.length > 0) return `write it from the root: ${near.slice(0, 3).join(' or ')}`;
  return 'name what is there now, or make it; a placeholder is written <name>';
}

function judgeName(tree: Tree, tops: ReadonlySet<string | undefined>, name: string): string | undefined {
  const script = /^npm (?:run )?([a-z][\w:-]*)/.exec(name)?.[1];
  if (script && (name.startsWith('npm run') || script === 'start' || script === 'test')) {
    const { scripts = {} } = JSON.parse(tree.get('package.json') ?? '{}');
    return script in scripts ? undefined : 'package.json has no such script; add it or name another';
  }
  const named = name.replace(/:\d+(-\d+)?$/, '');
  if (!isPath(named, tops) || isMade.test(named)) return undefined;
  const pattern = readPattern(named);
  return [...tree.keys()].some(file => pattern.test(file)) ? undefined : adviseOnPath(tree, named);
}

export function findDocFaults(tree: Tree): string[] {
  const tops = topNames(tree);
  return [...tree.keys()]
    .filter(file => page.test(file))
    .flatMap(file =>
      listNames(file, tree.get(file) ?? '').flatMap(({ name, line }) => {
        const advice = judgeName(tree, tops, name);
        return advice ? [`${file}:${line} names ${name}, which is not there. Instead: ${advice}.`] : [];
      }),
    );
}
