// The two things that a file system says which are answers and not faults.

const hasCode = (cause: unknown, code: string): boolean =>
  cause instanceof Error && (cause as NodeJS.ErrnoException).code === code;

/** Whether a file or folder is not there. */
export const isMissing = (cause: unknown): boolean => hasCode(cause, 'ENOENT');

/** Whether there is one already. */
export const isPresent = (cause: unknown): boolean => hasCode(cause, 'EEXIST');

/** Whether a file cannot be moved because it lies on another disk. */
export const isOtherDisk = (cause: unknown): boolean => hasCode(cause, 'EXDEV');

/** Whether a folder still holds something. */
export const isNotEmpty = (cause: unknown): boolean => hasCode(cause, 'ENOTEMPTY') || isPresent(cause);
