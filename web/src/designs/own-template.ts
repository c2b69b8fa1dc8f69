// A template from a file, on its way from the list to the page that opens it.
export type OwnTemplate = { readonly title: string; readonly json: unknown } | { readonly svg: File };

let waiting: OwnTemplate | undefined;

export function leaveOwnTemplate(template: OwnTemplate): void {
  waiting = template;
}

/** Stays for a page that is made twice. */
export const takeOwnTemplate = (): OwnTemplate | undefined => waiting;
