// Opens files in the editor: what reads them is loaded with the first file.

type OpenFiles = typeof import('./open-files.ts');

export const openFiles: OpenFiles['openFiles'] = async (...files) =>
  (await import('./open-files.ts')).openFiles(...files);

export const openInSlots: OpenFiles['openInSlots'] = async (...files) =>
  (await import('./open-files.ts')).openInSlots(...files);
