// Work that several requests may wait for at the same time: it is done once, and stopped when all of them have left.
interface Shared<T> {
  readonly made: Promise<T>;
  readonly control: AbortController;
  waiting: number;
}

export class SharedWork<T> {
  readonly #open = new Map<string, Shared<T>>();

  /** Joins the work of this name, or begins it. Rejects with the reason of `signal` when that aborts; without one, the work goes on to its end. */
  join(name: string, make: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const shared = this.#open.get(name) ?? this.#begin(name, make);
    shared.waiting += 1;
    if (!signal) return shared.made;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        shared.waiting -= 1;
        reject(signal.reason);
        if (shared.waiting > 0) return;
        // A request that comes now begins anew.
        if (this.#open.get(name) === shared) this.#open.delete(name);
        shared.control.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      shared.made.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  #begin(name: string, make: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const control = new AbortController();
    const made = make(control.signal).finally(() => {
      if (this.#open.get(name)?.control === control) this.#open.delete(name);
    });
    // When all have left, none of them receives how it ended.
    made.catch(() => undefined);
    const shared = { made, control, waiting: 0 };
    this.#open.set(name, shared);
    return shared;
  }
}
