// Finding tools by words of either language.

export interface Searchable {
  name: string;
  title: string;
  blurb: string;
  keywords: string;
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** The tools that hold every word of the query, those with a hit in the title first; all of them for an empty query. */
export function searchTools<T extends Searchable>(tools: readonly T[], query: string): T[] {
  const words = fold(query)
    .split(/[\s,，、]+/)
    .filter(Boolean);
  const textOf = (tool: T) => fold(`${tool.title} ${tool.blurb} ${tool.keywords} ${tool.name}`);
  const hits = tools.filter(tool => words.every(word => textOf(tool).includes(word)));
  const isInTitle = (tool: T) => words.some(word => fold(tool.title).includes(word));
  return words.length === 0 ? hits : [...hits.filter(isInTitle), ...hits.filter(tool => !isInTitle(tool))];
}
