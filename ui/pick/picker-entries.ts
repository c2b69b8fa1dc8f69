// The entries of a long pick list, and the search in it.

export interface PickerEntry {
  readonly id: string;
  readonly label: string;
  /** Shown in smaller type after the label, e.g. the dimensions. */
  readonly note: string;
  /** Width divided by height, drawn as a small frame. */
  readonly aspect: number;
  /** Lower case; searched in addition to label and note. */
  readonly keywords?: string;
}

export interface PickerGroup {
  readonly name: string;
  readonly entries: readonly PickerEntry[];
}

/** Returns whether every word of the query occurs in the entry; "35x45" matches "35 × 45". */
export function matchesQuery(entry: PickerEntry, query: string): boolean {
  const text = `${entry.label} ${entry.note} ${entry.keywords ?? ''}`.toLowerCase().replace(/\s*[×*]\s*/g, 'x');
  const words = query
    .toLowerCase()
    .replace(/\s*[×x*]\s*(?=\d)/g, 'x')
    .split(/\s+/);
  return words.every(word => text.includes(word));
}
