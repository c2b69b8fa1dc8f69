// The XML elements of a DASH manifest, within limits on their number and depth.
import { AppError } from 'contract/errors.ts';
import { SaxesParser } from 'saxes';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const maxElements = 50_000;
const maxDepth = 32;

/** Throws FILE_CORRUPT and PLAYLIST_TOO_LONG. */
export function readElements(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let count = 0;
  const parser = new SaxesParser({ xmlns: false });
  parser.on('doctype', () => {
    throw new AppError('FILE_CORRUPT');
  });
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (count > maxElements || open.length > maxDepth) throw new AppError('PLAYLIST_TOO_LONG', { most: maxElements });
    const element: Element = { name: name.replace(/^.*:/, ''), attributes, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', words => {
    open.at(-1)!.text += words;
  });
  parser.on('error', cause => {
    throw new AppError('FILE_CORRUPT', null, { cause });
  });
  parser.write(text).close();
  return root;
}

export const childrenOf = (element: Element | undefined, name: string) =>
  element?.children.filter(child => child.name === name) ?? [];
