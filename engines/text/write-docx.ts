// Writes a text as a Word document: headings, paragraphs, lists and tables. Format: ISO/IEC 29500 (Office Open XML).
import { writeFile } from 'node:fs/promises';
import type { IParagraphOptions, Paragraph, Table } from 'docx';
import { loadOnce } from '../load-once.ts';

/** A megabyte of source, loaded only by children that write a document. */
const loadLibrary = loadOnce(() => import('docx'));
type Docx = Awaited<ReturnType<typeof loadLibrary>>;

/** A break within the text is a line break within its paragraph. */
export type DocumentPart =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'bullet'; readonly text: string }
  /** An item whose number is part of the text. */
  | { readonly kind: 'numbered'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

const headings = { 1: 'Heading1', 2: 'Heading2', 3: 'Heading3' } as const;

/** Width of the text on A4 with margins of one inch, in twentieths of a point. */
const textWidth = 9026;
const fonts = { ascii: 'Calibri', hAnsi: 'Calibri', eastAsia: 'Microsoft YaHei', cs: 'Calibri' };
/** In half points. */
const sizes = { text: 22, 1: 36, 2: 30, 3: 26 } as const;
const ink = '1F1F1F';
const indent = { left: 420, hanging: 420 };
const bullets = 'bullets';

/** XML allows neither control characters nor lone surrogates; a file with one does not open. */
const clean = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must go.
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');

const writeRuns = ({ TextRun }: Docx, text: string) =>
  clean(text)
    .split('\n')
    .map((line, i) => new TextRun({ text: line, ...(i > 0 && { break: 1 }) }));

const write = (docx: Docx, text: string, options: IParagraphOptions = {}) =>
  new docx.Paragraph({ spacing: { after: 120, line: 300 }, ...options, children: writeRuns(docx, text) });

function writeTable(docx: Docx, rows: readonly (readonly string[])[]): Table {
  const { Table, TableCell, TableRow, WidthType } = docx;
  const columns = Math.max(1, ...rows.map(row => row.length));
  const width = Math.floor(textWidth / columns);
  return new Table({
    width: { size: width * columns, type: WidthType.DXA },
    columnWidths: Array.from({ length: columns }, () => width),
    margins: { top: 60, bottom: 60, left: 100, right: 100 },
    rows: rows.map(
      row =>
        new TableRow({
          cantSplit: true,
          children: Array.from(
            { length: columns },
            (_, i) =>
              new TableCell({
                width: { size: width, type: WidthType.DXA },
                children: [write(docx, row[i] ?? '', { spacing: {} })],
              }),
          ),
        }),
    ),
  });
}

function writePart(docx: Docx, part: DocumentPart): (Paragraph | Table)[] {
  if (part.kind === 'heading')
    return [
      write(docx, part.text, { heading: headings[part.level], spacing: { before: 240, after: 120 }, keepNext: true }),
    ];
  // Two adjacent tables would be merged, and a document must not end with a table.
  if (part.kind === 'table') return [writeTable(docx, part.rows), write(docx, '', { spacing: {} })];
  const spacing = { after: 40, line: 300 };
  if (part.kind === 'bullet') return [write(docx, part.text, { numbering: { reference: bullets, level: 0 }, spacing })];
  return [write(docx, part.text, part.kind === 'numbered' ? { indent, spacing } : {})];
}

const headingStyle = (size: number) => ({
  run: { size, bold: true, color: ink },
  paragraph: { spacing: { before: 240, after: 120 } },
});

/** Writes the file. */
export async function writeDocx(path: string, parts: readonly DocumentPart[]): Promise<void> {
  const docx = await loadLibrary();
  const { Document, LevelFormat, Packer } = docx;
  const document = new Document({
    // By default the library names itself as the author.
    creator: '',
    lastModifiedBy: '',
    description: '',
    styles: {
      default: {
        document: { run: { font: fonts, size: sizes.text, language: { value: 'en-US', eastAsia: 'zh-CN' } } },
        heading1: headingStyle(sizes[1]),
        heading2: headingStyle(sizes[2]),
        heading3: headingStyle(sizes[3]),
      },
    },
    numbering: {
      config: [
        {
          reference: bullets,
          levels: [{ level: 0, format: LevelFormat.BULLET, text: '•', style: { paragraph: { indent } } }],
        },
      ],
    },
    sections: [{ children: parts.flatMap(part => writePart(docx, part)) }],
  });
  await writeFile(path, await Packer.toBuffer(document));
}
