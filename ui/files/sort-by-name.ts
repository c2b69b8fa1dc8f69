// Sorts file names like file managers: 2 before 10, and Chinese by pronunciation.
import type { Language } from 'contract/words.ts';

/** Returns the ids sorted by name; equal names keep their original order. */
export function sortByName(
  items: readonly { readonly id: string; readonly name: string }[],
  language: Language,
): string[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return items.toSorted((a, b) => compare(a.name, b.name)).map(({ id }) => id);
}
