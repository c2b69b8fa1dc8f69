// Passes files to a page that opens them itself; they are kept until that page is ready.
let waiting: File[] = [];
let listener: ((files: File[]) => void) | undefined;

export function leaveFiles(files: readonly File[]): void {
  if (listener) listener([...files]);
  else waiting.push(...files);
}

/** Passes on the waiting files and all later ones. Returns a function that stops this. */
export function takeLeftFiles(take: (files: File[]) => void): () => void {
  listener = take;
  if (waiting.length > 0) take(waiting);
  waiting = [];
  return () => {
    if (listener === take) listener = undefined;
  };
}

export const countLeftFiles = (): number => waiting.length;
