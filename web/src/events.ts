// Events between parts of the page, such as opening the login dialog, logging in and logging out.

interface AppEvents {
  'login:open': undefined;
  'bind-phone:open': undefined;
  /** The login dialog was closed without logging in. */
  'login:left': undefined;
  login: undefined;
  logout: undefined;
  /** The items in the workspace belong to a user who has logged out. */
  'work:forget': undefined;
}

type Listener = () => void;

const listeners = new Map<keyof AppEvents, Set<Listener>>();
/** Dialogs requested before their host was listening; the first listener receives them. */
const unheard = new Set<keyof AppEvents>();

export function announce(name: keyof AppEvents): void {
  const hearing = listeners.get(name);
  if (hearing?.size) for (const listener of [...hearing]) listener();
  else if (name.endsWith(':open')) unheard.add(name);
}

/** Returns a function that removes the listener. */
export function listen(name: keyof AppEvents, listener: Listener): () => void {
  const hearing = listeners.get(name) ?? new Set();
  listeners.set(name, hearing.add(listener));
  if (unheard.delete(name)) listener();
  return () => hearing.delete(listener);
}
