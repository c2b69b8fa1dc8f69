// Announcements between parts of the page: the login dialog is wanted, a login has begun or ended.

interface AppEvents {
  'login:open': undefined;
  'bind-phone:open': undefined;
  /** The login dialog was closed without a login. */
  'login:left': undefined;
  login: undefined;
  logout: undefined;
  /** The items on the benches belong to a person who has logged out. */
  'work:forget': undefined;
}

type Listener = () => void;

const listeners = new Map<keyof AppEvents, Set<Listener>>();
/** Dialogs that were requested before their host was listening; the first listener gets them. */
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
