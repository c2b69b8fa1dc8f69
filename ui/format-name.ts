// The names of file formats on the page.

const spelled: Readonly<Record<string, string>> = { webp: 'WebP', webm: 'WebM' };

/** Returns the usual spelling of a format: JPG, but WebP. */
export const nameFormat = (format: string): string => spelled[format] ?? format.toUpperCase();

/** Returns choices of formats by their names; `same` is the name of the format of the original. */
export const listFormats = <const Format extends string>(
  formats: readonly Format[],
  same = '',
): { value: Format; label: string }[] =>
  formats.map(value => ({ value, label: value === 'same' ? same : nameFormat(value) }));
