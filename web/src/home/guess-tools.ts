// Determines which tools accept dropped or pasted files. File types are detected from the bytes, never from the names.

import { type MediaName, mediaOfName } from 'contract/media.ts';
import type { CatalogueTool } from 'contract/tool.ts';
import { sniffPicked } from '../files/check-input.ts';

/** Dropped or pasted files, or a link to one. */
export type Taken = { files: readonly File[]; link?: never } | { link: string; files?: never };

/** Returns the type of every file; null for an unknown one. */
export const sniffFiles = (files: readonly File[]): Promise<(MediaName | null)[]> =>
  Promise.all(files.map(sniffPicked));

export interface Guess {
  tool: CatalogueTool;
  /** The number of files it accepts. */
  fitting: number;
}

/** Returns the tools that accept at least one of these types, sorted by the number of accepted files, then in catalogue order. */
export function guessTools(catalogue: readonly CatalogueTool[], types: readonly (MediaName | null)[]): Guess[] {
  return catalogue
    .map(tool => {
      // A tool is suggested for the first input of its first call; its other inputs are only additions.
      const accepted = new Set<MediaName | null>(tool.calls[0]?.inputs[0]?.accept ?? tool.opens?.accept);
      return { tool, fitting: types.filter(type => accepted.has(type)).length };
    })
    .filter(guess => guess.fitting > 0)
    .sort((a, b) => b.fitting - a.fitting);
}

/** Returns the tools for a link, based on its file extension because its bytes are not known yet. Without an extension, every tool matches. */
export function guessToolsForLink(catalogue: readonly CatalogueTool[], link: string): Guess[] {
  const type = URL.canParse(link) ? mediaOfName(new URL(link).pathname) : null;
  return type ? guessTools(catalogue, [type]) : catalogue.map(tool => ({ tool, fitting: 1 }));
}
