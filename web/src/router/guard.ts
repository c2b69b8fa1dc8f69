// The login guard: every route requires a login unless its entry says otherwise. Unknown paths lead to the 404 page.
import { matchPath } from 'react-router';
import type { AppRoute } from '../route.ts';
import type { Passage } from './hash-history.ts';

type Guarded = Pick<AppRoute, 'path' | 'requireAuth' | 'redirectTo'>;

export function findRoute<R extends Guarded>(routes: readonly R[], pathname: string): R | undefined {
  return routes.find(route => matchPath({ path: route.path, end: true }, pathname));
}

/** Returns the guard's decision for `pathname`. If refused, the login is offered and the page stays. */
export function decidePassage(routes: readonly Guarded[], pathname: string, isLoggedIn: boolean): Passage {
  const route = findRoute(routes, pathname);
  if (!route) return { kind: 'redirect', to: '/404' };
  if ((route.requireAuth ?? true) && !isLoggedIn) return { kind: 'refuse' };
  if (route.redirectTo) return { kind: 'redirect', to: route.redirectTo };
  return { kind: 'enter' };
}
