// What an API key may be allowed to do, and what a route asks of it.

/** The scopes beside those of single tools, which are `tools:` and the tool's name in the catalogue. */
export const plainScopes = ['tools:*', 'tasks:read', 'account:read'] as const;

/**
 * What a route asks of an API key. `any`: any valid key, since the call is public. `tools`: a scope for at least one tool; the call itself asks for the
 * scope of the very tool, if it concerns one. A route that declares nothing is closed to keys.
 */
export type RouteScope = 'any' | 'tools' | `tools:${string}` | 'tasks:read' | 'account:read';

export const scopeOfTool = (toolName: string) => `tools:${toolName}` as const;

/** Whether the scopes of a key satisfy what a route asks. */
export function hasScope(granted: readonly string[], asked: RouteScope): boolean {
  if (asked === 'any') return true;
  if (asked === 'tools') return granted.some(scope => scope.startsWith('tools:'));
  return granted.includes(asked) || (asked.startsWith('tools:') && granted.includes('tools:*'));
}
