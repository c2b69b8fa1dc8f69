// The dependencies of the rules of accounts, and the client that makes a request.
import type { FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import { openTurnstile, type Turnstile } from '../limits/turnstile.ts';
import type { Parts } from '../parts.ts';
import { type Client, clientOf } from './known-clients.ts';
import { openSeal, type Seal } from './seal.ts';
import { type LoginSource, sourceOf } from './source.ts';

/** The changes to tasks at a login and at a deletion. Provided by tasks, so that accounts need not know task rows. */
export interface OwnedTasks {
  /** An SQL condition: the owner has tasks. */
  readonly exist: (owner: string | null) => RawBuilder<boolean>;
  /** Transfers tasks of a visitor to an account, as many as the caller's transaction may. Returns whether none is left. */
  readonly give: (db: Querier, visitor: string, owner: string) => Promise<boolean>;
  /** Removes all tasks of an owner and expires their files and the avatar, inside the caller's transaction. */
  readonly remove: (db: Querier, owner: string, now: Date) => Promise<void>;
  /** Everything stored about the tasks of an owner, for the export; read in pages. */
  readonly describe: (
    parts: Pick<Parts, 'database' | 'config'>,
    owner: string,
    linkOf: (key: string, name: string) => string | Promise<string>,
  ) => AsyncIterable<Record<string, unknown>>;
}

/** The WeChat person bound to an account. Provided by WeChat, so that accounts need not know its rows. */
export interface BoundWechat {
  readonly isBound: (db: Querier, accountId: string) => Promise<boolean>;
  /**
   * Binds a person in place of any other; the caller holds the account's lock. Throws LOGIN_KEY_EXPIRED if the person was bound to another
   * account.
   */
  readonly bind: (db: Querier, personId: string, accountId: string) => Promise<void>;
  readonly unbind: (db: Querier, accountId: string) => Promise<void>;
  /** Drops scans by the account's person that have not led to a login yet. Must run before the account is locked. */
  readonly dropScans: (db: Querier, accountId: string) => Promise<void>;
}

export interface AccountService {
  readonly parts: Parts;
  readonly seal: Seal;
  /** Limits the concurrency of calls that hash a password. */
  readonly turnstile: Turnstile;
  readonly tasks: OwnedTasks;
  readonly wechat: BoundWechat;
}

export const openAccountService = (
  parts: Parts,
  neighbours: { readonly tasks: OwnedTasks; readonly wechat: BoundWechat },
): AccountService => ({
  parts,
  seal: openSeal(parts.database, parts.config),
  turnstile: openTurnstile({ width: 2, max: 400 }),
  ...neighbours,
});

/** The client that requests a login or proves something. */
export interface Asker extends Client {
  readonly from: LoginSource;
}

export const askerOf = ({ parts }: AccountService, request: FastifyRequest): Asker => ({
  from: sourceOf(request, parts.config),
  ...clientOf(request),
});
