// What the work flow allows itself at once.

/** Files of one tool on one page. */
export const maxFiles = 500;
/** Judged before the upload; the server judges again from the bytes. */
export const maxMegapixels = 100;
export const parallelUploads = 4;
/** Tool calls on their way at the same time; each is answered at once, since the end is told by events. */
export const parallelCalls = 4;
