// Where a link of a text leads. Texts may come from an operator, a model or a file, so anything but a web address or a page of ours is no link.

export type LinkAddress =
  | { readonly kind: 'own'; readonly path: string }
  | { readonly kind: 'web'; readonly href: string };

/** Undefined for an address that must not be followed. */
export function readLinkAddress(address: string): LinkAddress | undefined {
  const own = /^(?:\/?#)?(\/[^/\\#].*|\/)$/.exec(address.trim())?.[1];
  if (own !== undefined) return { kind: 'own', path: own };
  if (!/^https?:\/\//i.test(address.trim()) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  // A name before the host passes for the host itself.
  return url.username || url.password ? undefined : { kind: 'web', href: url.href };
}
