// Files on their way to a page that opens them itself: they wait here until it is there.
let waiting: File[] = [];
let listener: ((files: File[]) => void) | undefined;

export function leaveFiles(files: readonly File[]): void {
  if (listener) listener([...files]);
  else waiting.push(...files);
}

/** Gives what waits and all that comes later. Answers how to stop. */
export function takeLeftFiles(take: (files: File[]) => void): () => void {
  listener = take;
  if (waiting.length > 0) take(waiting);
  waiting = [];
  return () => {
    if (listener === take) listener = undefined;
  };
}

export const countLeftFiles = (): number => waiting.length;
