// Renders Markdown as React elements, never as HTML: tags are shown as text, images by their alternative text, and links only if link-address.ts
// accepts them.
import { marked, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { CopyButton } from 'ui/copy-button.tsx';
import { useWords } from 'ui/language.tsx';
import { Link } from '../router/link.tsx';
import { readLinkAddress } from './link-address.ts';
import { markdownWords } from './words.ts';

interface MarkdownProps {
  text: string;
  /** The level of the topmost headings. */
  headingLevel?: 2 | 3;
}

/** Content nested more deeply is shown as plain text. */
const deepest = 12;
const linkClasses = 'font-medium text-accent-ink underline';

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};
const readEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name]!);

function MarkdownLink({ address, children }: { address: string; children: ReactNode }) {
  const target = readLinkAddress(address);
  if (target?.kind === 'own')
    return (
      <Link to={target.path} className={linkClasses}>
        {children}
      </Link>
    );
  if (target?.kind === 'web')
    return (
      <a href={target.href} target="_blank" rel="noopener noreferrer nofollow" className={linkClasses}>
        {children}
      </a>
    );
  return children;
}

/** Parts of a text have no ids, and are only appended. */
const inRow = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts);

function renderInline(tokens: readonly Token[], depth: number): ReactNode {
  return inRow(tokens.map(token => renderSpan(token, depth)));
}

function renderSpan(token: Token, depth: number): ReactNode {
  if (depth > deepest) return token.raw;
  const inside = () => renderInline(('tokens' in token && token.tokens) || [], depth + 1);
  switch (token.type) {
    case 'strong':
      return <strong className="font-semibold">{inside()}</strong>;
    case 'em':
      return <em>{inside()}</em>;
    case 'del':
      return <del>{inside()}</del>;
    case 'codespan':
      return <code className="rounded-lg bg-sunken px-1 text-sm">{readEntities((token as Tokens.Codespan).text)}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <MarkdownLink address={(token as Tokens.Link).href}>{inside()}</MarkdownLink>;
    case 'image':
      return (token as Tokens.Image).text;
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'text':
      return (token as Tokens.Text).tokens ? inside() : readEntities((token as Tokens.Text).text);
    default:
      return token.raw;
  }
}

function CodeBlock({ text }: { text: string }) {
  const words = useWords(markdownWords);
  return (
    <div className="grid min-w-0 gap-2 rounded-xl bg-sunken p-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <pre tabIndex={0} className="overflow-x-auto text-sm">
        <code>{text}</code>
      </pre>
      <div className="flex flex-wrap justify-end">
        <CopyButton readText={() => text} isSecondary words={words} />
      </div>
    </div>
  );
}

function MarkdownTable({ table, depth }: { table: Tokens.Table; depth: number }) {
  const headCell = ({ tokens }: Tokens.TableCell) => (
    <th scope="col" className="border-b border-line px-3 py-1.5 text-start font-semibold">
      {renderInline(tokens, depth)}
    </th>
  );
  const bodyCell = ({ tokens }: Tokens.TableCell) => (
    <td className="border-b border-line px-3 py-1.5">{renderInline(tokens, depth)}</td>
  );
  const bodyRow = (row: Tokens.TableCell[]) => <tr>{inRow(row.map(bodyCell))}</tr>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <div className="overflow-x-auto" tabIndex={0}>
      <table className="w-full text-sm">
        <thead>
          <tr>{inRow(table.header.map(headCell))}</tr>
        </thead>
        <tbody>{inRow(table.rows.map(bodyRow))}</tbody>
      </table>
    </div>
  );
}

function renderBlocks(tokens: readonly Token[], level: 2 | 3, depth: number): ReactNode {
  return inRow(tokens.map(token => renderBlock(token, level, depth)));
}

function renderBlock(token: Token, level: 2 | 3, depth: number): ReactNode {
  if (depth > deepest) return <p className="wrap-anywhere">{token.raw}</p>;
  const inside = () => renderInline(('tokens' in token && token.tokens) || [], depth + 1);
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading': {
      const Heading = level === 2 ? 'h2' : 'h3';
      return <Heading className={level === 2 ? 'mt-6 text-xl font-bold' : 'mt-2 font-bold'}>{inside()}</Heading>;
    }
    case 'paragraph':
      return <p className="leading-[1.8] text-pretty wrap-anywhere">{inside()}</p>;
    case 'text':
      return (token as Tokens.Text).tokens ? inside() : readEntities((token as Tokens.Text).text);
    case 'list': {
      const { ordered, start, items } = token as Tokens.List;
      const List = ordered ? 'ol' : 'ul';
      const listItem = ({ tokens: parts }: Tokens.ListItem) => (
        <li className="wrap-anywhere">{renderBlocks(parts, level, depth + 1)}</li>
      );
      return (
        <List
          {...(ordered && start !== '' && start !== 1 && { start: Number(start) })}
          className={`grid gap-1.5 ps-5 ${ordered ? 'list-decimal' : 'list-disc'}`}
        >
          {inRow(items.map(listItem))}
        </List>
      );
    }
    case 'blockquote':
      return (
        <blockquote className="grid gap-3 border-s border-line-strong ps-3 text-soft">
          {renderBlocks((token as Tokens.Blockquote).tokens, level, depth + 1)}
        </blockquote>
      );
    case 'code':
      return <CodeBlock text={(token as Tokens.Code).text} />;
    case 'hr':
      return <hr className="border-line" />;
    case 'table':
      return <MarkdownTable table={token as Tokens.Table} depth={depth + 1} />;
    default:
      return <p className="wrap-anywhere">{token.raw}</p>;
  }
}

function split(text: string): readonly Token[] {
  try {
    return marked.lexer(text);
  } catch {
    // Nested too deeply for the parser: shown as plain text.
    return [{ type: 'html', raw: text, text }];
  }
}

export function Markdown({ text, headingLevel = 2 }: MarkdownProps) {
  const tokens = useMemo(() => split(text), [text]);
  return <div className="grid min-w-0 gap-3">{renderBlocks(tokens, headingLevel, 0)}</div>;
}

function readToken(token: Token, depth: number): string {
  const readAll = (tokens: readonly Token[]) => tokens.map(inner => readToken(inner, depth + 1)).join('');
  if (depth > deepest) return token.raw;
  switch (token.type) {
    case 'space':
    case 'def':
    case 'hr':
      return '';
    case 'br':
      return '\n';
    case 'list':
      return (token as Tokens.List).items.map(item => readAll(item.tokens)).join('\n');
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].map(row => row.map(cell => readAll(cell.tokens)).join(', ')).join('\n');
    }
    default:
      if ('tokens' in token && token.tokens) return readAll(token.tokens);
      return 'text' in token ? readEntities(String(token.text)) : token.raw;
  }
}

/** The words of a text, for screen readers: without the markup and the addresses of links. */
export const readAloud = (text: string): string =>
  split(text)
    .map(token => readToken(token, 0))
    .filter(part => part !== '')
    .join('\n');
