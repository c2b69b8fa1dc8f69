// Compares the ETags that a client names with the current one (RFC 9110, section 13.1).

/** Whether a list of ETags names this one. Proxies that compress a response mark its ETag as weak, and `*` names any. */
export const namesEtag = (list: string, etag: string): boolean =>
  list.split(',').some(part => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag);

/** Whether a request says that the client has this version. */
export const hasVersion = (headers: { readonly 'if-none-match'?: string | undefined }, etag: string): boolean =>
  headers['if-none-match'] !== undefined && namesEtag(headers['if-none-match'], etag);
