// Which tools take the dropped or pasted files, judged from their bytes, never from their names.

import { type MediaName, mediaOfName, sniffBytes, sniffMedia } from 'contract/media.ts';
import type { CatalogueTool } from 'contract/tool.ts';

/** Dropped or pasted files, or a link to one. */
export type Taken = { files: readonly File[]; link?: never } | { link: string; files?: never };

/** The type of every file; null for an unknown one. */
export async function sniffFiles(files: readonly File[]): Promise<(MediaName | null)[]> {
  return Promise.all(
    files.map(async file => sniffMedia(new Uint8Array(await file.slice(0, sniffBytes).arrayBuffer()))),
  );
}

export interface Guess {
  tool: CatalogueTool;
  /** How many of the files it takes. */
  fitting: number;
}

/** The tools that take at least one of these types, best first: by how many files they take, then as in the catalogue. */
export function guessTools(catalogue: readonly CatalogueTool[], types: readonly (MediaName | null)[]): Guess[] {
  return catalogue
    .map(tool => {
      // A tool is suggested for the first input of its first call; its other inputs only go along.
      const accepted = new Set<MediaName | null>(tool.calls[0]?.inputs[0]?.accept ?? tool.opens?.accept);
      return { tool, fitting: types.filter(type => accepted.has(type)).length };
    })
    .filter(guess => guess.fitting > 0)
    .sort((a, b) => b.fitting - a.fitting);
}

/** The tools for a link. Its bytes are not known yet, so its file extension decides; without one every tool fits. */
export function guessToolsForLink(catalogue: readonly CatalogueTool[], link: string): Guess[] {
  const type = URL.canParse(link) ? mediaOfName(new URL(link).pathname) : null;
  return type ? guessTools(catalogue, [type]) : catalogue.map(tool => ({ tool, fitting: 1 }));
}
