// The order of files as file managers show it: 2 before 10, and Chinese by its sounds.
import type { Language } from 'contract/words.ts';

/** Ids in the order of the names; equal names keep theirs. */
export function sortByName(
  items: readonly { readonly id: string; readonly name: string }[],
  language: Language,
): string[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return items.toSorted((a, b) => compare(a.name, b.name)).map(({ id }) => id);
}
