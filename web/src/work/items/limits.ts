// Limits of the workflow.

/** Maximum number of files of one tool on one page. */
export const maxFiles = 500;
/** Checked before the upload; the server checks again. */
export const maxMegapixels = 100;
export const parallelUploads = 4;
/** Maximum number of concurrent tool calls. Each is answered at once, because events report the end. */
export const parallelCalls = 4;
