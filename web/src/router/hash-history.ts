// The current location, stored in the hash of the address. Every navigation passes a gate that may redirect or refuse it.
import type { Location, To } from 'react-router';
import { createPath, parsePath } from 'react-router';

/** The gate's decision about an address: enter it, go elsewhere instead, or stay. */
export type Passage = { kind: 'enter' } | { kind: 'redirect'; to: string } | { kind: 'refuse' };

interface Kept {
  key: string;
  /** The entry's index in the visit, which reveals the direction of a navigation. */
  index: number;
  state: unknown;
}

const keptOf = (value: unknown): Kept | null =>
  typeof value === 'object' && value !== null && 'index' in value ? (value as Kept) : null;

const makeKey = () => Math.random().toString(36).slice(2, 10);

function readAddress(kept: Kept): Location {
  const { pathname = '/', search = '', hash = '' } = parsePath(location.hash.slice(1) || '/');
  // language-store.ts reads the language from an address once; it is not part of the location.
  const query = new URLSearchParams(search);
  query.delete('lang');
  return {
    pathname: pathname.startsWith('/') ? pathname : `/${pathname}`,
    search: query.size > 0 ? `?${query}` : '',
    hash,
    state: kept.state,
    key: kept.key,
  };
}

export type Movement = 'start' | 'push' | 'replace' | 'pop';

export interface HashHistory {
  current: () => Location;
  createHref: (to: To) => string;
  push: (to: To, state?: unknown) => void;
  replace: (to: To, state?: unknown) => void;
  go: (steps: number) => void;
  /** Returns a function that removes the listener. */
  listen: (listener: (location: Location, movement: Movement) => void) => () => void;
}

/**
 * `gate` is called for every path before it becomes the current one, including the first, and also receives the path with its query. `home` must
 * always be allowed.
 */
export function createHashHistory(gate: (pathname: string, path: string) => Passage, home = '/'): HashHistory {
  const listeners = new Set<(location: Location, movement: Movement) => void>();
  let kept: Kept = keptOf(history.state) ?? { key: makeKey(), index: 0, state: null };
  const pathText = (to: To) => (typeof to === 'string' ? to : createPath(to));
  const hrefOf = (to: To) => `/${location.search}#${pathText(to)}`;

  /** Returns the final path after all redirects, or null to stay. */
  function passThrough(to: string): string | null {
    let target = to;
    for (let hops = 0; hops < 5; hops += 1) {
      const passage = gate(parsePath(target).pathname ?? '/', target);
      if (passage.kind === 'enter') return target;
      if (passage.kind === 'refuse') return null;
      target = passage.to;
    }
    throw new Error(`The routes redirect in a circle at ${to}`);
  }

  function settle(movement: Movement): void {
    currentLocation = readAddress(kept);
    for (const listener of listeners) listener(currentLocation, movement);
  }

  function enter(movement: 'push' | 'replace', to: To, state: unknown): void {
    const target = passThrough(pathText(to));
    if (target === null) return;
    kept = { key: makeKey(), index: kept.index + (movement === 'push' ? 1 : 0), state: state ?? null };
    history[movement === 'push' ? 'pushState' : 'replaceState'](kept, '', hrefOf(target));
    settle(movement);
  }

  // Back, forward, and an address that was typed or followed as a plain link: the browser has already navigated.
  function follow(): void {
    const to = location.hash.slice(1) || '/';
    const target = passThrough(to);
    if (target === null) {
      // Stay: the new history entry gets the address of the page still shown.
      history.replaceState(kept, '', hrefOf(createPath(currentLocation)));
      return;
    }
    kept = keptOf(history.state) ?? { key: makeKey(), index: kept.index + 1, state: null };
    history.replaceState(kept, '', hrefOf(target));
    settle('pop');
  }

  // The application lives at the root; any other path on this host is unknown.
  const first = location.pathname === '/' ? location.hash.slice(1) || '/' : '/404';
  history.replaceState(kept, '', hrefOf(passThrough(first) ?? home));
  let currentLocation = readAddress(kept);
  addEventListener('popstate', follow);

  return {
    current: () => currentLocation,
    createHref: hrefOf,
    push: (to, state) => enter('push', to, state),
    replace: (to, state) => enter('replace', to, state),
    go: steps => history.go(steps),
    listen: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
