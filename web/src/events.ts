// What any part may announce to any other: the login dialog is wanted, the login is over.

interface AppEvents {
  'login:open': undefined;
  logout: undefined;
}

type Listener = () => void;

const listeners = new Map<keyof AppEvents, Set<Listener>>();
/** Announced before anybody listened; the first listener gets it. */
const unheard = new Set<keyof AppEvents>();

export function announce(name: keyof AppEvents): void {
  const hearing = listeners.get(name);
  if (!hearing?.size) unheard.add(name);
  else for (const listener of [...hearing]) listener();
}

/** Answers the function that stops listening. */
export function listen(name: keyof AppEvents, listener: Listener): () => void {
  const hearing = listeners.get(name) ?? new Set();
  listeners.set(name, hearing.add(listener));
  if (unheard.delete(name)) listener();
  return () => hearing.delete(listener);
}
