// Writes a page as plain text and as Markdown.
import type { Block } from './page.ts';

export const bullet = /^[•·▪■●◆◇○▶►*–—-]\s?/;
const ordinal = /^[(（]?(\d{1,3})[)）.、]\s?/;

/** Whether there is no empty line between two blocks: between list items and between rows of a table. */
function staysClose(before: Block, after: Block): boolean {
  if (before.kind !== after.kind) return false;
  if (after.kind === 'item') return ordinal.test(before.text) === ordinal.test(after.text);
  return after.kind === 'row';
}

/** Groups the items of a list and the rows of a table. */
export function groupBlocks<Some extends Block>(blocks: readonly Some[]): Some[][] {
  const groups: Some[][] = [];
  for (const block of blocks) {
    const group = groups.at(-1);
    if (group && staysClose(group.at(-1)!, block)) group.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** Writes plain text; `keepsLines` keeps the line breaks of the image. */
export const writePlain = (blocks: readonly Block[], keepsLines: boolean): string =>
  groupBlocks(blocks)
    .map(group => group.map(({ rows, text }) => (keepsLines ? rows.join('\n') : text)).join('\n'))
    .join('\n\n');

/** Escapes the characters that Markdown would interpret. */
const escapeInline = (text: string) =>
  text.replace(/[\\`*_[\]<>|]/g, '\\$&').replace(/^(\s*)(#{1,6}\s|[-+](?=\s)|>)/, '$1\\$2');

const escapeText = (text: string) => escapeInline(text).replace(/^(\d{1,9})([.)])(?=\s)/, '$1\\$2');

function writeTable(rows: readonly Block[]): string {
  const cells = rows.map(({ text }) => text.split('\t').map(escapeInline));
  const columns = Math.max(...cells.map(row => row.length));
  const line = (row: readonly string[]) => `| ${Array.from({ length: columns }, (_, i) => row[i] ?? '').join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), `|${' --- |'.repeat(columns)}`, ...body.map(line)].join('\n');
}

function writeBlock({ kind, level = 1, text }: Block): string {
  // Two spaces before a line break that a person typed keep it in Markdown.
  const escaped = (own: string, escapeLine = escapeInline) => own.split('\n').map(escapeLine).join('  \n');
  if (kind === 'heading') return `${'#'.repeat(level)} ${escapeInline(text.replaceAll('\n', ' '))}`;
  if (kind !== 'item') return escaped(text, escapeText);
  const number = ordinal.exec(text)?.[1];
  if (number) return `${number}. ${escaped(text.replace(ordinal, ''))}`;
  return bullet.test(text) ? `- ${escaped(text.replace(bullet, ''))}` : escaped(text, escapeText);
}

/** Writes headings, paragraphs and lists; consecutive rows of cells become a table. */
export function writeMarkdown(blocks: readonly Block[]): string {
  const written = groupBlocks(blocks).map(group => {
    const [first, second] = group;
    if (first!.kind !== 'row') return group.map(writeBlock).join('\n');
    return second ? writeTable(group) : escapeText(first!.text.replaceAll('\t', '  '));
  });
  return `${written.join('\n\n')}\n`;
}
