// File system errors that callers expect.

const hasCode = (cause: unknown, code: string): boolean =>
  cause instanceof Error && (cause as NodeJS.ErrnoException).code === code;

/** Whether the error says that a file or folder does not exist. */
export const isMissing = (cause: unknown): boolean => hasCode(cause, 'ENOENT');

/** Whether the error says that a file or folder already exists. */
export const isPresent = (cause: unknown): boolean => hasCode(cause, 'EEXIST');

/** Whether the error says that a file cannot be moved to another disk. */
export const isOtherDisk = (cause: unknown): boolean => hasCode(cause, 'EXDEV');

/** Whether the error says that a folder is not empty. */
export const isNotEmpty = (cause: unknown): boolean => hasCode(cause, 'ENOTEMPTY') || isPresent(cause);
