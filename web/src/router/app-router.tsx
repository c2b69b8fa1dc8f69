// Connects React Router to the hash history: the old page stays while the next one loads, with a progress bar.
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState, useTransition } from 'react';
import { Router } from 'react-router';
import type { HashHistory, Movement } from './hash-history.ts';
import { NavigationBar } from './navigation-bar.tsx';
import { placeScroll, rememberScroll } from './scroll.ts';

export function AppRouter({ history, children }: { history: HashHistory; children: ReactNode }) {
  const [{ location, movement }, setPlace] = useState({ location: history.current(), movement: 'start' as Movement });
  const [isLoading, startTransition] = useTransition();

  useEffect(() => {
    // A link of the painted page may have been followed while this page was being rendered.
    const now = history.current();
    startTransition(() => setPlace(place => (place.location === now ? place : { location: now, movement: 'pop' })));
    return history.listen((next, how) => {
      startTransition(() => setPlace({ location: next, movement: how }));
    });
  }, [history]);

  useLayoutEffect(() => {
    placeScroll(location, movement);
    return () => rememberScroll(location);
  }, [location, movement]);

  // Router expects a browser history, of which it uses these members.
  const navigator = useMemo(
    () => ({
      createHref: history.createHref,
      push: (to: Parameters<HashHistory['push']>[0], state?: unknown) => history.push(to, state),
      replace: (to: Parameters<HashHistory['replace']>[0], state?: unknown) => history.replace(to, state),
      go: history.go,
    }),
    [history],
  );

  return (
    <Router location={location} navigator={navigator}>
      <NavigationBar isLoading={isLoading} />
      {children}
    </Router>
  );
}
