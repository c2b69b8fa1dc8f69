// Writes paragraphs as plain text and as Markdown.
import type { Paragraph } from 'engines/text/paragraphs.ts';

const bullet = /^[•·▪■●◆◇○▶►*–—-]\s?/;
const ordinal = /^[(（]?(\d{1,3})[)）.、]\s?/;

/** Between two list items or rows of a table there is no empty line. */
function staysClose(before: Paragraph, after: Paragraph): boolean {
  if (before.kind !== after.kind) return false;
  if (after.kind === 'item') return ordinal.test(before.text) === ordinal.test(after.text);
  return after.kind === 'row';
}

function joinParagraphs(paragraphs: readonly Paragraph[], write: (paragraph: Paragraph) => string): string {
  return paragraphs
    .map((paragraph, i) => {
      const before = paragraphs[i - 1];
      return (before ? (staysClose(before, paragraph) ? '\n' : '\n\n') : '') + write(paragraph);
    })
    .join('');
}

/** `keepsLines`: lines end where they end in the picture. */
export function writePlain(paragraphs: readonly Paragraph[], keepsLines: boolean): string {
  return joinParagraphs(paragraphs, ({ rows, text }) => (keepsLines ? rows.join('\n') : text));
}

/** Escapes the characters that Markdown would interpret. */
const escapeInline = (text: string) =>
  text.replace(/[\\`*_[\]<>|]/g, '\\$&').replace(/^(\s*)(#{1,6}\s|[-+](?=\s)|>)/, '$1\\$2');

const escapeText = (text: string) => escapeInline(text).replace(/^(\d{1,9})([.)])(?=\s)/, '$1\\$2');

function writeTable(rows: readonly Paragraph[]): string {
  const cells = rows.map(({ text }) => text.split('\t').map(escapeInline));
  const columns = Math.max(...cells.map(row => row.length));
  const line = (row: readonly string[]) => `| ${Array.from({ length: columns }, (_, i) => row[i] ?? '').join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), `|${' --- |'.repeat(columns)}`, ...body.map(line)].join('\n');
}

function writeBlock({ kind, level = 1, text }: Paragraph): string {
  if (kind === 'heading') return `${'#'.repeat(level)} ${escapeInline(text)}`;
  if (kind !== 'item') return escapeText(text);
  const number = ordinal.exec(text)?.[1];
  if (number) return `${number}. ${escapeInline(text.replace(ordinal, ''))}`;
  return bullet.test(text) ? `- ${escapeInline(text.replace(bullet, ''))}` : escapeText(text);
}

/** Headings, paragraphs and lists; consecutive rows of cells become a table. */
export function writeMarkdown(paragraphs: readonly Paragraph[]): string {
  const blocks: string[] = [];
  for (let i = 0; i < paragraphs.length; ) {
    const current = paragraphs[i]!;
    let end = i + 1;
    while (end < paragraphs.length && staysClose(current, paragraphs[end]!)) end++;
    const group = paragraphs.slice(i, end);
    if (current.kind === 'row')
      blocks.push(group.length > 1 ? writeTable(group) : escapeText(current.text.replaceAll('\t', '  ')));
    else blocks.push(group.map(writeBlock).join('\n'));
    i = end;
  }
  return `${blocks.join('\n\n')}\n`;
}
