// Comments name only files and sections that exist, no document outside the project, and the person or thing they mean.
import { parseSync } from 'oxc-parser';
import { lineAt } from './syntax.ts';
import { isCode, type Tree } from './tree.ts';

interface Comment {
  readonly text: string;
  readonly line: number;
}

/** The comments of a source file, in order. */
function listComments(file: string, text: string): Comment[] {
  if (isCode(file))
    return parseSync(file, text).comments.map(({ value, start }) => ({ text: value, line: lineAt(text, start) }));
  const pattern = file.endsWith('.sql') ? /--(.*)$/gm : /\/\*([\s\S]*?)\*\//g;
  return [...text.matchAll(pattern)].map(match => ({ text: match[1] ?? '', line: lineAt(text, match.index) }));
}

const commented = /\.(ts|tsx|mjs|css|sql)$/;
/** A path, or a bare file name with one of our extensions; `<name>`, `*` and `…` stand for the rest of a name. */
const fileName = /(?<![\w/.@-])((?:[\w.<>*…-]+\/)*[\w<>*…-][\w.<>*…-]*\.(?:ts|tsx|mjs|md|sql|as))(#[\w-]+)?(?![\w/])/g;
const foreignDocument = /\bSPEC\b|\b(?:API|DESIGN|MODELS)\.md\b/;

/** Words that leave open which person or thing is meant. */
const riddle = /\b(whoever|whomever|nobody|anybody|everybody|somebody)\b/i;
/** The text of released migrations is frozen: a changed file is refused at start. */
const isReleased = (file: string) => /^server\/migrations\/000[1-5]-/.test(file);

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const hasSection = (page: string, anchor: string) =>
  [...page.matchAll(/^#+ +(.+)$/gm)].some(match => anchorOf(match[1] ?? '') === anchor);

const topOf = (file: string) => file.split('/')[0];

/** A path may start at the root or at any folder; a bare name means a file of the same workspace, or of the root. */
function findNamed(tree: Tree, from: string, name: string): string | undefined {
  const isBare = !name.includes('/');
  return [...tree.keys()].find(
    file => file === name || (file.endsWith(`/${name}`) && (!isBare || topOf(file) === topOf(from))),
  );
}

function judgeReference(tree: Tree, from: string, name: string, anchor: string | undefined): string | undefined {
  if (/[<>*…]/.test(name)) return undefined;
  const found = findNamed(tree, from, name);
  if (!found)
    return `names ${name}, which is not there. Instead: name the file that holds this now, from the root when it is in another workspace`;
  if (anchor && !hasSection(tree.get(found) ?? '', anchor.slice(1)))
    return `names the section ${anchor} of ${name}, which is not there. Instead: name a heading of that page`;
  return undefined;
}

export function findCommentFaults(tree: Tree): string[] {
  return [...tree]
    .filter(([file]) => commented.test(file))
    .flatMap(([file, text]) =>
      listComments(file, text).flatMap(comment => {
        const foreign = foreignDocument.exec(comment.text)?.[0];
        const faults = [...comment.text.matchAll(fileName)].map(([, name = '', anchor]) =>
          judgeReference(tree, file, name, anchor),
        );
        const word = isReleased(file) ? undefined : riddle.exec(comment.text.replace(/`[^`]*`/g, ''))?.[0];
        if (word) faults.push(`says "${word}". Instead: name the person or the thing`);
        if (foreign) faults.push(`names ${foreign}. Instead: refer to docs/product.md or docs/api.md`);
        return faults.filter(Boolean).map(fault => `${file}:${comment.line} ${fault}.`);
      }),
    );
}
