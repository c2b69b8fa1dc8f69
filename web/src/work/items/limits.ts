// Limits of the work flow.

/** Files of one tool on one page. */
export const maxFiles = 500;
/** Judged before the upload; the server judges again from the bytes. */
export const maxMegapixels = 100;
export const parallelUploads = 4;
/** Tool calls under way at the same time; each is answered at once, since events report the end. */
export const parallelCalls = 4;
