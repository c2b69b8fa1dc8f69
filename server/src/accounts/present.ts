// An account as its owner sees it.
import { AppError } from 'contract/errors.ts';
import type { User } from 'contract/routes/accounts.ts';
import type { Language } from 'contract/words.ts';
import type { Querier } from '../adapters/postgres.ts';
import { describeMember } from '../points/records.ts';
import type { AccountService } from './service.ts';
import { findAccount } from './store.ts';

/** ACCOUNT_GONE if the account was deleted a moment ago. */
export async function presentUser(
  { parts, wechat }: AccountService,
  db: Querier,
  accountId: string,
  { baseUrl, language }: { readonly baseUrl: string; readonly language: Language },
): Promise<User> {
  const account = await findAccount(db, accountId);
  if (!account) throw new AppError('ACCOUNT_GONE');
  return {
    id: account.id,
    username: account.username,
    nickName: account.nick_name,
    nickname: account.nick_name,
    avatar: account.avatar_key && parts.objects.publicUrl(account.avatar_key, { baseUrl }),
    gender: account.gender,
    mobile: account.mobile,
    hasPassword: account.password_hash !== null,
    isWechatBound: await wechat.isBound(db, accountId),
    shareCode: account.share_code,
    ...(await describeMember(parts, db, accountId, language)),
    functionUserList: [],
  };
}
