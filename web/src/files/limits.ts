// Limits on picked files.

/** Maximum number of files of one tool on one page. */
export const maxFiles = 500;
/** Checked before the upload; the server checks again. */
export const maxMegapixels = 100;
