// Passes a template from a file from the list to the page that opens it.
export type OwnTemplate = { readonly title: string; readonly json: unknown } | { readonly svg: File };

let waiting: OwnTemplate | undefined;

export function leaveOwnTemplate(template: OwnTemplate): void {
  waiting = template;
}

/** Not cleared, because the page may mount twice. */
export const takeOwnTemplate = (): OwnTemplate | undefined => waiting;
