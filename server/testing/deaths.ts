// A server that dies before its n-th write, as by kill -9: from there on nothing reaches the database or the object store any more,
// and open transactions lose their line.
import pg from 'pg';
import { vi } from 'vitest';
import type { ObjectStore } from '../src/adapters/objects.ts';

const isWrite = (text: string) => /^\s*(?:insert|update|delete|commit|with\b.*\b(?:insert|update|delete))/is.test(text);
const storeWrites = ['putFile', 'remove', 'completeParts', 'abortParts', 'startParts'] as const;

interface Mortal {
  readonly died: boolean;
  /** What it wanted to do next. */
  readonly lastWish: string;
}

/** Runs `act` on a server that dies before its write number `fatal`, counted from 1; whether it came that far. */
export async function actMortally(objects: ObjectStore, fatal: number, act: () => Promise<unknown>): Promise<Mortal> {
  let writes = 0;
  let lastWish = '';
  const isDead = () => writes >= fatal;
  const write = (wish: string) => {
    if (isDead()) return;
    writes += 1;
    if (isDead()) lastWish = wish;
  };
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: what pg calls a query has many forms, all of which go through.
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: any, ...given: any[]): any {
    const text = String(given[0]?.text ?? given[0]);
    if (isWrite(text)) write(text.slice(0, 80));
    if (!isDead()) return query.apply(this, given);
    const { stream } = this.connection;
    return new Promise((_resolve, reject) => {
      const end = () => reject(new Error('killed'));
      if (stream.closed) end();
      else stream.once('close', end).destroy();
    });
  });
  for (const name of storeWrites) {
    const real = objects[name].bind(objects) as (...given: unknown[]) => Promise<never>;
    vi.spyOn(objects, name).mockImplementation(async (...given: unknown[]) => {
      write(name);
      if (isDead()) throw new Error('killed');
      return real(...given);
    });
  }
  await act().catch(() => undefined);
  vi.restoreAllMocks();
  return { died: isDead(), lastWish };
}
