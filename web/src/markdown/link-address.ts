// Validates the target of a link. Texts may come from an operator, a model or a file, so only web addresses and internal pages are accepted.

export type LinkAddress =
  | { readonly kind: 'own'; readonly path: string }
  | { readonly kind: 'web'; readonly href: string };

/** Returns undefined for an address that must not be followed. */
export function readLinkAddress(address: string): LinkAddress | undefined {
  const own = /^(?:\/?#)?(\/[^/\\#].*|\/)$/.exec(address.trim())?.[1];
  if (own !== undefined) return { kind: 'own', path: own };
  if (!/^https?:\/\//i.test(address.trim()) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  // A user name before the host can be mistaken for the host itself.
  return url.username || url.password ? undefined : { kind: 'web', href: url.href };
}
