// What any part may announce to any other: the login dialog is wanted, the login has begun or is over.

interface AppEvents {
  'login:open': undefined;
  'bind-phone:open': undefined;
  login: undefined;
  logout: undefined;
  /** What is on the benches belongs to somebody who has left. */
  'work:forget': undefined;
}

type Listener = () => void;

const listeners = new Map<keyof AppEvents, Set<Listener>>();
/** Wanted before anybody could open it; the first listener gets it. */
const unheard = new Set<keyof AppEvents>();

export function announce(name: keyof AppEvents): void {
  const hearing = listeners.get(name);
  if (hearing?.size) for (const listener of [...hearing]) listener();
  else if (name.endsWith(':open')) unheard.add(name);
}

/** Answers the function that stops listening. */
export function listen(name: keyof AppEvents, listener: Listener): () => void {
  const hearing = listeners.get(name) ?? new Set();
  listeners.set(name, hearing.add(listener));
  if (unheard.delete(name)) listener();
  return () => hearing.delete(listener);
}
