// Creates accounts: one per number, even for simultaneous calls.
import { randomInt, randomUUID } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { inventedName } from 'contract/invented-names.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { Parts } from '../parts.ts';
import type { LoginSource } from './source.ts';
import { type AccountRow, findAccountByMobile, findIdOfShareCode, insertAccount, takenBy } from './store.ts';

/** The source of an account, which is stored with it. */
export interface Origin {
  readonly from: LoginSource;
  readonly agentCode?: string | null | undefined;
  readonly shareCode?: string | null | undefined;
}

interface Chosen {
  readonly username?: string | null | undefined;
  readonly nickName?: string | null | undefined;
  readonly passwordHash?: string;
}

/** Without letters and digits that look alike. */
const shareLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const shareLength = 10;

const makeShareCode = () =>
  Array.from({ length: shareLength }, () => shareLetters[randomInt(shareLetters.length)]).join('');

const inventNickName = ({ from }: Origin) => inventedName(from.language, randomInt(10_000));

/** Creates the account of a proven number; undefined if it has one. Throws USERNAME_TAKEN. */
export async function makeAccount(
  { now }: Pick<Parts, 'now'>,
  db: Querier,
  mobile: string,
  origin: Origin,
  chosen: Chosen = {},
): Promise<AccountRow | undefined> {
  const { from, agentCode, shareCode } = origin;
  const account = {
    id: randomUUID(),
    username: chosen.username ?? null,
    nick_name: chosen.nickName ?? inventNickName(origin),
    mobile,
    password_hash: chosen.passwordHash ?? null,
    share_code: makeShareCode(),
    platform_source: agentCode ? `PC-${agentCode}` : from.platformSource,
    referred_by: shareCode ? await findIdOfShareCode(db, shareCode) : null,
    logid_url: from.logidUrl,
    created_at: now(),
  };
  return insertAccount(db, account).catch((error: unknown) => {
    const code = takenBy(error);
    throw code ? new AppError(code, null, { cause: error }) : error;
  });
}

/** The account of a number that was just proven, created if there is none. Runs inside a transaction. */
export async function findOrMakeByMobile(
  parts: Pick<Parts, 'now'>,
  db: Querier,
  mobile: string,
  origin: Origin,
): Promise<AccountRow> {
  const known = await findAccountByMobile(db, mobile);
  const account = known ?? (await makeAccount(parts, db, mobile, origin)) ?? (await findAccountByMobile(db, mobile));
  // Its owner deleted it between the two queries and may log in once more.
  if (!account) throw new AppError('ACCOUNT_GONE');
  return account;
}
